/** How one attempt of the server's own stream (GET) ended. */
export type StreamEnd =
  | { kind: 'refused'; status: number; retryAfterMs?: number | undefined }
  | { kind: 'unreachable' }
  | { kind: 'ended'; lifeMs: number; messages: number; retryMs?: number | undefined; resumable: boolean };

/** What earlier attempts left behind. */
export interface StreamMemory {
  everOpen: boolean;
  /** Attempts in a row that brought nothing. */
  failures: number;
  conflicts: number;
}

export const freshMemory: StreamMemory = { everOpen: false, failures: 0, conflicts: 0 };

export type StreamStep = { memory: StreamMemory } & ({ again: true; afterMs: number } | { again: false; remark: string });

/** A stream that lived this long was a good one, even if it was silent: proxies cut idle streams. */
const HEALTHY_MS = 5000;
const FIRST_CONFLICT = 5000;
const MOST_CONFLICTS = 4;
const MOST_FAILURES = 5;
const LONGEST = 60_000;

/**
 * When the stream is opened again (2025-11-25, Listening for Messages: the server need not offer it). The POST side alone decides
 * whether the connection is good, so every end here is quiet: at most one remark, never an error, never a loop.
 */
export function nextStep(memory: StreamMemory, end: StreamEnd): StreamStep {
  switch (end.kind) {
    case 'refused':
      return afterRefusal(memory, end);
    case 'unreachable':
      return again({ ...memory, failures: memory.failures + 1 }, grown(memory.failures));
    case 'ended':
      return afterEnd(memory, end);
  }
}

function afterRefusal(memory: StreamMemory, end: { status: number; retryAfterMs?: number | undefined }): StreamStep {
  if (end.status === 409) {
    // The server still holds the old stream and will notice its end some time.
    const conflicts = memory.conflicts + 1;
    if (conflicts > MOST_CONFLICTS) return stop(memory, 'The server keeps refusing a second stream (409); going on without it.');
    return again({ ...memory, conflicts }, Math.min(LONGEST, FIRST_CONFLICT * 2 ** (conflicts - 1)));
  }
  const passing = end.retryAfterMs !== undefined || (memory.everOpen && end.status >= 500);
  if (!passing) return stop(memory, `The server offers no stream of its own (${end.status}).`);
  return again({ ...memory, failures: memory.failures + 1 }, Math.max(end.retryAfterMs ?? 0, grown(memory.failures)));
}

function afterEnd(memory: StreamMemory, end: { lifeMs: number; messages: number; retryMs?: number | undefined; resumable: boolean }): StreamStep {
  const base = end.retryMs ?? 1000;
  if (end.messages > 0 || end.lifeMs >= HEALTHY_MS) return again({ everOpen: true, failures: 0, conflicts: 0 }, base);
  const failures = memory.failures + 1;
  // With event ids a short stream is a way of polling; it goes on, ever more slowly. Without, the stream is not meant.
  if (!end.resumable && !memory.everOpen && failures > 1) return stop(memory, 'The server ends its stream at once; going on without it.');
  const next = { ...memory, everOpen: memory.everOpen || end.resumable, failures, conflicts: 0 };
  return end.resumable
    ? { memory: next, again: true, afterMs: Math.max(base, Math.min(LONGEST, base * 2 ** memory.failures)) }
    : again(next, Math.max(base, grown(memory.failures)));
}

function again(memory: StreamMemory, afterMs: number): StreamStep {
  if (memory.failures > MOST_FAILURES) return stop(memory, 'The stream of the server keeps breaking; going on without it.');
  return { memory, again: true, afterMs };
}

const stop = (memory: StreamMemory, remark: string): StreamStep => ({ memory, again: false, remark });
const grown = (failures: number): number => Math.min(LONGEST, 1000 * 2 ** failures);
