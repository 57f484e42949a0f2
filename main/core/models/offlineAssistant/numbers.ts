import type { Found } from './claims.ts';

const DIGITS: Record<string, number> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };
const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/** 二十三 → 23, 一百零五 → 105, 三万 → 30000; NaN when it is no number. */
export function chineseNumber(text: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const sign of text) {
    const unit = UNITS[sign];
    if (unit === undefined) {
      const value = DIGITS[sign];
      if (value === undefined) return Number.NaN;
      digit = value;
    } else if (unit === 10_000) {
      total += (section + digit) * unit;
      [section, digit] = [0, 0];
    } else {
      section += (digit || 1) * unit;
      digit = 0;
    }
  }
  return total + section + digit;
}

/** A number with the words around it, which say what it counts. */
export interface FoundNumber extends Found<number> {
  before: string;
  after: string;
}

/** Numbers written with digits, Chinese numerals or small English words. Dates, paths and versions are claimed before and do not count. */
export function findNumbers(text: string): FoundNumber[] {
  const found: Found<number>[] = [];
  for (const match of text.matchAll(/(?<![\w./-])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w./])-?\d+(?:\.\d+)?(?!\.\d)/g))
    found.push({ value: Number(match[0].replaceAll(',', '')), start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(/[零〇一二两三四五六七八九十百千万]+/g)) {
    const value = chineseNumber(match[0]);
    // 一下, 一个 and 万一 are words, not counts.
    if (Number.isNaN(value) || /^[百千万]/.test(match[0]) || (match[0] === '一' && /^[下个张条份些起样直定]/.test(text.slice(match.index + 1))))
      continue;
    found.push({ value, start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(new RegExp(`\\b(${WORDS.join('|')})\\b`, 'gi')))
    found.push({ value: WORDS.indexOf(match[0].toLowerCase()), start: match.index, end: match.index + match[0].length });
  return found
    .sort((a, b) => a.start - b.start)
    .map((number) => ({
      ...number,
      before: text.slice(Math.max(0, number.start - 24), number.start),
      after: text.slice(number.end, number.end + 24),
    }));
}
