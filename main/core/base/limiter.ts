/** A place taken in a limiter; `release` is safe to call more than once. */
export interface Slot {
  release(): void;
}

interface Waiter {
  priority: number;
  grant(slot: Slot): void;
}

/**
 * At most `limit` slots are out at a time. Waiters are served by priority (lower first), then in order of arrival.
 * A holder may release early, for example when it merely waits for an answer (CON-2).
 */
export class Limiter {
  #limit: number;
  #taken = 0;
  #waiting: Waiter[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves with a slot; rejects with the signal's reason when it aborts while waiting. */
  acquire(options: { priority?: number; signal?: AbortSignal } = {}): Promise<Slot> {
    const { priority = 0, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiter: Waiter = {
        priority,
        grant: (slot) => {
          signal?.removeEventListener('abort', leave);
          resolve(slot);
        },
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      const behind = this.#waiting.findIndex((other) => other.priority > priority);
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, waiter);
      this.#serve();
    });
  }

  setLimit(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  get inUse(): number {
    return this.#taken;
  }

  #serve(): void {
    while (this.#taken < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#taken += 1;
      let out = true;
      next.grant({
        release: () => {
          if (!out) return;
          out = false;
          this.#taken -= 1;
          this.#serve();
        },
      });
    }
  }
}
