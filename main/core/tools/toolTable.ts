import type { QuarantinedTool, Risk } from '../../../preload/contract/tools.ts';
import { Emitter } from '../base/emitter.ts';
import { atOnce, inSlices } from '../base/inSlices.ts';
import type { DiscoveredTools } from '../servers/serverHost.ts';
import { type AdoptedList, adoptList } from './adoptList.ts';
import { BUILTIN_NAMES } from './builtins/names.ts';
import { assessRisk } from './risk.ts';
import { equalJson } from './schema/equalJson.ts';
import type { Tool, ToolSnapshot, ToolTable } from './tool.ts';

/** What the user should hear about a server's list: pages cut, repeated cursors, tools left out. */
export interface ToolNotice {
  server: string;
  code: string;
  message: string;
}

export interface ToolTableOptions {
  /** Whether the user trusts this server's annotations (PER-2); asked at each use, so a changed setting counts at once. */
  trusts: (server: string) => boolean;
  /** Model-facing names that no server's tool may take; the built-in tools when absent. */
  reserved?: Iterable<string>;
}

interface ServerTools {
  generation: number;
  tools: readonly Tool[];
  byOriginal: ReadonlyMap<string, Tool>;
  quarantined: readonly QuarantinedTool[];
  notices: readonly ToolNotice[];
}

/** A list up to this length takes a few milliseconds at most. */
const AT_ONCE = 500;

interface Line {
  /** Settles with the list that came last. */
  last: Promise<void>;
  /** The server left meanwhile, and its lists with it. */
  left: boolean;
}

/** All tools of all servers (TOL-1 to TOL-6, TOL-11). Lists come in whole, one server at a time; readers get immutable views. */
export class ServerToolTable implements ToolTable {
  readonly #options: ToolTableOptions;
  readonly #reserved: ReadonlySet<string>;
  readonly #servers = new Map<string, ServerTools>();
  readonly #byName = new Map<string, Tool>();
  readonly #changes = new Emitter<string>();
  /** Long lists under way, by server. */
  readonly #lines = new Map<string, Line>();
  #disabled: ReadonlySet<string> = new Set();
  #revision = 0;
  #snapshot: ToolSnapshot | undefined;
  /** Asked for at every call; reading a verb out of a name takes longer than all the rest of the gate. */
  readonly #risks = new WeakMap<Tool, Risk>();

  constructor(options: ToolTableOptions) {
    this.#options = options;
    this.#reserved = new Set(options.reserved ?? BUILTIN_NAMES);
  }

  /**
   * Takes a server's whole list. An older generation that arrives late is dropped (TOL-8). A tool whose definition is the same
   * stays the same object; when the whole list is the same nothing is announced.
   *
   * A long list is read in slices, so that the event loop is never held up, and until all of it was read everybody sees the list before:
   * then the promise tells when it is in force (or was dropped because the server left). A short one is in force on return.
   */
  apply(found: DiscoveredTools): Promise<void> | undefined {
    const line = this.#lines.get(found.server);
    if (!line && found.items.length <= AT_ONCE) {
      const before = this.#servers.get(found.server);
      this.#commit(found, atOnce(adoptList(found, (original) => before?.byOriginal.get(original))));
      return undefined;
    }
    return this.#applyInSlices(found, line ?? { last: Promise.resolve(), left: false });
  }

  /** One after the other, since each compares with what the one before left. */
  #applyInSlices(found: DiscoveredTools, line: Line): Promise<void> {
    const { server } = found;
    const run = async (): Promise<void> => {
      const before = this.#servers.get(server);
      if (before && found.generation < before.generation) return;
      const adopted = await inSlices(
        adoptList(found, (original) => before?.byOriginal.get(original)),
        () => !line.left,
      );
      if (adopted) this.#commit(found, adopted);
    };
    const mine = line.last.then(run).finally(() => {
      if (line.last === mine && this.#lines.get(server) === line) this.#lines.delete(server);
    });
    line.last = mine;
    this.#lines.set(server, line);
    return mine;
  }

