import { Brain, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';

/** The model's reasoning, folded: there for who wants it, out of the way for who does not. */
export function Reasoning({ text, streaming }: { text: string; streaming: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-6 items-center gap-1.5 rounded-sm pr-2 text-xs text-text-3 hover:text-text"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={13} className={cx('transition-transform', open && 'rotate-90')} aria-hidden />
        <Brain size={13} className={cx(streaming && 'swell')} aria-hidden />
        {t(streaming ? 'chat.reasoning.thinking' : 'chat.reasoning.done')}
      </button>
      {open && (
        <div className="mt-1 ml-[6px] border-l-2 border-line pl-4 text-sm leading-relaxed whitespace-pre-wrap text-text-2 select-text">{text}</div>
      )}
    </div>
  );
}
