import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibleText } from '../text/VisibleText.tsx';
import { visibleRuns } from '../text/visibleText.ts';

/** A longer text is shown in its parts around the hidden characters. */
const AROUND = 24;
const MAX_SHOWN = 8;

/** What an input cannot show: it draws hidden characters as nothing and lets some turn its text round. */
export function HiddenNote({ text }: { text: string }) {
  const { t } = useTranslation();
  const parts = useMemo(() => around(text), [text]);
  if (parts.length === 0) return null;
  return (
    <div role="note" className="mt-1 rounded-sm border border-warn-line bg-warn-soft px-2 py-1 text-xs text-text-2">
      {t('form.hidden')}
      {parts.map((part) => (
        <code key={part} className="code ml-1.5 [overflow-wrap:anywhere] text-text">
          <VisibleText text={part} />
        </code>
      ))}
    </div>
  );
}

function around(text: string): string[] {
  const runs = visibleRuns(text);
  if (!runs.some((run) => run.kind === 'hidden')) return [];
  if (text.length <= AROUND * 6) return [text];
  const parts: string[] = [];
  for (const [i, run] of runs.entries()) {
    if (run.kind !== 'hidden' || parts.length >= MAX_SHOWN) continue;
    const [before, after] = [runs[i - 1], runs[i + 1]];
    const head = before?.kind === 'text' ? before.text.slice(-AROUND) : '';
    const tail = after?.kind === 'text' ? after.text.slice(0, AROUND) : '';
    parts.push(`…${head}${run.char}${tail}…`);
  }
  return [...new Set(parts)];
}
