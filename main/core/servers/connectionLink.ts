import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import { HostError, toErrorInfo } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import type { Suspicion } from '../transports/transport.ts';
import { factsOf } from '../transports/transportError.ts';
import { ConnectionDiscovery } from './connectionDiscovery.ts';
import type { MachineEvent } from './machineTypes.ts';
import type { ServerBook } from './serverBook.ts';
import type { DiscoveredTools } from './serverHost.ts';
import type { SessionEvent, SessionHandlers } from './session.ts';
import type { HostSession, OpenSession, SessionHandle, StopResult } from './sessionHandle.ts';

export interface LinkDeps {
  book: ServerBook;
  clock: Clock;
  settings: () => Settings['mcp'];
  openSession: OpenSession;
  handlers: () => SessionHandlers;
  /** To the machine; reports of retired epochs are its business. */
  report(event: MachineEvent): void;
  /** A promise when whoever takes the tools needs time for them. */
  onTools(found: DiscoveredTools): Promise<void> | undefined;
  /** Numbers the lists of all servers, so that a list of an earlier life of a server is known as older (TOL-8). */
  nextGeneration(): number;
  onEvent(event: SessionEvent): void;
  /** What must be over before the first connection opens. */
  after?: Promise<unknown>;
}

/** The one connection a server has at a time: opens it, discovers over it, ends it. */
export class ConnectionLink {
  readonly #deps: LinkDeps;
  #epoch = -1;
  #handle: SessionHandle | undefined;
  #session: HostSession | undefined;
  #discovery: ConnectionDiscovery | undefined;
  #closing = new Set<Promise<void>>();
  #draining = new Set<SessionHandle>();
  #stuck: StopResult | undefined;
  #watched: readonly string[] = [];
  #counting: Promise<void> = Promise.resolve();

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  get session(): HostSession | undefined {
    return this.#session;
  }

  /** What may explain why the attempt under way takes so long. */
  get suspicion(): Suspicion | undefined {
    return this.#handle?.suspicion;
  }

  /** Resolves when the counts of the first discovery are in, or failed. */
  get counted(): Promise<void> {
    return this.#counting;
  }

