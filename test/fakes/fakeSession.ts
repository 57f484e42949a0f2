import { deferred } from '../../main/core/base/deferred.ts';
import { HostError } from '../../main/core/base/hostError.ts';
import type { ListKind, ListPage, Raw, RequestOptions, SessionEvent, SessionInfo } from '../../main/core/servers/session.ts';
import type { HostSession, OpenRequest, OpenSession, SessionHandle, StopResult } from '../../main/core/servers/sessionHandle.ts';
import type { ErrorInfo } from '../../preload/contract/errors.ts';

/** A session that does what the test says. */
export class FakeSession implements HostSession {
  info: SessionInfo = { era: 'legacy', protocolVersion: '2025-11-25', capabilities: { tools: {} }, transport: 'stdio' };
  /** Pages of each list, by cursor (`undefined` for the first). */
  list: (kind: ListKind, cursor: string | undefined) => ListPage | Promise<ListPage> = () => ({ items: [{ name: 'echo' }] });
  call: (name: string, args: Raw, options: RequestOptions) => Promise<Raw> = async (_name, args) => ({ content: [], args });
  onPing: () => Promise<void> = async () => undefined;
  readonly calls: string[] = [];
  readonly lists: (string | undefined)[] = [];
  pings = 0;
  rootsNews = 0;

  async listPage(kind: ListKind, cursor: string | undefined): Promise<ListPage> {
    if (kind === 'tools') this.lists.push(cursor);
    return this.list(kind, cursor);
  }

  callTool(name: string, args: Raw, options: RequestOptions): Promise<Raw> {
    this.calls.push(name);
    return this.call(name, args, options);
  }

  async readResource(uri: string): Promise<Raw> {
    return { contents: [{ uri }] };
  }

  async getPrompt(name: string): Promise<Raw> {
    return { messages: [], name };
  }

  async complete(): Promise<Raw> {
    return {};
  }

  async request(method: string): Promise<Raw> {
    return { method };
  }

  ping(): Promise<void> {
    this.pings += 1;
    return this.onPing();
  }

  watched: readonly string[] = [];
  watchResources(uris: readonly string[]): void {
    this.watched = uris;
  }

  rootsChanged(): void {
    this.rootsNews += 1;
  }

  /** Resolves when the test says so; at once by default. */
  whenIdle: Promise<void> = Promise.resolve();
  idle(): Promise<void> {
    return this.whenIdle;
  }

  async close(): Promise<void> {}
}

/** One attempt to connect, with the server's side in the test's hand. */
export class FakeHandle implements SessionHandle {
  readonly request: OpenRequest;
  readonly session = new FakeSession();
  stops = 0;
  #ready = deferred<HostSession>();
  #stopped = deferred<StopResult>();

  constructor(request: OpenRequest) {
    this.request = request;
  }

  get ready(): Promise<HostSession> {
    return this.#ready.promise;
  }

  get name(): string {
    return this.request.config.name;
  }

  accept(): void {
    this.#ready.resolve(this.session);
  }

  refuse(error: ErrorInfo): void {
    this.#ready.reject(new HostError(error.code, error.message, error));
  }

  emit(event: SessionEvent): void {
    this.request.onEvent(event);
  }

  /** By default a stop is over at once; `hold` makes it last until `letGo`. */
  hold = false;
  letGo(result: StopResult = { stuck: false }): void {
    this.#stopped.resolve(result);
  }

  stop(): Promise<StopResult> {
    this.stops += 1;
    this.#ready.reject(new HostError('connect.network', 'stopped'));
    if (!this.hold) this.letGo();
    return this.#stopped.promise;
  }
}

/** Keeps all attempts; `prepare` sees each before anything happens, and may accept or refuse it at once. */
export class FakeSessions {
  readonly handles: FakeHandle[] = [];
  readonly #prepare: (handle: FakeHandle) => void;

  constructor(prepare: (handle: FakeHandle) => void = () => undefined) {
    this.#prepare = prepare;
  }

  readonly open: OpenSession = (request) => {
    const handle = new FakeHandle(request);
    this.handles.push(handle);
    this.#prepare(handle);
    return handle;
  };

  of(name: string): FakeHandle[] {
    return this.handles.filter((handle) => handle.name === name);
  }

  last(name: string): FakeHandle {
    const handle = this.of(name).at(-1);
    if (!handle) throw new Error(`No connection to ${name} was tried.`);
    return handle;
  }

  /** Attempts that were neither stopped nor are over: never more than one per server. */
  get running(): FakeHandle[] {
    return this.handles.filter((handle) => handle.stops === 0);
  }
}
