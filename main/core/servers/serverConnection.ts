import type { Settings } from '../../../preload/contract/settings.ts';
import { assertNever } from '../base/assertNever.ts';
import type { HostError } from '../base/hostError.ts';
import type { Limiter } from '../base/limiter.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Timer } from '../ports.ts';
import { factsOf } from '../transports/transportError.ts';
import type { Lease, Reachable } from './callSafely.ts';
import { ConnectionLink, type LinkDeps } from './connectionLink.ts';
import { connectionPolicy } from './connectionPolicy.ts';
import type { EraCache } from './eraCache.ts';
import { LimiterSeat } from './limiterSeat.ts';
import type { MachineEffect, MachineEvent, MachinePolicy, ServerMachine, TimerName } from './machineTypes.ts';
import { standing, untilReady } from './readiness.ts';
import { ServerBook } from './serverBook.ts';
import { newMachine, transition } from './serverMachine.ts';
import type { SessionEvent, SessionHandlers } from './session.ts';
import type { HostSession, OpenSession, StopResult } from './sessionHandle.ts';
import { tooSlow } from './tooSlow.ts';

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

/** One server: keeps its machine, and performs what the machine asks for. */
export class ServerConnection implements Reachable {
  readonly book: ServerBook;
  readonly #deps: ConnectionDeps;
  readonly #link: ConnectionLink;
  #machine: ServerMachine = newMachine();
  #events: MachineEvent[] = [];
  #busy = false;
  #timers = new Map<TimerName, Timer>();
  readonly #seat = new LimiterSeat();

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
    return connectionPolicy(settings(), this.book.record.config, clock.now(), random);
  }

  #perform(effect: MachineEffect): void {
    switch (effect.do) {
      case 'takeSlot':
        this.#takeSlot(effect.epoch);
        break;
      case 'releaseSlot':
        this.#seat.release();
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
    // Who failed last time waits for the others (CON-2).
    const priority = this.#machine.failures.count > 0 || eras.failedLastTime(config) ? 1 : 0;
    const limiter = config.transport === 'stdio' ? limiters.local : limiters.remote;
    this.#seat.take(limiter, priority, () => this.send({ type: 'slotTaken', epoch }));
  }

  #ring({ timer, epoch, ms }: { timer: TimerName; epoch: number; ms: number }): void {
    this.#timers.delete(timer);
    if (timer === 'retry') this.send({ type: 'retryDue', epoch });
    else if (timer === 'slot') this.send({ type: 'slotPatienceOver', epoch });
    else this.send({ type: 'failed', epoch, error: tooSlow(this.book, ms, this.#link.suspicion) });
  }
}