  async open(epoch: number): Promise<void> {
    const { book, clock, openSession, handlers, report } = this.#deps;
    this.#epoch = epoch;
    // One process of a server at a time: the old one is gone (or given up) before the new one starts.
    await Promise.all([this.#deps.after, ...this.#closing]);
    if (this.#epoch !== epoch) return;
    book.update({ marks: { connectStarted: clock.now() } });
    let handle: SessionHandle | undefined;
    try {
      handle = openSession({
        config: book.record.config,
        handlers: handlers(),
        onEvent: (event) => this.#hear(epoch, event),
        onInstalling: () => report({ type: 'installing', epoch }),
      });
      this.#handle = handle;
      const session = await handle.ready;
      if (this.#handle !== handle) return;
      this.#session = session;
      book.update({ info: session.info, transport: session.info.transport, marks: { ...book.record.marks, connected: clock.now() } });
      report({ type: 'opened', epoch });
    } catch (error) {
      if (this.#handle === handle) this.#fail(epoch, 'failed', error);
    }
  }

  async discover(epoch: number): Promise<void> {
    const session = this.#session;
    const { book, clock, report } = this.#deps;
    if (!session) return;
    const discovery = this.#newDiscovery(session);
    this.#discovery = discovery;
    const startedAt = clock.now();
    try {
      await discovery.first();
    } catch (error) {
      if (this.#discovery === discovery) this.#fail(epoch, 'listFailed', error);
      return;
    }
    if (this.#discovery !== discovery) return;
    const now = clock.now();
    const { connectStarted = now, connected = now } = book.record.marks;
    book.update({ connectMs: now - connectStarted, latencyMs: now - startedAt, marks: { connectStarted, connected, listed: now } });
    this.#counting = discovery.countRest();
    if (this.#watched.length > 0) session.watchResources(this.#watched);
    report({ type: 'listed', epoch });
  }

  /** Tells the tool table what the server has; a promise when it takes its time. */
  offer(found: Pick<DiscoveredTools, 'items' | 'notices' | 'headerParameters'>): Promise<void> | undefined {
    const { book, onTools, nextGeneration } = this.#deps;
    const taking = onTools({ server: book.record.name, generation: nextGeneration(), ...found });
    book.count({ tools: found.items.length });
    return taking;
  }

  /** The resources whose changes are wanted, on this connection and later ones. */
  watch(uris: readonly string[]): void {
    this.#watched = uris;
    this.#session?.watchResources(uris);
  }

  /** The server's tools are not what we think they are. */
  doubtTools(): void {
    this.#discovery?.changed('tools');
  }

  /** Begins to end the connection; `closed` tells when that is done. `drain`: over the network, calls under way are waited for first. */
  close(drain: boolean): void {
    this.#epoch = -1;
    this.#discovery?.end();
    const handle = this.#handle;
    const session = this.#session;
    this.#handle = undefined;
    this.#session = undefined;
    this.#discovery = undefined;
    if (!handle) return;
    if (!drain || !session || session.info.transport === 'stdio') {
      this.#stop(handle);
      return;
    }
    this.#draining.add(handle);
    void session.idle().then(() => this.#stop(handle));
  }

  #stop(handle: SessionHandle): void {
    this.#draining.delete(handle);
    const closing = handle.stop().then((result) => {
      this.#closing.delete(closing);
      if (!result.stuck) return;
      this.#stuck = result;
      this.#deps.book.remark(`It did not stop${result.pid === undefined ? '' : ` (process ${result.pid})`}.`);
    });
    this.#closing.add(closing);
  }

  /** Resolves when everything that was closed is gone or given up (CON-12), with the last one that was given up. */
  async closed(): Promise<StopResult> {
    for (const handle of [...this.#draining]) this.#stop(handle);
    await Promise.all(this.#closing);
    return this.#stuck ?? { stuck: false };
  }

  #newDiscovery(session: HostSession): ConnectionDiscovery {
    const { book, clock, settings } = this.#deps;
    return new ConnectionDiscovery({
      session,
      clock,
      limits: () => ({ maxPages: settings().maxToolPages, timeoutMs: settings().listTimeoutMs }),
      onTools: ({ items, notices }) => {
        const { era, transport } = session.info;
        const overModernHttp = era === 'modern' && (transport === 'http' || transport === 'proxy');
        return this.offer({ items, notices, ...(overModernHttp && { headerParameters: true }) });
      },
      onCount: (kind, count) => book.count({ [kind]: count }),
      onRefreshFailed: (error) => {
        const listError = book.masked(error);
        book.mark({ listError });
        book.remark(`The tools could not be listed again, the last list is kept: ${listError.message}`);
      },
    });
  }

  #fail(epoch: number, type: 'failed' | 'listFailed', thrown: unknown): void {
    const { book, report } = this.#deps;
    const error = book.masked(thrown instanceof HostError ? thrown.info : toErrorInfo(thrown, 'host.internal'));
    if (type === 'listFailed') book.mark({ listError: error });
    if (error.code === 'auth.required') report({ type: 'authRequired', epoch, error });
    else if (type === 'failed') report({ type, epoch, error });
    else report({ type, epoch, error, sessionExpired: sessionExpiredIn(thrown) });
  }

  #hear(epoch: number, event: SessionEvent): void {
    const { book, report, onEvent } = this.#deps;
    if (event.kind === 'log') book.log(event.line);
    if (event.kind === 'noise') book.noise(event.text);
    // The last words of a process may come after its connection was given up; they belong into its log, not further.
    if (epoch !== this.#epoch) return;
    if (event.kind === 'list-changed') this.#discovery?.changed(event.list);
    if (event.kind !== 'closed') onEvent(event);
    else report({ type: 'closed', epoch, error: book.masked(event.error ?? this.#unasked()) });
  }

  #unasked(): ErrorInfo {
    const { name, config } = this.#deps.book.record;
    if (config.transport === 'stdio') return { code: 'connect.exited', message: `"${name}" ended.`, fix: 'Look at its log.' };
    return { code: 'connect.network', message: `"${name}" closed the connection.` };
  }
}

/** The list's error wraps the one of its request. */
const sessionExpiredIn = (thrown: unknown): boolean =>
  thrown instanceof Error && (factsOf(thrown).sessionExpired === true || sessionExpiredIn(thrown.cause));