  /** Replaces a server's tools in one step. */
  #commit(found: DiscoveredTools, adopted: AdoptedList): void {
    const before = this.#servers.get(found.server);
    if (before && found.generation < before.generation) return;
    const { quarantined } = adopted;
    const notices: ToolNotice[] = found.notices.map((notice) => ({ server: found.server, ...notice }));
    for (const tool of before?.tools ?? []) this.#byName.delete(tool.name);
    const tools: Tool[] = [];
    for (const tool of adopted.tools) {
      const refusal = this.#refusal(tool.name);
      if (refusal !== undefined) {
        quarantined.push({ server: found.server, original: tool.original, reason: refusal, pointer: '/name' });
        notices.push({
          server: found.server,
          code: 'tools.name_taken',
          message: `The tool "${tool.original}" of ${found.server} is left out: ${refusal}`,
        });
        continue;
      }
      this.#byName.set(tool.name, tool);
      tools.push(tool);
    }
    const same = before !== undefined && sameLists(before, tools, quarantined, notices);
    this.#servers.set(found.server, {
      generation: found.generation,
      tools: same ? before.tools : tools,
      byOriginal: new Map(tools.map((tool) => [tool.original, tool])),
      quarantined,
      notices,
    });
    if (!same) this.#changed(found.server);
  }

  /** A disabled or removed server's tools leave at once (TOL-7); a connection that merely dropped keeps them (CON-6). */
  dropServer(name: string): void {
    const line = this.#lines.get(name);
    if (line) line.left = true;
    this.#lines.delete(name);
    const gone = this.#servers.get(name);
    if (!gone) return;
    for (const tool of gone.tools) this.#byName.delete(tool.name);
    this.#servers.delete(name);
    this.#changed(name);
  }

  /** Replaces the set of model-facing names that the user switched off (TOL-11). */
  setDisabled(names: Iterable<string>): void {
    const next = new Set(names);
    const flipped = [...next, ...this.#disabled].filter((name) => next.has(name) !== this.#disabled.has(name));
    if (flipped.length === 0) return;
    this.#disabled = next;
    const servers = new Set(flipped.map((name) => this.#byName.get(name)?.server).filter((server) => server !== undefined));
    for (const server of servers) this.#changed(server);
  }

  isEnabled(tool: Pick<Tool, 'name'>): boolean {
    return !this.#disabled.has(tool.name);
  }

  /** The enabled tools at this moment: servers in the order of their names, tools in the server's order. */
  snapshot(): ToolSnapshot {
    if (!this.#snapshot) {
      const servers = [...this.#servers.keys()].sort();
      const tools = servers.flatMap((server) => this.ofServer(server).filter((tool) => this.isEnabled(tool)));
      this.#snapshot = snapshotOf(this.#revision, tools);
    }
    return this.#snapshot;
  }

  find(server: string, original: string): Tool | undefined {
    return this.#servers.get(server)?.byOriginal.get(original);
  }

  /** By model-facing name, switched-off ones too. */
  byName(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  ofServer(server: string): readonly Tool[] {
    return this.#servers.get(server)?.tools ?? [];
  }

  hasServer(server: string): boolean {
    return this.#servers.has(server);
  }

  quarantined(server?: string): readonly QuarantinedTool[] {
    return this.#of(server).flatMap((list) => list.quarantined);
  }

  notices(server?: string): readonly ToolNotice[] {
    return this.#of(server).flatMap((list) => list.notices);
  }

  risk(tool: Tool): Risk {
    const trusted = this.#options.trusts(tool.server);
    const known = this.#risks.get(tool);
    if (known?.trusted === trusted) return known;
    const risk = assessRisk(tool, { trusted });
    this.#risks.set(tool, risk);
    return risk;
  }

  onChange(listener: (server: string) => void): () => void {
    return this.#changes.on(listener);
  }

  #of(server: string | undefined): ServerTools[] {
    if (server === undefined) return [...this.#servers.values()];
    const list = this.#servers.get(server);
    return list ? [list] : [];
  }

  #refusal(name: string): string | undefined {
    if (this.#reserved.has(name)) return `the name ${name} belongs to a built-in tool.`;
    const other = this.#byName.get(name);
    return other && `the name ${name} already stands for ${other.original} of ${other.server}.`;
  }

  #changed(server: string): void {
    this.#revision += 1;
    this.#snapshot = undefined;
    this.#changes.emit(server);
  }
}

/** An immutable view over these tools. */
export function snapshotOf(revision: number, tools: readonly Tool[]): ToolSnapshot {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { revision, tools, byName: (name) => byName.get(name) };
}

const sameLists = (before: ServerTools, tools: Tool[], quarantined: QuarantinedTool[], notices: ToolNotice[]): boolean =>
  tools.length === before.tools.length &&
  tools.every((tool, i) => tool === before.tools[i]) &&
  equalJson(quarantined, before.quarantined) &&
  equalJson(notices, before.notices);
