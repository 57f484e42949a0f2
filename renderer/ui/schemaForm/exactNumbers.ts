/** A whole number that a JavaScript number cannot hold without losing digits. */
export const isLongInteger = (text: string): boolean => /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(Number(text));

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * JSON.parse that keeps long whole numbers as the text of their digits, which main sends on as the number they are
 * (core/tools/arguments). Throws as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  const keep: Reviver = (_, value, { source } = {}) => (typeof value === 'number' && source !== undefined && isLongInteger(source) ? source : value);
  return JSON.parse(text, keep as (this: unknown, key: string, value: unknown) => unknown);
}
