import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuarantinedTool } from '../../../../../preload/contract/tools.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { cx } from '../../../../ui/cx.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';

const PAGE = 20;
/** A group that small is open from the start: what is wrong is seen, and costs no room. */
const OPEN_UP_TO = 3;

/** Tools that could not be adopted, as a group of their own, each with the place in its definition and the reason (TOL-2). */
export function Quarantine({ tools, total }: { tools: readonly QuarantinedTool[]; total: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [open, setOpen] = useState(total <= OPEN_UP_TO);
  const [shown, setShown] = useState(PAGE);
  return (
    <section aria-label={t('tools.quarantine.title', { count: total })} className="rounded-md border border-warn-line bg-warn-soft text-sm">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-start font-medium"
      >
        <TriangleAlert size={16} className="shrink-0 text-warn" aria-hidden />
        <span className="flex-1">{t('tools.quarantine.title', { count: total })}</span>
        <ChevronRight size={14} className={cx('text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
      </button>
      {open && (
        <div className="px-3 pb-2.5 pl-[38px] text-text-2">
          <p>{t('tools.quarantine.body')}</p>
          <ul className="mt-1.5 space-y-1.5">
            {tools.slice(0, shown).map((tool, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two broken tools may have the same name
              <li key={i} className="[overflow-wrap:anywhere]">
                <code className="code font-medium text-text">
                  {tool.original === '' ? t('tools.quarantine.unnamed') : <VisibleText text={tool.original} />}
                </code>
                {tool.pointer && (
                  <span className="text-xs text-text-2">
                    {' · '}
                    {t('tools.quarantine.place')} <code className="code">{tool.pointer}</code>
                  </span>
                )}
                <span lang="en" className="block text-xs">
                  <VisibleText text={tool.reason} />
                </span>
              </li>
            ))}
          </ul>
          {tools.length > shown && (
            <button type="button" className="mt-1.5 rounded-xs text-xs text-accent-text underline" onClick={() => setShown(shown + PAGE)}>
              {t('tools.quarantine.more', { formatted: number(total - shown) })}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
