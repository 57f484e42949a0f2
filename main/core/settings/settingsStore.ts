import type { Notice } from '../../../preload/contract/servers.ts';
import { Settings, type SettingsPatch } from '../../../preload/contract/settings.ts';
import { Emitter } from '../base/emitter.ts';
import { HostError } from '../base/hostError.ts';
import type { Logger } from '../ports.ts';
import { setProperty } from './files/editJsonc.ts';
import { nodeAt, parseJsonc } from './files/jsonc.ts';
import { updateTextFile } from './files/updateTextFile.ts';
import { watchFiles } from './files/watchFiles.ts';
import { writeFileAtomic } from './files/writeFileAtomic.ts';
import { applyOverrides } from './overrides.ts';
import { readSettings } from './readSettings.ts';

export interface SettingsStoreOptions {
  /** `paths.settingsFile`. */
  file: string;
  /** Folder of lock files shared by all processes with this data folder. */
  lockFolder: string;
  /** MCP_TIMEOUT, MCP_TOOL_TIMEOUT and MAX_MCP_OUTPUT_TOKENS count above the file and are never written to it. */
  env: Readonly<Record<string, string | undefined>>;
  logger: Logger;
  /** Also hear of changes by other programs. */
  watch?: boolean;
}

export interface SettingsStore {
  /** The settings in force. The same object until something changes. */
  current(): Settings;
  /** What could not be used of the file or the environment, as of the last reading. */
  notices(): readonly Notice[];
  /** Reads the file again. */
  reload(): void;
  /** Merges a change into the file, touching only the named fields. Throws `host.bad_input` naming the field when a value is out of range. */
  update(patch: SettingsPatch): Promise<Settings>;
  onChange(listener: (settings: Settings) => void): () => void;
  /** Resolves when changes by other programs are seen from now on; at once without `watch`. */
  readonly ready: Promise<void>;
  dispose(): Promise<void>;
}

type Tree = Record<string, unknown>;

/** HOME/settings.json. A bad file or field never stops the app: the default takes its place, a notice says so and the file is kept. */
export function createSettingsStore({ file, lockFolder, env, logger, watch = false }: SettingsStoreOptions): SettingsStore {
  const changes = new Emitter<Settings>();
  let notices: Notice[] = [];
  let settings = load();
  const watcher = watch ? watchFiles({ files: [file], onChange: reload }) : undefined;

  function load(): Settings {
    const read = readSettings(file);
    const overridden = applyOverrides(read.settings, env);
    notices = [...read.notices, ...overridden.notices];
    for (const notice of notices) logger.warn(notice.message);
    return overridden.settings;
  }

  function reload(): void {
    const next = load();
    if (JSON.stringify(next) === JSON.stringify(settings)) return;
    settings = next;
    changes.emit(settings);
  }

  async function update(patch: SettingsPatch): Promise<Settings> {
    const fields = leaves(patch);
    if (fields.length > 0) {
      assertValid(settings, patch);
      await setAsideIfBroken();
      await updateTextFile(file, (text) => fields.reduce((current, [path, value]) => setField(current, path, value), text ?? ''), { lockFolder });
      reload();
    }
    return settings;
  }

  /** A file that cannot be read at all is moved to a name of its own before a new one is begun; the user's text is never overwritten. */
  async function setAsideIfBroken(): Promise<void> {
    const { broken } = readSettings(file);
    if (broken === undefined) return;
    const copy = `${file}.broken-${Date.now()}`;
    await writeFileAtomic(copy, broken);
    logger.warn(`${file} could not be read; its content is kept as ${copy}.`);
    await writeFileAtomic(file, '{}\n');
  }

  return {
    current: () => settings,
    notices: () => notices,
    reload,
    update,
    onChange: (listener) => changes.on(listener),
    ready: watcher?.ready ?? Promise.resolve(),
    async dispose() {
      changes.clear();
      await watcher?.dispose();
    },
  };
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields a patch names; a list is one field. Undefined means: not named. */
function leaves(value: Tree, path: string[] = []): [string[], unknown][] {
  return Object.entries(value).flatMap(([key, item]): [string[], unknown][] => {
    if (item === undefined) return [];
    return isTree(item) ? leaves(item, [...path, key]) : [[[...path, key], item]];
  });
}

function setField(text: string, path: string[], value: unknown): string {
  const root = parseJsonc(text).root;
  const blocked = root && path.findIndex((_, i) => i > 0 && (nodeAt(root, path.slice(0, i))?.type ?? 'object') !== 'object');
  // `"mcp": 5` was useless and already replaced by the defaults; it makes room.
  if (blocked && blocked > 0) return setField(setProperty(text, path.slice(0, blocked - 1), path[blocked - 1] ?? '', {}), path, value);
  return setProperty(text, path.slice(0, -1), path.at(-1) ?? '', value);
}

function assertValid(settings: Settings, patch: SettingsPatch): void {
  const merged = leaves(patch).reduce<Tree>((tree, [path, value]) => put(tree, path, value), structuredClone(settings) as Tree);
  const parsed = Settings.safeParse(merged);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  const field = issue
    ? issue.path.join('.')
    : leaves(patch)
        .map(([path]) => path)
        .find((path) => !knows(parsed.data, path))
        ?.join('.');
  if (field === undefined) return;
  const reason = issue?.message ?? 'there is no such setting';
  throw new HostError('host.bad_input', `The setting ${field} cannot take this value: ${reason}.`, { params: { field, reason } });
}

function put(tree: Tree, [key = '', ...rest]: string[], value: unknown): Tree {
  const inner = tree[key];
  return { ...tree, [key]: rest.length === 0 ? value : put(isTree(inner) ? inner : {}, rest, value) };
}

const knows = (tree: unknown, path: string[]): boolean => {
  let node: unknown = tree;
  return path.every((key) => {
    const found = isTree(node) && Object.hasOwn(node, key);
    node = found ? (node as Tree)[key] : undefined;
    return found;
  });
};
