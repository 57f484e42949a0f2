import type { Limiter, Slot } from '../base/limiter.ts';

/** One server's place in a limiter: asked for, held, or neither. */
export class LimiterSeat {
  #asking: AbortController | undefined;
  #slot: Slot | undefined;

  /** `taken` is called when the place is there, unless it was given up meanwhile. Higher priorities come later. */
  take(limiter: Limiter, priority: number, taken: () => void): void {
    const asking = new AbortController();
    this.#asking = asking;
    limiter.acquire({ priority, signal: asking.signal }).then(
      (slot) => {
        if (this.#asking !== asking) {
          slot.release();
          return;
        }
        this.#slot = slot;
        taken();
      },
      () => undefined,
    );
  }

  release(): void {
    this.#asking?.abort();
    this.#slot?.release();
    this.#asking = undefined;
    this.#slot = undefined;
  }
}
