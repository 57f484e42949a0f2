import { HostError } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import type { ServerMachine } from './machineTypes.ts';
import { cancelled, notConnected, timedOut } from './sessionErrors.ts';

/** A backoff that is over sooner than this is waited for; a longer one fails at once (no queues behind a dead server). Milliseconds. */
const SHORT_BACKOFF_MS = 5_000;

/** Where a caller stands: go on, wait, or give up with this error. */
type Standing = 'ready' | 'wait' | HostError;

/**
 * What a machine means to someone who wants to call. `before`: the machine when the waiting began; a try that failed since then is
 * not waited out, or twenty callers would sit through every backoff.
 */
export function standing(name: string, machine: ServerMachine, now: number, before: ServerMachine = machine): Standing {
  const { state } = machine;
  switch (state.kind) {
    case 'connected':
      return 'ready';
    case 'disabled':
      return notConnected(name, { code: 'host.unavailable', message: 'It is switched off.', fix: 'Switch it on on the servers page.' });
    case 'needs-auth':
      return new HostError(state.error.code, state.error.message, state.error);
    case 'failed':
      return state.error.code.startsWith('auth.')
        ? new HostError(state.error.code, state.error.message, state.error)
        : notConnected(name, state.error);
    default: {
      if (state.phase !== 'backing-off') return 'wait';
      const tooLong = (state.retryAt ?? 0) - now > SHORT_BACKOFF_MS;
      return tooLong || machine.failures !== before.failures ? notConnected(name, state.lastError) : 'wait';
    }
  }
}

/** Waits until `look` says ready or gives up; also ends by signal and by time. Rejects with a HostError. */
export function untilReady(about: {
  server: string;
  look: () => Standing;
  subscribe: (listener: () => void) => () => void;
  clock: Clock;
  signal: AbortSignal;
  timeoutMs: number;
}): Promise<void> {
  const { server, look, subscribe, clock, signal, timeoutMs } = about;
  return new Promise((resolve, reject) => {
    const finish = (end: () => void): void => {
      unsubscribe();
      timer.cancel();
      signal.removeEventListener('abort', onAbort);
      end();
    };
    const onAbort = (): void => finish(() => reject(cancelled(server, 'connecting')));
    const timer = clock.after(timeoutMs, () => finish(() => reject(timedOut(server, 'connecting', timeoutMs))));
    const check = (): void => {
      const now = look();
      if (now === 'ready') finish(resolve);
      else if (now !== 'wait') finish(() => reject(now));
    };
    const unsubscribe = subscribe(check);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else check();
  });
}
