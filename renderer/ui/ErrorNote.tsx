import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../preload/contract/errors.ts';
import { useErrorText } from '../i18n/errorText.ts';
import { Callout } from './Callout.tsx';

interface ErrorNoteProps {
  error: ErrorInfo;
  actions?: ReactNode;
  className?: string;
  /** Tells a screen reader at once. */
  live?: boolean;
  /** `warn` where nothing is broken and only a person is missing, e.g. a sign-in. */
  tone?: 'bad' | 'warn';
}

/** An error for people: what it means, what exactly, what to do. Never a stack. */
export function ErrorNote({ error, actions, className, live = false, tone = 'bad' }: ErrorNoteProps) {
  const { t } = useTranslation();
  const text = useErrorText()(error);
  return (
    <Callout tone={tone} title={text.title} role={live ? 'alert' : 'note'} {...(actions ? { actions } : {})} {...(className ? { className } : {})}>
      <p lang={text.foreign ? 'en' : undefined} className="selectable">
        {text.message}
      </p>
      <p className="mt-1">
        <span className="font-medium text-text">{t('common.failure.whatToDo')} </span>
        {text.fix}
      </p>
    </Callout>
  );
}
