import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { LogLine, ServerState } from '../../../preload/contract/servers.ts';
import { Emitter } from '../base/emitter.ts';
import { Limiter } from '../base/limiter.ts';
import { connectionKey, type ServerConfig } from '../config/serverConfig.ts';
import { DoubtfulServer } from './doubtfulServer.ts';
import type { EraCache } from './eraCache.ts';
import type { Start } from './machineTypes.ts';
import { ServerConnection } from './serverConnection.ts';
import type { DiscoveredTools, ServerRecord, StopReport } from './serverHost.ts';
import type { ServerHostDeps, ServerManager } from './serverManager.ts';
import { ServerRequests } from './serverRequests.ts';
import type { SessionEvent } from './session.ts';
import type { OpenSession } from './sessionHandle.ts';
import { isSettled, untilDone, withPatience } from './settling.ts';
import { watchSleep } from './sleepWatch.ts';
import type { ToolListCache } from './toolListCache.ts';

interface ManagedDeps extends ServerHostDeps {
  random: () => number;
  eras: EraCache;
  toolLists: ToolListCache;
  openSession: OpenSession;
  needsAuthKey: (config: ServerConfig) => string;
}

interface Entry {
  connection: ServerConnection;
  /** The connection as a caller meets it: checked first when in doubt. */
  reach: DoubtfulServer;
  key: string;
  /** Wanted on, by its entry and by the setting that turns MCP off as a whole. */
  on: boolean;
}

/** Longest wait of `settled` for the counts of resources and prompts, in milliseconds. */
const COUNT_PATIENCE_MS = 3_000;

/** Makes the running servers match the entries, and is the one address for what runs on them. */
export class ManagedServers implements ServerManager {
  readonly #deps: ManagedDeps;
  readonly #limiters = { local: new Limiter(1), remote: new Limiter(1) };
  readonly #changed = new Emitter<string>();
  readonly #tools = new Emitter<DiscoveredTools>();
  readonly #events = new Emitter<{ server: string; event: SessionEvent }>();
  #entries = new Map<string, Entry>();
  /** Removed servers that are still ending; a new one of that name waits for them. */
  #leaving = new Map<string, Promise<unknown>>();
  #stopping: Promise<StopReport> | undefined;
  #generation = 0;
  /** The states that the app's log has. */
  readonly #told = new Map<string, ServerState>();
  readonly #requests: ServerRequests;
  readonly #endWatch: () => void;

