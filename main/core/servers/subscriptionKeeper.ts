import type { Clock, Timer } from '../ports.ts';
import { reconnectDelay } from './reconnectDelay.ts';

/** A stream of change notifications, as the SDK hands it out. */
export interface Subscription {
  readonly closed: Promise<'local' | 'graceful' | 'remote'>;
  close(): Promise<void>;
}

/**
 * Keeps a modern `subscriptions/listen` stream open: when the server or the network drops it, it is opened again with backoff
 * (2026-07-28, subscriptions: a client that still cares re-establishes). Ends with `stop`.
 */
export class SubscriptionKeeper {
  readonly #open: () => Promise<Subscription | undefined>;
  readonly #onReopened: () => void;
  readonly #clock: Clock;
  readonly #random: () => number;
  #current: Subscription | undefined;
  #timer: Timer | undefined;
  #failures = 0;
  #stopped = false;

  /** `open` resolves with nothing when the server has no such stream; then there is nothing to keep. */
  constructor(deps: { open: () => Promise<Subscription | undefined>; onReopened: () => void; clock: Clock; random: () => number }) {
    this.#open = deps.open;
    this.#onReopened = deps.onReopened;
    this.#clock = deps.clock;
    this.#random = deps.random;
  }

  async start(): Promise<void> {
    let subscription: Subscription | undefined;
    const openedAt = this.#clock.now();
    try {
      subscription = await this.#open();
    } catch {
      this.#later();
      return;
    }
    if (!subscription) return;
    if (this.#stopped) {
      subscription.close().catch(() => undefined);
      return;
    }
    this.#current = subscription;
    // What changed while nobody listened is unknown: whoever depends on it looks again.
    if (this.#failures > 0) this.#onReopened();
    const how = await subscription.closed;
    if (this.#stopped || how === 'local') return;
    if (this.#clock.now() - openedAt >= STEADY_MS) this.#failures = 0;
    this.#later();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#current?.close().catch(() => undefined);
  }

  #later(): void {
    if (this.#stopped) return;
    this.#failures += 1;
    this.#timer = this.#clock.after(reconnectDelay(this.#failures, this.#random()), () => void this.start());
  }
}

/** A stream that lived this long was no failure, in milliseconds. */
const STEADY_MS = 60_000;
