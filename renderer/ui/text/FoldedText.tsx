import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { cx } from '../cx.ts';
import { VisibleText } from './VisibleText.tsx';

const LONG_CHARS = 600;
const LONG_LINES = 8;
/** Even an opened text is not laid out whole beyond this: the window must stay alive. */
const SHOWN_MAX = 200_000;

export const isLong = (text: string): boolean => text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

interface FoldedTextProps {
  text: string;
  className?: string;
  /** How to show the visible part; hidden characters are marked by default. */
  render?: (text: string) => ReactNode;
}

/** Text that is folded when long. The fold keeps the first lines, where people look first. */
export function FoldedText({ text, className, render }: FoldedTextProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  const long = isLong(text);
  const cut = open || !long ? text.slice(0, SHOWN_MAX) : text.split('\n', LONG_LINES).join('\n').slice(0, LONG_CHARS);
  const shown = cut.length < text.length ? `${cut}…` : cut;
  return (
    <div className={cx('min-w-0', className)}>
      <div className="[overflow-wrap:anywhere] whitespace-pre-wrap select-text">{render ? render(shown) : <VisibleText text={shown} />}</div>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 rounded-xs font-sans text-xs text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current"
          onClick={() => setOpen(!open)}
        >
          {open ? t('common.showLess') : t('common.showMore', { count: text.length, formatted: number(text.length) })}
        </button>
      )}
    </div>
  );
}
