import type { Clock, Timer } from '../../main/core/ports.ts';

interface Alarm {
  at: number;
  order: number;
  run: () => void;
}

/** A clock that stands still until a test moves it. Alarms ring in order of time, then of setting. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  #alarms = new Set<Alarm>();

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): Timer {
    const alarm: Alarm = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#alarms.add(alarm);
    return { cancel: () => void this.#alarms.delete(alarm) };
  }

  /** How many alarms are set: a way to find forgotten timers. */
  get pending(): number {
    return this.#alarms.size;
  }

  /** Moves time on; between two alarms all promises that are ready get their turn. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#next(end);
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      this.#alarms.delete(next);
      next.run();
      await settle();
    }
    this.#now = end;
  }

  /** Time that passed without anyone noticing, as in sleep: no alarm rings until the next `advance`. */
  jump(ms: number): void {
    this.#now += ms;
  }

  #next(end: number): Alarm | undefined {
    let best: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (alarm.at > end) continue;
      if (!best || alarm.at < best.at || (alarm.at === best.at && alarm.order < best.order)) best = alarm;
    }
    return best;
  }
}

/** Lets every promise that is ready run, including those they make ready. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise<void>((resolve) => setImmediate(resolve));
}
