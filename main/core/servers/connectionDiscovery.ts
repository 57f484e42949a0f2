import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { HostError, toErrorInfo } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import { ListRefresher } from './listRefresher.ts';
import { type Listed, type ListLimits, listAll, listTools } from './listTools.ts';
import type { ListKind } from './session.ts';
import type { HostSession } from './sessionHandle.ts';

interface DiscoveryDeps {
  session: HostSession;
  clock: Clock;
  limits: () => Omit<ListLimits, 'signal'>;
  /** A promise when taking them needs time: until then the server counts as being listed. */
  onTools(found: Listed): Promise<void> | undefined;
  onCount(kind: 'resources' | 'prompts', count: number): void;
  onRefreshFailed(error: ErrorInfo): void;
}

/** The lists of one connection: the first tools/list, counts of the rest, and refreshes when the server says something changed. */
export class ConnectionDiscovery {
  readonly #deps: DiscoveryDeps;
  readonly #ended = new AbortController();
  readonly #tools: ListRefresher;
  readonly #rest: Record<'resources' | 'prompts', ListRefresher>;

  constructor(deps: DiscoveryDeps) {
    this.#deps = deps;
    this.#tools = new ListRefresher(deps.clock, () => this.#refreshTools());
    this.#rest = {
      resources: new ListRefresher(deps.clock, () => this.#count('resources')),
      prompts: new ListRefresher(deps.clock, () => this.#count('prompts')),
    };
  }

  /** The first list; rejects with a HostError of code `connect.list_failed` (or `auth.*`) when there is none. */
  async first(): Promise<void> {
    let found: Listed;
    try {
      found = await listTools(this.#deps.session, this.#limits());
    } catch (error) {
      const info = toErrorInfo(error);
      if (info.code.startsWith('auth.')) throw error;
      throw new HostError('connect.list_failed', `It connected, but its tools could not be listed: ${info.message}`, {
        fix: 'Look at the log of this server, then restart it.',
        params: { reason: info.message, cause: info.code },
        cause: error,
      });
    }
    const taking = this.#emit(found);
    if (taking) await taking;
  }

  /** Counts what the server declares beside tools. Never rejects: these are extras. */
  async countRest(): Promise<void> {
    const { capabilities } = this.#deps.session.info;
    await Promise.all((['resources', 'prompts'] as const).filter((kind) => capabilities[kind] !== undefined).map((kind) => this.#count(kind)));
  }

  changed(list: 'tools' | 'resources' | 'prompts'): void {
    if (list === 'tools') this.#tools.changed();
    else this.#rest[list].changed();
  }

  end(): void {
    this.#ended.abort();
    for (const refresher of [this.#tools, this.#rest.resources, this.#rest.prompts]) refresher.stop();
  }

  /** A list with a hole in it does not replace a whole one: the last good list is kept (TOL-8). */
  async #refreshTools(): Promise<void> {
    try {
      const found = await listTools(this.#deps.session, this.#limits());
      if (found.incomplete) throw found.incomplete;
      await this.#emit(found);
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#deps.onRefreshFailed(toErrorInfo(error));
    }
  }

  async #count(kind: Extract<ListKind, 'resources' | 'prompts'>): Promise<void> {
    try {
      const { items } = await listAll(this.#deps.session, kind, this.#limits());
      if (!this.#ended.signal.aborted) this.#deps.onCount(kind, items.length);
    } catch {
      // A list that fails is no reason to doubt the server.
    }
  }

  /** What comes after the end belongs to a connection that is gone. */
  #emit(found: Listed): Promise<void> | undefined {
    return this.#ended.signal.aborted ? undefined : this.#deps.onTools(found);
  }

  #limits(): ListLimits {
    return { ...this.#deps.limits(), signal: this.#ended.signal };
  }
}
