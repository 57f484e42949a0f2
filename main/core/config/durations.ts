import { pick } from './entryFields.ts';
import { isTree, type Remark, type Tree } from './entryTemplate.ts';

/** Milliseconds. Other apps mean seconds by a bare small number: nobody wants a call to end after 60 milliseconds. */
export function duration(entry: Tree, keys: readonly string[], remarks: Remark[]): number | undefined {
  const found = pick(entry, keys);
  if (!found) return undefined;
  const { key: field, value } = found;
  const isScalar = typeof value === 'number' || typeof value === 'string';
  const number = isScalar && String(value).trim() !== '' ? Number(value) : Number.NaN;
  const ms = Number.isNaN(number) && isScalar ? withUnits(String(value)) : inMilliseconds(number, field, remarks);
  if (ms !== undefined && ms > 0 && ms <= 1e12) return Math.max(1, Math.round(ms));
  remarks.push({
    field,
    severity: 'warning',
    reason: `${field} is no duration above 0, so the setting counts`,
    fix: 'Write milliseconds as a number.',
  });
  return undefined;
}

function inMilliseconds(number: number, field: string, remarks: Remark[]): number | undefined {
  if (!(number > 0 && number <= 1e9)) return undefined;
  if (/ms$/i.test(field) || number >= 1000) return number;
  remarks.push({ field, severity: 'info', reason: `${field} is taken as ${number} seconds`, fix: 'Write milliseconds (1000 or more) to be exact.' });
  return number * 1000;
}

const UNITS: readonly [RegExp, number][] = [
  [/^(ms|msecs?|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, 1000],
  [/^(m|mins?|minutes?)$/, 60_000],
  [/^(h|hrs?|hours?)$/, 3_600_000],
];

/** `30s`, `1m30s`, `2 minutes`, `PT30S` (ISO 8601); undefined for anything else. */
function withUnits(written: string): number | undefined {
  const text = written
    .trim()
    .toLowerCase()
    .replace(/^pt(?=\d)/, '');
  const parts = [...text.slice(0, 100).matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)];
  if (parts.map(([part]) => part).join('') !== text) return undefined;
  const ms = parts.reduce((sum, [, digits, word = '']) => sum + Number(digits) * (UNITS.find(([unit]) => unit.test(word))?.[1] ?? Number.NaN), 0);
  return Number.isFinite(ms) ? ms : undefined;
}

/** Call timeouts by tool: `"toolTimeouts": { "search": 120000 }`. */
export function toolTimeouts(entry: Tree, remarks: Remark[]): Record<string, number> | undefined {
  const found = pick(entry, ['toolTimeoutsMs', 'toolTimeouts']);
  if (!found || !isTree(found.value)) return undefined;
  const table = found.value;
  const pairs = Object.keys(table).flatMap((tool): [string, number][] => {
    const ms = duration(table, [tool], remarks);
    return ms === undefined ? [] : [[tool, ms]];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
