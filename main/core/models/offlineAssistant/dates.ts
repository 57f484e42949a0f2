import type { Found } from './claims.ts';
import { chineseNumber } from './numbers.ts';

const DAY = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const CHINESE_DAYS = ['日', '一', '二', '三', '四', '五', '六'];
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/大后天/g, 3],
  [/(?<!大)后天|day after tomorrow/gi, 2],
  [/明天|明日|明早|明晚|(?<!after )\btomorrow\b/gi, 1],
  [/今天|今日|今晚|\btoday\b|\btonight\b/gi, 0],
  [/昨天|昨日|\byesterday\b/gi, -1],
  [/前天/g, -2],
];

/** A date as YYYY-MM-DD in the local time of `now`, with its distance in days and the words it was written in. */
export interface FoundDate extends Found {
  days: number;
  words: string;
}

export function isoDate(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/** Dates in a text, relative and absolute, in order. `now` is epoch milliseconds. */
export function findDates(text: string, now: number): FoundDate[] {
  const today = new Date(now);
  const found: FoundDate[] = [];
  const free = (start: number, end: number): boolean => !found.some((other) => start < other.end && end > other.start);
  const put = (match: RegExpMatchArray, at: number): void => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (Number.isNaN(at) || !free(start, end)) return;
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
    found.push({ value: isoDate(at), days: Math.round((at - midnight) / DAY), words: match[0], start, end });
  };
  /** Noon would be moved by a change of clocks; the calendar is not. */
  const inDays = (days: number): number => new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime();
  const onDay = (year: number, month: number, day: number): number => {
    const date = new Date(year, month - 1, day);
    return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : Number.NaN;
  };
  /** Without a year the next such day is meant. */
  const nextTime = (month: number, day: number): number => {
    const thisYear = onDay(today.getFullYear(), month, day);
    return thisYear >= inDays(0) ? thisYear : onDay(today.getFullYear() + 1, month, day);
  };

  for (const match of text.matchAll(/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/g))
    put(match, onDay(Number(match[1]), Number(match[2]), Number(match[3])));
  for (const match of text.matchAll(/(?:(\d{4})年)?(\d{1,2}|[一二三四五六七八九十]+)月(\d{1,2}|[一二三四五六七八九十]+)[日号]?/g)) {
    const [month, day] = [readNumber(match[2]), readNumber(match[3])];
    put(match, match[1] ? onDay(Number(match[1]), month, day) : nextTime(month, day));
  }
  for (const match of text.matchAll(
    new RegExp(
      `\\b(${MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|')})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`,
      'gi',
    ),
  )) {
    const month = MONTHS.findIndex((name) => name.startsWith((match[1] ?? '').toLowerCase().slice(0, 3))) + 1;
    put(match, match[3] ? onDay(Number(match[3]), month, Number(match[2])) : nextTime(month, Number(match[2])));
  }
  for (const [pattern, days] of RELATIVE) for (const match of text.matchAll(pattern)) put(match, inDays(days));
  for (const match of text.matchAll(/(\d+|[一二两三四五六七八九十]+)天[之以]?后/g)) put(match, inDays(readNumber(match[1])));
  for (const match of text.matchAll(/\bin (\d+) days?\b/gi)) put(match, inDays(Number(match[1])));
  for (const match of text.matchAll(/(下)?(?:周|星期|礼拜)([一二三四五六日天])/g)) {
    const weekday = CHINESE_DAYS.indexOf((match[2] ?? '').replace('天', '日'));
    // A Chinese week begins on Monday: 下周三 is in the next one.
    const inWeek = ((weekday + 6) % 7) - ((today.getDay() + 6) % 7);
    put(match, inDays(match[1] ? inWeek + 7 : inWeek >= 0 ? inWeek : inWeek + 7));
  }
  for (const match of text.matchAll(new RegExp(`\\b(next\\s+)?(${WEEKDAYS.join('|')})\\b`, 'gi'))) {
    const ahead = (WEEKDAYS.indexOf((match[2] ?? '').toLowerCase()) - today.getDay() + 7) % 7;
    put(match, inDays(match[1] && ahead === 0 ? 7 : ahead));
  }
  return found.sort((a, b) => a.start - b.start);
}

const readNumber = (text: string | undefined): number => (text === undefined ? Number.NaN : /^\d/.test(text) ? Number(text) : chineseNumber(text));
