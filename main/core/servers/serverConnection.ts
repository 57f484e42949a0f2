import type { Settings } from '../../../preload/contract/settings.ts';
import { assertNever } from '../base/assertNever.ts';
import { HostError } from '../base/hostError.ts';
import type { Limiter, Slot } from '../base/limiter.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Timer } from '../ports.ts';
import { factsOf } from '../transports/transportError.ts';
import type { Lease, Reachable } from './callSafely.ts';
import { ConnectionLink, type LinkDeps } from './connectionLink.ts';
import type { EraCache } from './eraCache.ts';
import { standing, untilReady } from './readiness.ts';
import { reconnectDelay } from './reconnectDelay.ts';
import { ServerBook } from './serverBook.ts';
import {
  type MachineEffect,
  type MachineEvent,
  type MachinePolicy,
  newMachine,
  type ServerMachine,
  type TimerName,
  transition,
} from './serverMachine.ts';
import type { SessionEvent, SessionHandlers } from './session.ts';
import type { HostSession, OpenSession, StopResult } from './sessionHandle.ts';

interface ConnectionDeps extends Pick<LinkDeps, 'onTools' | 'nextGeneration'> {
  settings: () => Settings['mcp'];
  openSession: OpenSession;
  limiters: { local: Limiter; remote: Limiter };
  clock: Clock;
  random: () => number;
  eras: EraCache;
  handlers: (server: string) => SessionHandlers;
  onEvent(server: string, event: SessionEvent): void;
  /** The server wants a sign-in; remembered so that the next start does not ask again (AUT-2). */
  onNeedsAuth(config: ServerConfig): void;
}

/**
 * A connection that merely waits gives its slot back after this long (CON-2). Milliseconds. A process that starts keeps the machine busy,
 * so it counts as waiting only after 2 s; over the network waiting is all there is to do, and two hundred servers that answer after
 * 100 ms must not queue behind each other.
 */
const SLOT_PATIENCE_MS = { local: 2_000, remote: 20 };

/** A connection that lived this long counts as a success (CON-5). Milliseconds. */
const STABLE_MS = 10_000;

interface Place {
  asking: AbortController;
  taken?: Slot;
}

/** One server: keeps its machine, and performs what the machine asks for. */
export class ServerConnection implements Reachable {
  readonly book: ServerBook;
  readonly #deps: ConnectionDeps;
  readonly #link: ConnectionLink;
  #machine: ServerMachine = newMachine();
  #events: MachineEvent[] = [];
  #busy = false;
  #timers = new Map<TimerName, Timer>();
  #place: Place | undefined;

