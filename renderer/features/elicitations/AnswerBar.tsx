import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElicitationAnswer } from '../../../preload/contract/elicitations.ts';
import { Button } from '../../ui/Button.tsx';

interface AnswerBarProps {
  /** Who gets to know what. */
  note: string;
  sent: boolean;
  onAnswer: (answer: ElicitationAnswer) => void;
  /** The ways to say yes. */
  children: ReactNode;
}

/** No is on the left and yes on the right, as under an approval. */
export function AnswerBar({ note, sent, onAnswer, children }: AnswerBarProps) {
  const { t } = useTranslation();
  return (
    <footer className="shrink-0 border-t border-line bg-well px-4 pt-2.5 pb-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={sent} onClick={() => onAnswer({ action: 'decline' })}>
          {t('elicitations.decline')}
        </Button>
        <Button variant="ghost" disabled={sent} onClick={() => onAnswer({ action: 'cancel' })}>
          {t('elicitations.cancel')}
        </Button>
        <span className="flex-1" />
        {children}
      </div>
      <p className="mt-1.5 text-2xs text-text-3 [overflow-wrap:anywhere]">
        {note} {t('elicitations.ends')}
      </p>
    </footer>
  );
}
