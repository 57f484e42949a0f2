import { setImmediate as nextTurn } from 'node:timers/promises';

/** The event loop gets a turn after this much work. Milliseconds. */
const SLICE_MS = 8;

/** Runs `work` to its end, step by step, without holding up the event loop. Undefined when `wanted` says no before the end. */
export async function inSlices<T>(work: Iterator<unknown, T>, wanted: () => boolean = () => true): Promise<T | undefined> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      if (!wanted()) return undefined;
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await nextTurn();
  }
}

/** Runs `work` to its end at once. */
export function atOnce<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
