import { ChevronDown, ChevronRight, MessageCircleQuestion } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElicitationView } from '../../../preload/contract/elicitations.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { FoldedText } from '../../ui/text/FoldedText.tsx';
import { isOccupied } from '../approvals/focus.ts';
import { PageQuestion } from './PageQuestion.tsx';
import { QuestionForm } from './QuestionForm.tsx';

interface ElicitationPanelProps {
  question: ElicitationView;
  index: number;
  total: number;
  onNext: () => void;
  onAside: () => void;
}

/** One question: who asks, in the server's words, and the ways to answer. Declining is always one press away. */
export function ElicitationPanel({ question, index, total, onNext, onAside }: ElicitationPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const { server, message, ask } = question;
  // A person who is writing elsewhere goes on writing; F6 leads here.
  useEffect(() => {
    if (!isOccupied(panel.current)) panel.current?.focus();
  }, []);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal={false}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-elicitation
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onAside();
      }}
      className="rise @container relative z-10 mx-auto flex max-h-[min(68vh,540px)] w-full max-w-[960px] shrink-0 flex-col overflow-hidden rounded-t-xl border border-b-0 border-line-strong bg-raised shadow-3 outline-none"
    >
      <header className="flex shrink-0 items-start gap-3 px-4 pt-3 pb-2">
        <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text">
          <MessageCircleQuestion size={16} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-md font-semibold [overflow-wrap:anywhere]">
            {t(ask.mode === 'url' ? 'elicitations.titlePage' : 'elicitations.title', { server })}
          </h2>
          <p className="text-xs text-text-3">{t('elicitations.foreign')}</p>
        </div>
        {total > 1 && (
          <div className="flex shrink-0 items-center">
            <span className="num px-0.5 text-xs text-text-2">{t('elicitations.position', { index: index + 1, total })}</span>
            <IconButton label={t('elicitations.next')} icon={<ChevronRight size={15} aria-hidden />} size="sm" onClick={onNext} />
          </div>
        )}
        <IconButton
          label={t('elicitations.minimise')}
          tip={t('elicitations.minimiseTip')}
          icon={<ChevronDown size={16} aria-hidden />}
          size="sm"
          onClick={onAside}
        />
      </header>
      {message && <FoldedText text={message} className="max-h-40 shrink-0 overflow-y-auto border-l-2 border-line-strong mx-4 mb-2 pl-3 text-sm" />}
      {ask.mode === 'form' ? <QuestionForm question={question} ask={ask} /> : <PageQuestion question={question} ask={ask} />}
    </section>
  );
}
