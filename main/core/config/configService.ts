import path from 'node:path';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ImportCandidate, Notice, ServerDraft, TrustRequest } from '../../../preload/contract/servers.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import { Emitter } from '../base/emitter.ts';
import { HostError } from '../base/hostError.ts';
import type { Redactor } from '../logs/redact.ts';
import type { Clock, Logger, Paths, Remember, Secrets } from '../ports.ts';
import { makeNotice } from '../settings/notice.ts';
import { type BrokenEntry, buildState } from './buildState.ts';
import { createConfigWatcher } from './configWatcher.ts';
import { type EntryFacts, factsOf } from './entryFacts.ts';
import type { VariableScope } from './expandVariables.ts';
import { exportServers } from './exportServers.ts';
import type { ReadRows } from './import/foreignApp.ts';
import { createImporter, type ImportChoice, type ImportedFile } from './import/importer.ts';
import { createFileLoader, type LoadedEntry } from './loadFiles.ts';
import { inputKey, secretKey } from './secretRefs.ts';
import type { ServerConfig } from './serverConfig.ts';
import { createServerEdits } from './serverEdits.ts';
import { configSources, type Source } from './sources.ts';
import { contentHash, createTrustStore, type ProjectEntry } from './trust.ts';

export interface ConfigServiceOptions {
  paths: Paths;
  settings: { current(): Settings; onChange(listener: () => void): () => void };
  /** The environment that `${VAR}` reads; in the desktop app the one of the login shell. */
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeDir: string;
  clock: Clock;
  logger: Logger;
  secrets: Secrets;
  /** Gets every secret value of the configuration in force registered. */
  redact?: Redactor;
  /** `--config`: these files, weak to strong, are the whole configuration and trusted. */
  explicitFiles?: readonly string[];
  projectFolder?: string;
  /** `--trust`: the project counts as trusted for this run; nothing is remembered. */
  trustProject?: boolean;
  watch?: boolean;
  /** Reads foreign databases for the import; the one place that knows SQLite hands it in. */
  readRows?: ReadRows;
}

export interface ConfigState {
  configs: readonly ServerConfig[];
  broken: readonly BrokenEntry[];
  notices: readonly Notice[];
  /** What an opened project would run and the user has not accepted yet. */
  trust?: TrustRequest;
  projectFolder?: string;
  /** Questions of `${input:id}` without an answer. */
  missingInputs: readonly { file: string; id: string; description?: string; password: boolean; options?: string[] }[];
  /** Questions and secrets of the entries that have any, by name. */
  facts: Readonly<Record<string, EntryFacts>>;
}

export interface ConfigService {
  /** Reads everything. Never rejects for what stands in the files. */
  load(): Promise<ConfigState>;
  reload(): Promise<ConfigState>;
  /** The state in force; the same object until something changes. */
  current(): ConfigState;
  onChange(listener: (state: ConfigState) => void): () => void;
  /** Adds a server, or changes the one named `replaces`. Rejects with `config.conflict`, `host.bad_input` … and then wrote nothing. */
  saveServer(draft: ServerDraft, replaces?: string, remember?: Remember): Promise<void>;
  removeServer(name: string): Promise<void>;
  setEnabled(name: string, enabled: boolean): Promise<void>;
  draftOf(name: string): ServerDraft;
  /** The entry a draft describes, ready to be tried out, without anything being written (server.test). */
  resolveDraft(draft: ServerDraft, replaces?: string): Promise<ServerConfig>;
  /** Accepts exactly what a request listed; a request that is out of date rejects with `config.conflict`. */
  acceptTrust(contentHash: string): Promise<void>;
  /** Not asked again about this content until the folder is opened anew. */
  declineTrust(contentHash: string): Promise<void>;
  openProject(folder: string): Promise<ConfigState>;
  closeProject(): Promise<ConfigState>;
  setInput(file: string, id: string, value: string, remember: Remember): Promise<void>;
  /** Answers several questions of one entry at once, so that its server restarts once; an empty text takes an answer back. Rejects with `host.bad_input` for a question it does not ask. */
  setInputs(name: string, values: Readonly<Record<string, string>>, remember?: Remember): Promise<void>;
  importPreview(text?: string): Promise<{ candidates: ImportCandidate[]; errors: ErrorInfo[] }>;
  importApply(choices: readonly ImportChoice[], text?: string, remember?: Remember): Promise<{ added: string[] }>;
  /** The command line's import: shows the servers of a file and with `write` adopts those whose names are free. */
  importFile(file: string, options?: { write?: boolean }): Promise<ImportedFile>;
  /** The servers in the common form, secrets replaced by variables (CFG-7). */
  exportServers(names?: readonly string[]): string;
  /** Resolves when changes of the files are heard; at once without `watch`. */
  readonly watching: Promise<void>;
  dispose(): Promise<void>;
}

