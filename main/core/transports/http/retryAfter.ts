/** Longest wait that is taken silently, and how often for one message (h21). */
export const RETRY_AFTER_LIMIT_MS = 30_000;
export const RETRY_AFTER_TIMES = 2;

/** `Retry-After` in milliseconds from `now`: seconds or an HTTP date (RFC 9110 10.2.3). Undefined when absent or senseless. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Only dates with a day name: `Date.parse` takes nearly anything.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
