/**
 * Numbers that a JavaScript number cannot hold: `JSON.parse` would round 9007199254740993 without a word, and an id that lost
 * its last digit is another record. Such a number is kept as its text in a `JSON.rawJSON` object, which `JSON.stringify`
 * writes back digit by digit, so it arrives on the wire as it was given.
 */
interface ExactJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
}

/** A number by its JSON text. */
export interface ExactNumber {
  readonly rawJSON: string;
}

/** ECMAScript's JSON.parse with source text access, which the library types do not know yet. */
const json = JSON as unknown as ExactJson;

const LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

/** JSON.parse that loses no digit of an integer. Throws a SyntaxError like the original. */
export function parseExact(text: string): unknown {
  // The reviver is several times slower and hardly ever needed.
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && losesDigits(value, source) ? json.rawJSON(source) : value,
  );
}

export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value);

function losesDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true;
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value);
}

/**
 * Whether a number may already have been rounded before it came here: an integer above 2^53 that would be written with digits.
 * From 10^21 on numbers are written with an exponent, as they were surely given.
 */
export const mayHaveLostDigits = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;

/** The value with ordinary numbers in place of exact ones, for checks that know nothing else. Shares what holds none. */
export function withPlainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return Number(value.rawJSON);
  if (Array.isArray(value)) {
    const items = value.map(withPlainNumbers);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, withPlainNumbers(item), item] as const);
  return entries.every(([, after, before]) => after === before) ? value : Object.fromEntries(entries.map(([key, after]) => [key, after]));
}
