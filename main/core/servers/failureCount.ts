/** Failures in a row that fade with time (CON-5). `at` is the epoch time in milliseconds from which the next decay is counted. */
export interface FailureCount {
  readonly count: number;
  readonly at: number;
}

export const NO_FAILURES: FailureCount = { count: 0, at: 0 };

/** The count as it stands at `now`: one failure fades every `decayMs`. */
export function decayed(failures: FailureCount, now: number, decayMs: number): FailureCount {
  if (failures.count === 0) return NO_FAILURES;
  const gone = Math.floor(Math.max(0, now - failures.at) / decayMs);
  if (gone === 0) return failures;
  return gone >= failures.count ? NO_FAILURES : { count: failures.count - gone, at: failures.at + gone * decayMs };
}

export function oneMore(failures: FailureCount, now: number, decayMs: number): FailureCount {
  return { count: decayed(failures, now, decayMs).count + 1, at: now };
}
