import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { type DiffRun, diffText } from './diffText.ts';

const LOOK = {
  same: '',
  removed: 'rounded-xs bg-bad-soft px-0.5 text-text decoration-bad',
  added: 'rounded-xs bg-ok-soft px-0.5 text-text no-underline inset-ring inset-ring-ok-line',
};
/** Of an unchanged run only what stands next to a change is shown. */
const CONTEXT = 160;
/** Even opened, no more than this is laid out at once. */
const SHOWN_MAX = 20_000;

/** Two texts as one: what went is struck out, what came is framed; a screen reader hears which is which. */
export function TextDiff({ before, after, className }: { before: string; after: string; className?: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const runs = useMemo(() => diffText(before, after), [before, after]);
  const folded = useMemo(() => fold(runs), [runs]);
  const shortened = folded.some((run, i) => run.text !== runs[i]?.text);
  return (
    <div className={cx('min-w-0', className)}>
      <p className="[overflow-wrap:anywhere] whitespace-pre-wrap select-text">
        {(open ? runs : folded).map((run, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a text have no other identity
          <Run key={i} run={run} />
        ))}
      </p>
      {shortened && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 rounded-xs font-sans text-xs text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current"
          onClick={() => setOpen(!open)}
        >
          {open ? t('common.showLess') : t('diff.showAll')}
        </button>
      )}
    </div>
  );
}

function Run({ run: { kind, text } }: { run: DiffRun }) {
  const { t } = useTranslation();
  const shown = <VisibleText text={text.slice(0, SHOWN_MAX)} />;
  if (kind === 'same') return shown;
  const Tag = kind === 'removed' ? 'del' : 'ins';
  return (
    <Tag className={LOOK[kind]}>
      <span className="sr-only">{t(`diff.${kind}`)} </span>
      {shown}
    </Tag>
  );
}

function fold(runs: readonly DiffRun[]): DiffRun[] {
  return runs.map((run, i) => {
    if (run.kind !== 'same' || run.text.length <= CONTEXT * 2 + 20) return run;
    const head = i > 0 ? run.text.slice(0, CONTEXT) : '';
    const tail = i < runs.length - 1 ? run.text.slice(-CONTEXT) : '';
    return { ...run, text: `${head} … ${tail}` };
  });
}
