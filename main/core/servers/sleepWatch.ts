import type { Clock, Timer } from '../ports.ts';

/** A look at the clock each time, in milliseconds; and how late a look must be to have slept through it. */
const LOOK_EVERY_MS = 30_000;
const LATE_MS = 15_000;

/** Notices that the machine slept, by a timer that rings much too late (CON-10). Returns the end of the watch. */
export function watchSleep(clock: Clock, onWake: () => void): () => void {
  let timer: Timer;
  const look = (expected: number): void => {
    if (clock.now() - expected > LATE_MS) onWake();
    plan();
  };
  const plan = (): void => {
    const expected = clock.now() + LOOK_EVERY_MS;
    timer = clock.after(LOOK_EVERY_MS, () => look(expected));
  };
  plan();
  return () => timer.cancel();
}
