import path from 'node:path';
import { Emitter } from '../base/emitter.ts';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { Redactor } from '../logs/redact.ts';
import type { Clock, Timer } from '../ports.ts';
import { findIdeLinks, type IdeLink, ideLinkTarget } from '../transports/ideLinks.ts';

/** An editor that is alive and has one of the projects open (TRN-6); `server` is the name it is connected under. */
export interface EditorLink {
  id: string;
  name: string;
  folders: string[];
  transport: 'ws-ide' | 'sse-ide';
  server?: string;
}

export interface EditorLinksOptions {
  /** Folder of the lock files. */
  folder: () => string;
  /** The opened project folders; without one no editor is looked for. */
  projects: () => readonly string[];
  /** Names of the configured servers; an editor never takes one of them. */
  taken: () => readonly string[];
  clock: Clock;
  redact?: Redactor;
  /** Looks again by itself. Without, only `refresh` looks. */
  watch?: boolean;
}

/** Editors that offer their tools. Nothing is contacted before the person connects one. */
export interface EditorLinks {
  list(): readonly EditorLink[];
  /** The entries of the connected ones, to be run beside those of the files. */
  configs(): RemoteConfig[];
  /** The editor behind a server, by the server's name. */
  idOf(server: string): string | undefined;
  connect(id: string): void;
  disconnect(id: string): void;
  refresh(): Promise<void>;
  onChange(listener: () => void): () => void;
  dispose(): void;
}

/** Locks tell of no change by themselves, and a process may die without removing its lock. Milliseconds. */
const LOOK_EVERY_MS = 3_000;

export function createEditorLinks({ folder, projects, taken, clock, redact, watch = false }: EditorLinksOptions): EditorLinks {
  const changes = new Emitter<void>();
  /** By id, the name each got. Kept while its editor is out of sight: a lock that is being written anew is no goodbye. */
  const connected = new Map<string, string>();
  const masked = new Map<string, () => void>();
  let links: readonly IdeLink[] = [];
  let timer: Timer | undefined;
  let looking: Promise<void> | undefined;
  let disposed = false;

  const idOf = ({ port, pid }: IdeLink): string => `${port}-${pid}`;
  const kindOf = ({ transport }: IdeLink): EditorLink['transport'] => (transport === 'ws' ? 'ws-ide' : 'sse-ide');

  function refresh(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function look(): Promise<void> {
    timer?.cancel();
    const open = projects();
    const found = open.length > 0 ? await findIdeLinks({ folder: folder(), projects: open }) : [];
    if (disposed) return;
    if (watch) timer = clock.after(LOOK_EVERY_MS, () => void refresh());
    if (JSON.stringify(found) === JSON.stringify(links)) return;
    links = found;
    remask();
    changes.emit();
  }

  /** The token of a lock file is a secret from the moment it was read. */
  function remask(): void {
    const tokens = new Set(links.flatMap(({ authToken }) => (authToken === undefined ? [] : [authToken])));
    for (const token of tokens) if (redact && !masked.has(token)) masked.set(token, redact.register(token));
    for (const [token, undo] of masked) {
      if (tokens.has(token)) continue;
      undo();
      masked.delete(token);
    }
  }

  function freeName(link: IdeLink): string {
    const used = new Set([...taken(), ...connected.values()]);
    const base = link.ideName.trim().slice(0, 60) || 'Editor';
    if (!used.has(base)) return base;
    const numbered = `${base} ${link.port}`;
    return used.has(numbered) ? `${numbered} (editor)` : numbered;
  }

  /** A name that an entry of a file took meanwhile is the entry's. */
  function nameOf(link: IdeLink): string | undefined {
    const name = connected.get(idOf(link));
    return name !== undefined && taken().includes(name) ? `${name} (editor)` : name;
  }

  const find = (id: string): IdeLink => {
    const link = links.find((other) => idOf(other) === id);
    if (link) return link;
    throw new HostError('host.not_found', 'That editor is no longer there.', { fix: 'Open the project in the editor again.' });
  };

  if (watch) timer = clock.after(0, () => void refresh());
  return {
    list: () =>
      links.map((link): EditorLink => {
        const server = nameOf(link);
        return {
          id: idOf(link),
          name: link.ideName,
          folders: link.workspaceFolders,
          transport: kindOf(link),
          ...(server === undefined ? {} : { server }),
        };
      }),
    configs: () =>
      links.flatMap((link): RemoteConfig[] => {
        const name = nameOf(link);
        if (name === undefined) return [];
        const file = path.join(folder(), `${link.port}.lock`);
        return [{ name, origin: { level: 'local', file }, hides: [], disabled: false, era: 'auto', suggestedAllow: [], ...ideLinkTarget(link) }];
      }),
    idOf(server) {
      const link = links.find((other) => nameOf(other) === server);
      return link && idOf(link);
    },
    connect(id) {
      const link = find(id);
      if (connected.has(id)) return;
      connected.set(id, freeName(link));
      changes.emit();
    },
    disconnect(id) {
      if (connected.delete(id)) changes.emit();
    },
    refresh,
    onChange: (listener) => changes.on(listener),
    dispose() {
      disposed = true;
      timer?.cancel();
      changes.clear();
      for (const undo of masked.values()) undo();
    },
  };
}
