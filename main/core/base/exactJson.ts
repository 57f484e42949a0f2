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

/** As many digits may be too many for a number. */
const LONG_RUN = 16;
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;
const MINUS_ZERO = /-0(?![\d.])/;

/** A quick no for nearly all texts. One pattern of all three takes longer than the parse; apart, each is found by a look at few characters. */
export const mayHoldLongNumbers = (text: string): boolean =>
  hasLongRun(text) || LARGE_EXPONENT.test(text) || (text.includes('-0') && MINUS_ZERO.test(text));

/** A run of that many digits covers a multiple of its length wherever it begins. */
function hasLongRun(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let [first, last] = [at, at];
    while (isDigit(text.charCodeAt(first - 1))) first -= 1;
    while (isDigit(text.charCodeAt(last + 1))) last += 1;
    if (last - first >= LONG_RUN - 1) return true;
  }
  return false;
}

/** NaN, beyond an end of the text, is none. */
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** JSON.parse that loses no digit of an integer. Throws a SyntaxError like the original. `may`: what `mayHoldLongNumbers` said, where it was asked. */
export function parseExact(text: string, may = mayHoldLongNumbers(text)): unknown {
  // The reviver is several times slower and hardly ever needed.
  if (!may) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && losesDigits(value, source) ? json.rawJSON(source) : value,
  );
}

export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value);

function losesDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value) || Object.is(value, -0)) return true;
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value);
}

/**
 * Whether a number may already have been rounded before it came here: an integer above 2^53 that would be written with digits.
 * From 10^21 on numbers are written with an exponent, as they were surely given.
 */
export const mayHaveLostDigits = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;

/** The value with ordinary numbers in place of exact ones, for checks that know nothing else. Shares what holds none. */
export const withPlainNumbers = (value: unknown): unknown => replaced(value, (number) => Number(number.rawJSON));

/** The value as data that can be shown, stored and cloned: an exact number becomes its digits as text. Shares what holds none. */
export const withTextNumbers = (value: unknown): unknown => replaced(value, (number) => number.rawJSON);

// Nearly all data holds none; looking makes no garbage, and data may be fifty megabytes.
const replaced = (value: unknown, by: (number: ExactNumber) => unknown): unknown => (holdsExact(value) ? copied(value, by) : value);

/** Looks at each value once, however deep it lies. */
function copied(value: unknown, by: (number: ExactNumber) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return by(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => copied(item, by));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, copied(item, by), item] as const);
  return entries.every(([, after, before]) => after === before) ? value : Object.fromEntries(entries.map(([key, after]) => [key, after]));
}

function holdsExact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsExact);
  if (isExactNumber(value)) return true;
  for (const key in value) if (Object.hasOwn(value, key) && holdsExact((value as Record<string, unknown>)[key])) return true;
  return false;
}

/**
 * A JSON-RPC message off the wire. The numbers of `result.structuredContent` are data and keep their digits; everywhere else
 * (ids, times, bounds such as 2^63 − 1 in a schema) ordinary numbers are what readers expect.
 */
export function parseMessage(text: string): unknown {
  // Base64 often looks as if it held large exponents; without the one member that counts it need not be looked at.
  const exact = text.includes('"structuredContent"') && mayHoldLongNumbers(text);
  return exact ? exactInResult(parseExact(text, true)) : JSON.parse(text);
}

/** The same for a message that was parsed by `parseExact` in parts. A batch is treated message by message. */
export function exactInResult(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(exactInResult);
  if (!isMap(message) || !isMap(message.result) || !('structuredContent' in message.result)) return withPlainNumbers(message);
  const { structuredContent } = message.result;
  const plain = withPlainNumbers({ ...message, result: { ...message.result, structuredContent: null } }) as { result: object };
  return { ...plain, result: { ...plain.result, structuredContent } };
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
