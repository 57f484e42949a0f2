import type { Clock, Timer } from '../ports.ts';

/**
 * Turns bursts of `list_changed` into few refreshes (TOL-8): one at a time, and a change during one brings exactly one more. A server
 * whose list changes because it was listed is slowed down instead of chased: as long as each refresh is followed by the next change
 * at once, the pause doubles.
 */
export class ListRefresher {
  readonly #clock: Clock;
  readonly #refresh: () => Promise<void>;
  #streak = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #running = false;
  #dirty = false;
  #stopped = false;

  constructor(clock: Clock, refresh: () => Promise<void>) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  changed(): void {
    if (!this.#dirty && !this.#running && this.#clock.now() - this.#endedAt > ON_ITS_HEELS_MS) this.#streak = 0;
    this.#dirty = true;
    this.#plan();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #plan(): void {
    if (this.#stopped || this.#running || this.#timer || !this.#dirty) return;
    const pause = Math.min(QUIET_MS * 2 ** Math.max(0, this.#streak - FREE_REFRESHES), LONGEST_PAUSE_MS);
    this.#timer = this.#clock.after(pause, () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#running = true;
    this.#dirty = false;
    this.#streak += 1;
    try {
      await this.#refresh();
    } catch {
      // The last good list is kept; the next change tries again.
    } finally {
      this.#running = false;
      this.#endedAt = this.#clock.now();
      this.#plan();
    }
  }
}

/** Milliseconds of quiet in which further changes join the first. */
const QUIET_MS = 300;
const FREE_REFRESHES = 2;
const LONGEST_PAUSE_MS = 30_000;
/** A change this soon after a refresh may be its echo, in milliseconds. */
const ON_ITS_HEELS_MS = 2_000;