  constructor(deps: ManagedDeps) {
    this.#deps = deps;
    this.#requests = new ServerRequests({
      find: (server) => this.#entries.get(server),
      maxPages: () => deps.settings().maxToolPages,
      logger: deps.logger,
    });
    this.#endWatch = watchSleep(deps.clock, () => this.doubtRemotes());
  }

  apply(configs: readonly ServerConfig[]): void {
    if (this.#stopping) return;
    const { enabled, localConcurrency, remoteConcurrency } = this.#deps.settings();
    this.#limiters.local.setLimit(localConcurrency);
    this.#limiters.remote.setLimit(remoteConcurrency);
    const wanted = new Set(configs.map((config) => config.name));
    for (const name of [...this.#entries.keys()]) if (!wanted.has(name)) this.#remove(name);
    const before = this.#entries;
    this.#entries = new Map();
    for (const config of configs) {
      const old = before.get(config.name);
      const on = enabled && !config.disabled;
      const entry = old ?? this.#newEntry(config);
      this.#entries.set(config.name, entry);
      if (old) this.#change(old, config, on);
      else {
        entry.on = on;
        if (on) entry.connection.send({ type: 'enabled', start: this.#start(entry.connection, config) });
        else this.#changed.emit(config.name);
      }
    }
  }

  list(): readonly ServerRecord[] {
    return [...this.#entries.values()].map((entry) => entry.connection.book.record);
  }

  get(name: string): ServerRecord | undefined {
    return this.#entries.get(name)?.connection.book.record;
  }

  onChange(listener: (name: string) => void): () => void {
    return this.#changed.on(listener);
  }

  onTools(listener: (found: DiscoveredTools) => void): () => void {
    return this.#tools.on(listener);
  }

  onEvent(listener: (what: { server: string; event: SessionEvent }) => void): () => void {
    return this.#events.on(listener);
  }

  logs(name: string): readonly LogLine[] {
    return this.#entries.get(name)?.connection.book.logs ?? [];
  }

  async settled(signal?: AbortSignal): Promise<void> {
    await untilDone(this.#changed, () => this.list().every(isSettled), signal);
    const counted = Promise.all([...this.#entries.values()].map((entry) => entry.connection.counted));
    await withPatience(counted, this.#deps.clock, COUNT_PATIENCE_MS, signal);
  }

  async restart(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#deps.needsAuth?.clear(this.#deps.needsAuthKey(entry.connection.book.record.config));
    entry.connection.send({ type: 'retryNow' });
    await untilDone(this.#changed, () => isSettled(this.get(name)));
  }

  runStarts(): void {
    for (const { connection } of this.#entries.values()) connection.send({ type: 'runStarts' });
  }

  doubtRemotes(): void {
    for (const { connection, reach } of this.#entries.values()) if (connection.book.record.config.transport !== 'stdio') reach.doubt();
  }

  callTool: ServerManager['callTool'] = (...call) => this.#requests.callTool(...call);
  readResource: ServerManager['readResource'] = (...read) => this.#requests.readResource(...read);
  getPrompt: ServerManager['getPrompt'] = (...prompt) => this.#requests.getPrompt(...prompt);
  listAll: ServerManager['listAll'] = (...list) => this.#requests.listAll(...list);
  request: ServerManager['request'] = (...request) => this.#requests.request(...request);

  watchResources(server: string, uris: readonly string[]): void {
    this.#entries.get(server)?.connection.watchResources(uris);
  }

  rootsChanged(): void {
    for (const { connection } of this.#entries.values()) connection.session?.rootsChanged();
  }

  stopAll(): Promise<StopReport> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<StopReport> {
    const { clock, eras, toolLists } = this.#deps;
    this.#endWatch();
    const startedAt = clock.now();
    const entries = [...this.#entries];
    const ends = await Promise.all(entries.map(async ([server, { connection }]) => ({ server, ...(await connection.stop('stopAll')) })));
    await Promise.all([...this.#leaving.values(), eras.flush(), toolLists.flush()]);
    const stuck = ends.filter((end) => end.stuck).map(({ server, pid }) => ({ server, ...(pid !== undefined && { pid }) }));
    return { ms: clock.now() - startedAt, stuck };
  }

  #adopt(found: DiscoveredTools): Promise<void> | undefined {
    const taking = this.#tools.emitAndWait(found);
    const config = this.get(found.server)?.config;
    if (config?.startOnFirstUse) this.#deps.toolLists.write(config, found.items);
    return taking;
  }

  #newEntry(config: ServerConfig): Entry {
    const { name } = config;
    const connection = new ServerConnection(
      config,
      {
        ...this.#deps,
        limiters: this.#limiters,
        handlers: this.#deps.handlers ?? (() => ({})),
        nextGeneration: () => ++this.#generation,
        onTools: (found) => this.#adopt(found),
        onEvent: (server, event) => this.#events.emit({ server, event }),
        onNeedsAuth: (needy) => this.#deps.needsAuth?.set(this.#deps.needsAuthKey(needy)),
      },
      this.#leaving.get(name),
    );
    connection.book.changed.on(() => this.#note(connection));
    return { connection, reach: new DoubtfulServer(connection), key: connectionKey(config), on: false };
  }

  #note({ book: { record } }: ServerConnection): void {
    const { name, state } = record;
    const told = this.#told.get(name);
    this.#told.set(name, state);
    if (told !== state && (state.kind === 'failed' || state.kind === 'needs-auth')) {
      this.#deps.logger.warn(`Server "${name}": ${state.error.message}`, { server: name, code: state.error.code });
    } else if (told !== state && state.kind === 'connected') this.#deps.logger.info(`Server "${name}" is connected.`, { server: name });
    this.#changed.emit(name);
  }

  /** A known entry again: only a different connection restarts it (CFG-6). */
  #change(entry: Entry, config: ServerConfig, on: boolean): void {
    const { connection } = entry;
    const key = connectionKey(config);
    const same = key === entry.key;
    const wasOn = entry.on;
    entry.key = key;
    entry.on = on;
    if (!same) this.#deps.needsAuth?.clear(this.#deps.needsAuthKey(connection.book.record.config));
    connection.book.adopt(config);
    if (wasOn && !on) connection.send({ type: 'disabled' });
    else if (!wasOn && on) connection.send({ type: 'enabled', start: this.#start(connection, config) });
    else if (on && !same) connection.send({ type: 'configChanged', start: this.#start(connection, config) });
  }

  #remove(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    const leaving = entry.connection.stop('removed').finally(() => {
      if (this.#leaving.get(name) === leaving) this.#leaving.delete(name);
    });
    this.#leaving.set(name, leaving);
    this.#changed.emit(name);
  }

  #start(connection: ServerConnection, config: ServerConfig): Start {
    const { needsAuth, needsAuthKey, toolLists } = this.#deps;
    if (config.transport !== 'stdio' && needsAuth?.has(needsAuthKey(config))) return { how: 'needs-auth', error: signInMissing(config.name) };
    const known = config.startOnFirstUse ? toolLists.read(config) : undefined;
    if (!known) return { how: 'now' };
    connection.offerKnown(known);
    return { how: 'deferred' };
  }
}

const signInMissing = (server: string): ErrorInfo => ({
  code: 'auth.required',
  message: `"${server}" wants you to sign in.`,
  fix: 'Sign in on the servers page.',
  params: { server },
});
