import type { Clock } from '../ports.ts';

/** Longest wait for a page the user opened to be done with, in milliseconds; then the request is simply tried again. */
const PATIENCE_MS = 600_000;
/** Pages that were done with before anyone waited: the news may travel in one piece with the error that asks for the page. */
const MOST_EARLY = 100;

/** Pages that users have open on behalf of a server (URL-mode elicitation), and who waits for them. */
export class PagesInProgress {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #early = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The server says that it is done with this one. */
  done(id: string): void {
    const waiters = this.#waiting.get(id);
    if (!waiters && this.#early.size < MOST_EARLY) this.#early.add(id);
    for (const finish of [...(waiters ?? [])]) finish();
  }

  /** Resolves when it is done, when patience ends, or with the signal; never rejects. */
  wait(id: string, signal: AbortSignal): Promise<void> {
    if (this.#early.delete(id)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiters);
      const timer = this.#clock.after(PATIENCE_MS, () => finish());
      const finish = (): void => {
        timer.cancel();
        waiters.delete(finish);
        if (waiters.size === 0) this.#waiting.delete(id);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      waiters.add(finish);
      signal.addEventListener('abort', finish, { once: true });
    });
  }
}
