import type { Remark, Tree } from './entryTemplate.ts';

/** Keys whose misspelling costs something. Other unknown keys belong to other apps and are kept without a word. */
const KNOWN = [
  'command',
  'args',
  'env',
  'cwd',
  'envFile',
  'type',
  'url',
  'headers',
  'disabled',
  'enabled',
  'timeout',
  'oauth',
  'alwaysAllow',
  'autoApprove',
];

/** Words that look like a misspelling and are another app's spelling. */
const FINE = ['enable', 'disable', 'auth', 'active', 'isActive', 'isEnabled', 'isDisabled'];

/** One remark for each key that is surely a misspelling of one that is missing. */
export function unknownKeyRemarks(entry: Tree): Remark[] {
  return Object.keys(entry).flatMap((written): Remark[] => {
    if (KNOWN.includes(written) || FINE.includes(written)) return [];
    const known = KNOWN.find((key) => !Object.hasOwn(entry, key) && isMisspelling(written, key));
    return known ? [{ field: written, severity: 'warning', reason: `${written} means nothing here`, fix: `Did you mean ${known}?` }] : [];
  });
}

/** The key that was probably meant to be one of `wanted`. */
export function wordFor(entry: Tree, wanted: readonly string[]): { written: string; known: string } | undefined {
  for (const written of Object.keys(entry)) {
    const known = wanted.find((key) => isMisspelling(written, key));
    if (known) return { written, known };
  }
  return undefined;
}

/** Another case, or one letter missing, added, wrong or swapped with its neighbour; short words only by case. */
function isMisspelling(written: string, known: string): boolean {
  const [a, b] = [written.toLowerCase(), known.toLowerCase()];
  if (a === b) return written !== known;
  if (b.length < 4 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left[0] === right[1] && left[1] === right[0]);
}
