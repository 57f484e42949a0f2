/** How a failed step is tried again (AGT-2). Times in milliseconds. */
export interface RetryPolicy {
  maxRetries: number;
  firstMs: number;
  factor: number;
  maxMs: number;
  /** A Retry-After beyond this is not waited for: the person is told instead. */
  longestWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { maxRetries: 4, firstMs: 1000, factor: 2, maxMs: 30_000, longestWaitMs: 60_000 };

/**
 * The wait before the n-th retry (from 1), or undefined when it is not worth waiting. `random` in [0, 1) spreads clients that
 * failed together over the last quarter of the wait; a wait that the server asked for is never shortened.
 */
export function retryDelay(policy: RetryPolicy, attempt: number, retryAfterMs: number | undefined, random: number): number | undefined {
  if (attempt > policy.maxRetries) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > policy.longestWaitMs) return undefined;
  const backoff = Math.min(policy.maxMs, policy.firstMs * policy.factor ** (attempt - 1));
  const spread = Math.round(backoff * (0.75 + random / 4));
  return retryAfterMs === undefined ? spread : Math.max(retryAfterMs, 0);
}
