import { useTranslation } from 'react-i18next';
import type { TrustItem } from '../../../preload/contract/servers.ts';

export type TrustChange = NonNullable<TrustItem['changes']>[number];

const FIELDS = ['command', 'args', 'cwd', 'envFile', 'url', 'transport', 'inputs', 'oauth', 'fallbackToSse', 'allowSelfSigned'] as const;

/** A changed field in words: `env.API_URL` is the variable API_URL. */
export function useChangeText(): (change: TrustChange) => string {
  const { t } = useTranslation();
  return ({ field }) => {
    const [group = '', ...rest] = field.split('.');
    const name = rest.join('.');
    if (name && (group === 'env' || group === 'headers')) return t(`entry.changes.field.${group}`, { name });
    const known = FIELDS.find((other) => other === field);
    return known ? t(`entry.changes.field.${known}`) : field;
  };
}

export interface Word {
  text: string;
  /** Not in the other line. */
  differs: boolean;
}

/** The words of two command lines, each marked where the other has not the same: longest common subsequence, as people compare. */
export function compareWords(before: string, now: string): { before: Word[]; now: Word[] } {
  const [a, b] = [wordsOf(before), wordsOf(now)];
  // Nobody reads a longer line word by word.
  if (a.length * b.length > 250_000) return { before: [{ text: before, differs: true }], now: [{ text: now, differs: true }] };
  const length = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = length[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const out: { before: Word[]; now: Word[] } = { before: [], now: [] };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.before.push({ text: a[i++] ?? '', differs: false });
      out.now.push({ text: b[j++] ?? '', differs: false });
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) out.before.push({ text: a[i++] ?? '', differs: true });
    else out.now.push({ text: b[j++] ?? '', differs: true });
  }
  return out;
}

/** Words with the blanks behind them; what stands in quotes is one word. */
const wordsOf = (line: string): string[] => (line.match(/(?:"(?:[^"\\]|\\.)*"|\S)+/g) ?? []).map((word) => word);
