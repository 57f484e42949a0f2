import { HostError } from '../base/hostError.ts';
import { factsOf } from '../transports/transportError.ts';
import type { HostSession } from './sessionHandle.ts';

/** A live session, and the epoch that names it when something must be reported about it. */
export interface Lease {
  session: HostSession;
  epoch: number;
}

/** A server as its callers see it. */
export interface Reachable {
  /** The live session; connects if need be, shared by all who wait (CON-6). Rejects with a HostError. */
  lease(signal: AbortSignal, timeoutMs: number): Promise<Lease>;
  /** This session is of no use any more: a new one at once. Only the first report about an epoch counts (CON-8). */
  renew(epoch: number, error: HostError): void;
  /** The server wants a sign-in. */
  needsAuth(epoch: number, error: HostError): void;
  pause(ms: number): Promise<void>;
}

/** What becomes of a request that failed. */
export type Verdict = { next: 'give-up' } | { next: 'sign-in' } | { next: 'renew' } | { next: 'again'; afterMs: number };

/** Waiting longer than this for a busy server is left to whoever asked, in milliseconds. */
const LONGEST_WAIT_MS = 30_000;

/**
 * The matrix of CON-7: once more if nothing was sent or if sending twice does no harm; never after a timeout or a cancel.
 * A 5xx after sending counts as sent.
 */
export function judgeFailure(error: unknown, repeatable: boolean): Verdict {
  if (!(error instanceof HostError)) return { next: 'give-up' };
  const { sessionExpired, unsent, retryAfterMs } = factsOf(error);
  if (error.code === 'auth.required') return { next: 'sign-in' };
  if (error.code === 'call.timeout' || error.code === 'call.cancelled' || error.code === 'auth.refused') return { next: 'give-up' };
  if (sessionExpired) return { next: 'renew' };
  if (unsent && retryAfterMs !== undefined) return retryAfterMs <= LONGEST_WAIT_MS ? { next: 'again', afterMs: retryAfterMs } : { next: 'give-up' };
  if (error.code === 'call.disconnected') return { next: 'renew' };
  if (error.code === 'call.outcome_unknown' && repeatable) return { next: 'again', afterMs: 0 };
  return { next: 'give-up' };
}

/** Runs a request on the server's session, at most twice (CON-6 … CON-8). Rejects with a HostError. */
export async function callSafely<T>(
  server: Reachable,
  about: { repeatable: boolean; signal: AbortSignal; timeoutMs: number },
  run: (session: HostSession) => Promise<T>,
): Promise<T> {
  const first = await server.lease(about.signal, about.timeoutMs);
  try {
    return await run(first.session);
  } catch (error) {
    const verdict = judgeFailure(error, about.repeatable);
    if (verdict.next === 'sign-in') server.needsAuth(first.epoch, error as HostError);
    if (verdict.next === 'give-up' || verdict.next === 'sign-in') throw error;
    if (verdict.next === 'renew') server.renew(first.epoch, error as HostError);
    else if (verdict.afterMs > 0) await server.pause(verdict.afterMs);
    return secondTry(server, about, run, error as HostError);
  }
}

async function secondTry<T>(
  server: Reachable,
  about: { signal: AbortSignal; timeoutMs: number },
  run: (session: HostSession) => Promise<T>,
  before: HostError,
): Promise<T> {
  let epoch: number | undefined;
  try {
    const lease = await server.lease(about.signal, about.timeoutMs);
    epoch = lease.epoch;
    return await run(lease.session);
  } catch (error) {
    if (error instanceof HostError && error.code === 'auth.required' && epoch !== undefined) server.needsAuth(epoch, error);
    // That the second try did not leave the house says nothing about the first one.
    const knowsMore = !(error instanceof HostError) || error.code !== 'call.disconnected';
    throw before.code === 'call.outcome_unknown' && !knowsMore ? before : error;
  }
}
