import type { Clock, Timer } from '../ports.ts';

interface TimerLimits {
  /** Milliseconds without progress. */
  timeoutMs: number;
  /** Overall cap in milliseconds; progress does not move it. */
  totalTimeoutMs?: number | undefined;
}

/**
 * The two limits of one request (CON-3): silence, which progress resets, and an overall cap. Both stand still while paused, for
 * example while a question of the server waits for the user. Progress is cheap: it moves a mark, not a timer.
 */
export class RequestTimer {
  readonly #clock: Clock;
  readonly #limits: TimerLimits;
  readonly #onTimeout: (limitMs: number) => void;
  #quietUntil: number;
  #endsAt: number;
  #timer: Timer | undefined;
  #pauses = 0;
  #pausedAt = 0;

  constructor(clock: Clock, limits: TimerLimits, onTimeout: (limitMs: number) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onTimeout = onTimeout;
    this.#quietUntil = clock.now() + limits.timeoutMs;
    this.#endsAt = clock.now() + (limits.totalTimeoutMs ?? Number.POSITIVE_INFINITY);
    this.#arm();
  }

  progress(): void {
    this.#quietUntil = (this.#pauses > 0 ? this.#pausedAt : this.#clock.now()) + this.#limits.timeoutMs;
  }

  /** Stops both clocks until `resume`; may be nested. */
  pause(): void {
    if (this.#pauses++ > 0) return;
    this.#pausedAt = this.#clock.now();
    this.stop();
  }

  resume(): void {
    if (this.#pauses === 0 || --this.#pauses > 0) return;
    const slept = this.#clock.now() - this.#pausedAt;
    this.#quietUntil += slept;
    this.#endsAt += slept;
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    const wait = Math.min(this.#quietUntil, this.#endsAt) - this.#clock.now();
    this.#timer = this.#clock.after(Math.min(wait, LONGEST_TIMER_MS), () => this.#ring());
  }

  #ring(): void {
    const now = this.#clock.now();
    if (now >= this.#endsAt) this.#onTimeout(this.#limits.totalTimeoutMs ?? 0);
    else if (now >= this.#quietUntil) this.#onTimeout(this.#limits.timeoutMs);
    else this.#arm();
  }
}

/** setTimeout turns longer waits into 1 ms. */
const LONGEST_TIMER_MS = 2_147_483_647;