  /** `after`: an earlier server of this name that is still ending. */
  constructor(config: ServerConfig, deps: ConnectionDeps, after?: Promise<unknown>) {
    this.#deps = deps;
    this.book = new ServerBook(config, deps.clock);
    this.#link = new ConnectionLink({
      ...deps,
      book: this.book,
      handlers: () => deps.handlers(config.name),
      report: (event) => this.send(event),
      onEvent: (event) => deps.onEvent(config.name, event),
      ...(after && { after }),
    });
  }

  get session(): HostSession | undefined {
    return this.#machine.link === 'ready' ? this.#link.session : undefined;
  }

  get counted(): Promise<void> {
    return this.#link.counted;
  }

  /** Tools known from an earlier run, for a server that starts on first use (CON-2). */
  offerKnown(items: unknown[]): void {
    this.#link.offer({ items, notices: [] });
  }

  watchResources(uris: readonly string[]): void {
    this.#link.watch(uris);
  }

  doubtTools(): void {
    this.#link.doubtTools();
  }

  /** Feeds the machine; events that effects cause wait their turn. */
  send(event: MachineEvent): void {
    this.#events.push(event);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#step(next);
    } finally {
      this.#busy = false;
    }
  }

  async lease(signal: AbortSignal, timeoutMs: number): Promise<Lease> {
    for (;;) {
      const { session } = this;
      if (session) return { session, epoch: this.#machine.epoch };
      this.send({ type: 'needCall' });
      const before = this.#machine;
      const { clock } = this.#deps;
      await untilReady({
        server: this.book.record.name,
        look: () => standing(this.book.record.name, this.#machine, clock.now(), before),
        subscribe: (listener) => this.book.changed.on(listener),
        clock,
        signal,
        timeoutMs,
      });
    }
  }

  renew(epoch: number, error: HostError): void {
    if (epoch === this.#machine.epoch) this.book.remark(`A new session is needed: ${error.message}`);
    // A forgotten session says nothing about the other calls under way: each gets its own answer.
    this.send({ type: 'renew', epoch, error: this.book.masked(error.info), drain: factsOf(error).sessionExpired === true });
  }

  needsAuth(epoch: number, error: HostError): void {
    this.send({ type: 'authRequired', epoch, error: this.book.masked(error.info) });
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(ms, resolve));
  }

  /** Ends it for good; resolves when everything is gone or given up (CON-12). */
  stop(how: 'removed' | 'stopAll'): Promise<StopResult> {
    this.send({ type: how });
    this.book.close();
    return this.#link.closed();
  }

  #step(event: MachineEvent): void {
    const before = this.#machine;
    const { machine, effects } = transition(before, event, this.#policy());
    this.#machine = machine;
    if (machine === before) return;
    this.#remember(event);
    for (const effect of effects) this.#perform(effect);
  }

  /** What the next run of the app should know, and what the log should say. */
  #remember(event: MachineEvent): void {
    const { eras, onNeedsAuth } = this.#deps;
    const { config } = this.book.record;
    if (event.type === 'listed') eras.remember(config, { failed: false });
    if (event.type === 'authRequired') onNeedsAuth(config);
    if (event.type !== 'failed' && event.type !== 'closed' && event.type !== 'listFailed') return;
    this.book.remark(event.error.message);
    if (event.type !== 'closed') eras.remember(config, { failed: true });
  }

  #policy(): MachinePolicy {
    const { settings, clock, random } = this.#deps;
    const { connectTimeoutMs, installTimeoutMs, maxFailures, failureDecayMs, cooldownMs } = settings();
    const { config } = this.book.record;
    const own = config.connectTimeoutMs;
    return {
      now: clock.now(),
      connectTimeoutMs: own ?? connectTimeoutMs,
      installTimeoutMs: Math.max(installTimeoutMs, own ?? 0),
      slotPatienceMs: config.transport === 'stdio' ? SLOT_PATIENCE_MS.local : SLOT_PATIENCE_MS.remote,
      maxFailures,
      failureDecayMs,
      cooldownMs,
      stableMs: STABLE_MS,
      delayMs: (failures) => reconnectDelay(failures, random()),
    };
  }

  #perform(effect: MachineEffect): void {
    switch (effect.do) {
      case 'takeSlot':
        this.#takeSlot(effect.epoch);
        break;
      case 'releaseSlot':
        this.#place?.asking.abort();
        this.#place?.taken?.release();
        this.#place = undefined;
        break;
      case 'open':
        void this.#link.open(effect.epoch);
        break;
      case 'discover':
        void this.#link.discover(effect.epoch);
        break;
      case 'close':
        this.#link.close(effect.drain);
        break;
      case 'schedule':
        this.#timers.get(effect.timer)?.cancel();
        this.#timers.set(
          effect.timer,
          this.#deps.clock.after(effect.ms, () => this.#ring(effect)),
        );
        break;
      case 'cancelTimer':
        this.#timers.get(effect.timer)?.cancel();
        this.#timers.delete(effect.timer);
        break;
      case 'dropCaches':
        // Whoever keeps lists or contents of this connection hears that it is gone (CON-4).
        this.#deps.onEvent(this.book.record.name, { kind: 'closed' });
        break;
      case 'notify':
        this.book.update({ state: this.#machine.state });
        break;
      default:
        assertNever(effect);
    }
  }

  #takeSlot(epoch: number): void {
    const { limiters, eras } = this.#deps;
    const { config } = this.book.record;
    const place: Place = { asking: new AbortController() };
    this.#place = place;
    // Who failed last time waits for the others (CON-2).
    const priority = this.#machine.failures.count > 0 || eras.failedLastTime(config) ? 1 : 0;
    const limiter = config.transport === 'stdio' ? limiters.local : limiters.remote;
    limiter.acquire({ priority, signal: place.asking.signal }).then(
      (slot) => {
        if (this.#place !== place) {
          slot.release();
          return;
        }
        place.taken = slot;
        this.send({ type: 'slotTaken', epoch });
      },
      () => undefined,
    );
  }

  #ring({ timer, epoch, ms }: { timer: TimerName; epoch: number; ms: number }): void {
    this.#timers.delete(timer);
    if (timer === 'retry') this.send({ type: 'retryDue', epoch });
    else if (timer === 'slot') this.send({ type: 'slotPatienceOver', epoch });
    else this.send({ type: 'failed', epoch, error: this.#tooSlow(ms) });
  }

  #tooSlow(limitMs: number) {
    const { name, state } = this.book.record;
    const what = state.kind === 'pending' && state.phase === 'installing' ? 'was still being installed' : 'had not finished the handshake';
    const { suspicion } = this.#link;
    const words = this.book.lastWords;
    const why = suspicion ? ` ${suspicion.text}` : words ? ` It last said: ${words.slice(0, 300)}` : '';
    return new HostError('connect.timeout', `"${name}" ${what} after ${Math.round(limitMs / 100) / 10} s.${why}`, {
      fix: suspicion?.fix ?? 'Look at its log, or raise its connect timeout.',
      params: { server: name, limitMs },
    }).info;
  }
}
