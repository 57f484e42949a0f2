import type { Emitter } from '../base/emitter.ts';
import type { Clock } from '../ports.ts';
import type { ServerRecord } from './serverHost.ts';

/** Nothing of it is under way: connected, given up, switched off, or waiting for its first use. */
export const isSettled = (record: ServerRecord | undefined): boolean => record?.state.kind !== 'pending' || record.state.phase === 'deferred';

/** Resolves when `done` holds, looked at after every change, or when the signal aborts. Never rejects. */
export function untilDone(changed: Emitter<string>, done: () => boolean, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!done() && !signal?.aborted) return;
      unsubscribe();
      signal?.removeEventListener('abort', check);
      resolve();
    };
    const unsubscribe = changed.on(check);
    signal?.addEventListener('abort', check, { once: true });
    check();
  });
}

/** Resolves with `work`, or after `patienceMs`, or when the signal aborts, whatever comes first. */
export async function withPatience(work: Promise<unknown>, clock: Clock, patienceMs: number, signal?: AbortSignal): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const timer = clock.after(patienceMs, resolve);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  if (signal?.aborted) resolve();
  await Promise.race([work, enough]);
  timer.cancel();
}