/** The configuration as one object: files in, effective servers and notices out, and every way to change them. */
export function createConfigService(options: ConfigServiceOptions): ConfigService {
  const { paths, settings, env, platform, homeDir, clock, logger, secrets, redact, explicitFiles, trustProject = false } = options;
  const lockFolder = path.join(paths.caches, 'locks');
  const changes = new Emitter<ConfigState>();
  const readFile = createFileLoader({ env, platform });
  const trust = createTrustStore({ file: paths.trustFile, lockFolder, logger });
  let folder = options.projectFolder === undefined ? undefined : path.resolve(options.projectFolder);
  let declined: string | undefined;
  let state: ConfigState = { configs: [], broken: [], notices: [], missingInputs: [], facts: {} };
  let entries: LoadedEntry[] = [];
  let projectEntries: ProjectEntry[] = [];
  let unregister: (() => void)[] = [];
  let tail: Promise<unknown> = Promise.resolve();
  let disposed = false;

  const watcher = options.watch ? createConfigWatcher({ paths, clock, onChange: () => void reload() }) : undefined;
  const stopListening = settings.onChange(() => void reload());
  const sources = (): Source[] =>
    configSources(paths, { ...(explicitFiles ? { explicitFiles } : {}), ...(folder === undefined ? {} : { projectFolder: folder }) });
  let watching = watcher?.follow(sources()) ?? Promise.resolve();

  /** One reading after the other: a slow older one never overwrites a newer one. */
  function reload(): Promise<ConfigState> {
    const run = tail.then(read, read);
    tail = run.catch((error: unknown) => logger.error('The configuration could not be read.', { cause: String(error) }));
    return run;
  }

  async function read(): Promise<ConfigState> {
    if (disposed) return state;
    const files = sources().map(readFile);
    const all = files.flatMap((file) => file.entries);
    projectEntries = all.flatMap(({ raw, source, template }) => (source.needsTrust && template ? [{ raw, template }] : []));
    const { adopted, notices: trustNotices, request } = applyTrust(all);
    const missing = new Map<string, ConfigState['missingInputs'][number]>();
    const built = await buildState(adopted, { homeDir, mcpEnabled: settings.current().mcp.enabled, scopeOf: (entry) => scopeOf(entry, missing) });
    const next: ConfigState = {
      configs: built.configs,
      broken: built.broken,
      notices: [...files.flatMap((file) => file.notices), ...built.notices, ...trustNotices],
      missingInputs: [...missing.values()],
      facts: await factsOf(adopted, secrets),
      ...(request ? { trust: request } : {}),
      ...(folder === undefined ? {} : { projectFolder: folder }),
    };
    entries = adopted;
    remask(built.secrets);
    if (JSON.stringify(next) !== JSON.stringify(state)) {
      state = next;
      changes.emit(state);
    }
    return state;
  }

  function applyTrust(all: readonly LoadedEntry[]): { adopted: LoadedEntry[]; notices: Notice[]; request?: TrustRequest } {
    if (folder === undefined || trustProject) return { adopted: [...all], notices: [] };
    const { trusted, request } = trust.judge(folder, projectEntries);
    // Unusable entries of a folder that is trusted as a whole are shown as failed; of another they are only noticed.
    const adopted = all.filter(({ raw, source, problem }) => !source.needsTrust || trusted.has(raw) || (!request && problem !== undefined));
    if (!request) return { adopted, notices: [] };
    const names = request.items.filter(({ status }) => status !== 'same').map(({ name }) => JSON.stringify(name));
    const notice = makeNotice({
      severity: 'warning',
      code: 'config.untrusted',
      message: `The project ${folder} has ${names.length === 1 ? 'a server that is' : 'servers that are'} not trusted and not started: ${names.join(', ')}.`,
      fix: 'Look at what would run and trust the project, or use --trust on the command line.',
      file: folder,
    });
    return { adopted, notices: [notice], ...(declined === request.contentHash ? {} : { request }) };
  }

  function scopeOf({ raw, source }: LoadedEntry, missing: Map<string, ConfigState['missingInputs'][number]>): VariableScope {
    const folders = {
      workspaceFolder: source.folder,
      workspaceFolderBasename: source.folder && path.basename(source.folder),
      userHome: homeDir,
      cwd: source.folder,
      pathSeparator: path.sep,
      '/': path.sep,
    };
    return {
      env,
      platform,
      folders,
      secret: (name) => secrets.get(secretKey(name)),
      async input(id) {
        const stored = await secrets.get(inputKey(raw.file, id));
        if (stored !== undefined) return stored;
        const definition = raw.inputs.find((input) => input.id === id);
        if (definition?.default !== undefined && !definition.password) return definition.default;
        missing.set(JSON.stringify([raw.file, id]), {
          file: raw.file,
          id,
          password: definition?.password ?? false,
          ...(definition?.description ? { description: definition.description } : {}),
          ...(definition?.options ? { options: definition.options } : {}),
        });
        return undefined;
      },
    };
  }

  /** Old values stay masked until the new ones are, so that nothing slips through between. */
  function remask(values: readonly string[]): void {
    const old = unregister;
    unregister = redact ? [...new Set(values)].map((value) => redact.register(value)) : [];
    for (const undo of old) undo();
  }

  async function setProject(next: string | undefined): Promise<ConfigState> {
    folder = next === undefined ? undefined : path.resolve(next);
    declined = undefined;
    watching = watcher?.follow(sources()) ?? Promise.resolve();
    return reload();
  }

  async function acceptTrust(hash: string): Promise<void> {
    await reload();
    if (folder === undefined || contentHash(projectEntries) !== hash) {
      throw new HostError('config.conflict', 'The project files changed while they were being looked at, so nothing was trusted.', {
        fix: 'Look at the new content and decide again.',
      });
    }
    await trust.accept(folder, projectEntries);
    declined = undefined;
    await reload();
  }

  const edits = createServerEdits({
    paths,
    lockFolder,
    secrets,
    fileLevelOnly: explicitFiles !== undefined,
    project: () => folder,
    entries: () => entries,
    scopeOf: (entry) => scopeOf(entry, new Map()),
    homeDir,
    reload,
    /** What the user wrote in the app is trusted by that; other entries of the project are not touched by it. */
    async trustOwnEdit(name) {
      await reload();
      const own = projectEntries.filter(({ raw }) => raw.name === name);
      if (folder !== undefined && own.length > 0) await trust.accept(folder, own, { keepOthers: true });
    },
  });
  const importer = createImporter({ paths, lockFolder, env, platform, homeDir, secrets, readRows: options.readRows, reload });

  return {
    load: reload,
    reload,
    current: () => state,
    onChange: (listener) => changes.on(listener),
    ...edits,
    acceptTrust,
    async declineTrust(hash) {
      declined = hash;
      await reload();
    },
    openProject: (next) => setProject(next),
    closeProject: () => setProject(undefined),
    async setInput(file, id, value, remember) {
      await secrets.set(inputKey(file, id), value, remember);
      await reload();
    },
    async setInputs(name, values, remember = secrets.canEncrypt ? 'encrypted' : 'file') {
      const known = state.facts[name];
      const unknown = Object.keys(values).find((id) => !known?.inputs.some((input) => input.id === id));
      if (!known || unknown !== undefined) {
        throw new HostError('host.bad_input', `The server ${JSON.stringify(name)} does not ask for ${JSON.stringify(unknown ?? 'a value')}.`, {
          fix: 'Look at its entry again; the file may have changed.',
        });
      }
      for (const [id, value] of Object.entries(values)) {
        const key = inputKey(known.file, id);
        await (value === '' ? secrets.delete(key) : secrets.set(key, value, remember));
      }
      await reload();
    },
    ...importer,
    exportServers: (names) => exportServers(entries, names),
    get watching() {
      return watching;
    },
    async dispose() {
      disposed = true;
      stopListening();
      changes.clear();
      await watcher?.dispose();
      await tail;
      for (const undo of unregister) undo();
    },
  };
}
