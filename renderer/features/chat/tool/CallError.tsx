import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useErrorText } from '../../../i18n/errorText.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useCallSaid } from './useCallSaid.ts';

/** A call that failed: what kind of failure it was, what exactly happened, whether the tool may have run, and what to do (CAL-2). */
export function CallError({ error, className }: { error: ErrorInfo; className?: string }) {
  const { t } = useTranslation();
  const text = useErrorText()(error);
  const { said, effect } = useCallSaid(error);
  return (
    <Callout tone="bad" title={text.title} {...(className ? { className } : {})}>
      <p className="selectable" lang={said === undefined && text.foreign ? 'en' : undefined}>
        <VisibleText text={said ?? text.message} />
      </p>
      {effect && <p className="font-medium text-text">{effect}</p>}
      <p>
        <span className="font-medium text-text">{t('common.failure.whatToDo')} </span>
        {text.fix}
      </p>
    </Callout>
  );
}
