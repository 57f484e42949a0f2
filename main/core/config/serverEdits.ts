import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServerDraft } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import type { Paths, Remember, Secrets } from '../ports.ts';
import { updateTextFile } from '../settings/files/updateTextFile.ts';
import { addEntry, entryValue, type FieldChange, patchEntry, removeEntry, renameEntry, setEntryEnabled } from './configWriter.ts';
import { EntryProblem, isTree, type Tree } from './entryTemplate.ts';
import type { VariableScope } from './expandVariables.ts';
import type { LoadedEntry } from './loadFiles.ts';
import { originOf } from './mergeConfigs.ts';
import { parseEntry } from './parseEntry.ts';
import { resolveEntry } from './resolveEntry.ts';
import { secretKey, secretNamesIn, withStoredSecrets } from './secretRefs.ts';
import type { ServerConfig } from './serverConfig.ts';
import { changesFor, type DraftBase, draftOf, entryFromChanges } from './serverDrafts.ts';

export interface ServerEditsOptions {
  paths: Paths;
  lockFolder: string;
  secrets: Secrets;
  homeDir: string;
  /** `--config` files are the whole configuration: nothing is added to other files behind the user's back. */
  fileLevelOnly: boolean;
  project(): string | undefined;
  /** The adopted entries, weak to strong. */
  entries(): readonly LoadedEntry[];
  scopeOf(entry: LoadedEntry): VariableScope;
  reload(): Promise<unknown>;
  trustOwnEdit(name: string): Promise<void>;
}

/** The window's ways to change servers: a form's draft, a switch, a removal. Each touches one entry of one file. */
export function createServerEdits(options: ServerEditsOptions) {
  const { paths, lockFolder, secrets, homeDir, fileLevelOnly, project, entries, scopeOf, reload, trustOwnEdit } = options;
  /** What a form was filled from, so that a save can tell the user's changes from those made in the file meanwhile. */
  const bases = new Map<string, Tree>();
  const update = (file: string, edit: (text: string | undefined) => string): Promise<boolean> =>
    updateTextFile(file, edit, { lockFolder, mode: path.relative(paths.home, file).startsWith('..') ? 0o644 : 0o600 });

  function find(name: string): LoadedEntry {
    const entry = entries().findLast(({ raw }) => raw.name === name);
    if (entry) return entry;
    throw new HostError('host.not_found', `There is no server named ${JSON.stringify(name)}.`, {
      fix: 'It may have been removed or renamed in its file.',
    });
  }

  function baseOf(entry: LoadedEntry): DraftBase {
    if (entry.template && isTree(entry.raw.value)) return { value: bases.get(entry.raw.name) ?? entry.raw.value, template: entry.template };
    throw new HostError(
      'config.entry',
      `The server ${JSON.stringify(entry.raw.name)} cannot be edited in the form: ${entry.problem?.message ?? 'it is no object'}.`,
      {
        fix: 'Correct it in its file, or remove it.',
      },
    );
  }

  function fileFor(level: ServerDraft['level'], old: LoadedEntry | undefined): string {
    if (old?.raw.level === level || (old && fileLevelOnly)) return old.raw.file;
    if (fileLevelOnly)
      throw new HostError('host.unavailable', 'The configuration comes from files named with --config, so no server is added elsewhere.', {
        fix: 'Edit that file.',
      });
    if (level === 'user') return paths.userServersFile;
    const folder = project();
    if (folder === undefined)
      throw new HostError('host.bad_input', `A server of the level ${level} needs an open project.`, {
        fix: 'Open a project folder, or choose the level user.',
      });
    if (level === 'local') return paths.localServersFile(folder);
    const plain = path.join(folder, 'mcp.json');
    const dotted = path.join(folder, '.mcp.json');
    return !existsSync(dotted) && existsSync(plain) ? plain : dotted;
  }

  async function saveServer(draft: ServerDraft, replaces?: string, remember: Remember = secrets.canEncrypt ? 'encrypted' : 'file'): Promise<void> {
    const old = replaces === undefined ? undefined : find(replaces);
    const base = old && baseOf(old);
    const file = fileFor(draft.level, old);
    const edit = changesFor(draft, base);
    assertUsable(base ? applyChanges(base.value, edit.changes) : entryFromChanges(edit.changes));
    await withStoredSecrets(secrets, edit.secrets, remember, async () => {
      await write(draft, file, edit.changes, old, base);
      return true;
    });
    bases.delete(replaces ?? draft.name);
    if (draft.level === 'project') await trustOwnEdit(draft.name);
    await reload();
    if (old) await dropUnused(secretNamesIn(JSON.stringify(old.raw.value)));
  }

  async function write(
    draft: ServerDraft,
    file: string,
    changes: readonly FieldChange[],
    old: LoadedEntry | undefined,
    base: DraftBase | undefined,
  ): Promise<void> {
    if (old && base && old.raw.file === file) {
      await update(file, (text) => {
        assertNoClash(base.value, entryValue(text, old.raw.name), changes, old.raw.name);
        return switched(renameEntry(patchEntry(text, old.raw.name, changes), old.raw.name, draft.name), draft, old);
      });
      return;
    }
    const value = base ? applyChanges(base.value, changes) : entryFromChanges(changes);
    await update(file, (text) => switched(addEntry(text, draft.name, value), draft, old));
    if (old) await update(old.raw.file, (text) => removeEntry(text, old.raw.name));
  }

  /** A secret that another entry still uses stays. */
  async function dropUnused(names: readonly string[]): Promise<void> {
    const used = new Set(secretNamesIn(JSON.stringify(entries().map(({ raw }) => raw.value))));
    for (const name of names) if (!used.has(name)) await secrets.delete(secretKey(name));
  }

  /** The switch of the form, when it was touched. */
  function switched(text: string, draft: ServerDraft, old: LoadedEntry | undefined): string {
    const disabled = draft.disabled ?? false;
    return disabled === (old?.template?.disabled ?? false) ? text : setEntryEnabled(text, draft.name, !disabled);
  }

  async function removeServer(name: string): Promise<void> {
    const { raw } = find(name);
    const names = secretNamesIn(JSON.stringify(raw.value));
    await update(raw.file, (text) => removeEntry(text, name));
    await reload();
    await dropUnused(names);
  }

  async function setEnabled(name: string, enabled: boolean): Promise<void> {
    const { raw } = find(name);
    await update(raw.file, (text) => setEntryEnabled(text, name, enabled));
    await reload();
  }

  function draft(name: string): ServerDraft {
    const entry = find(name);
    bases.delete(name);
    const { template, value } = baseOf(entry);
    const level = entry.raw.level === 'file' ? 'user' : entry.raw.level;
    const result = draftOf(name, level, template);
    bases.set(name, value);
    return result;
  }

  async function resolveDraft(draft: ServerDraft, replaces?: string): Promise<ServerConfig> {
    const old = replaces === undefined ? undefined : find(replaces);
    const base = old && baseOf(old);
    const file = fileFor(draft.level, old);
    const edit = changesFor(draft, base);
    const template = assertUsable(base ? applyChanges(base.value, edit.changes) : entryFromChanges(edit.changes));
    const folder = project();
    const source = old?.source ?? {
      level: draft.level,
      file,
      needsTrust: false,
      required: false,
      base: folder ?? path.dirname(file),
      ...(folder === undefined ? {} : { folder, defaultCwd: folder }),
    };
    const raw = old?.raw ?? {
      name: draft.name,
      value: {},
      file,
      level: draft.level,
      line: 1,
      column: 1,
      placeOf: () => ({ line: 1, column: 1 }),
      excerptAt: () => '',
      inputs: [],
    };
    const scope = scopeOf({ raw, source });
    const typed = new Map(edit.secrets.map(({ name, value }) => [name, value]));
    const { base: folderBase, defaultCwd } = source;
    try {
      const { config } = await resolveEntry(
        { ...template, disabled: false },
        {
          name: draft.name,
          origin: originOf(raw),
          hides: [],
          scope: { ...scope, secret: async (name) => typed.get(name) ?? scope.secret(name) },
          base: folderBase,
          homeDir,
          ...(defaultCwd === undefined ? {} : { defaultCwd }),
        },
      );
      return config;
    } catch (error) {
      if (error instanceof EntryProblem) throw badField(error);
      throw error;
    }
  }

  return { saveServer, removeServer, setEnabled, draftOf: draft, resolveDraft };
}

const badField = (problem: EntryProblem): HostError =>
  new HostError('config.entry', `The server cannot be used like that: ${problem.message}.`, { fix: problem.fix, params: { field: problem.field } });

function assertUsable(value: Tree) {
  const outcome = parseEntry(value, { platform: process.platform, isFile: existsSync, pathFolders: [] });
  if ('problem' in outcome) throw badField(outcome.problem);
  return outcome.template;
}

function applyChanges(value: Tree, changes: readonly FieldChange[]): Tree {
  const copy = structuredClone(value);
  for (const { path: fields, value: item } of changes) {
    const [first = '', second] = fields;
    if (second === undefined) {
      if (item === undefined) delete copy[first];
      else copy[first] = item;
    } else {
      const inner = isTree(copy[first]) ? { ...copy[first] } : {};
      if (item === undefined) delete inner[second];
      else inner[second] = item;
      copy[first] = inner;
    }
  }
  return copy;
}

/** The form was filled from `base`; if the file changed a field since that the form changes too, nobody's change may win silently (CFG-6). */
function assertNoClash(base: Tree, theirs: unknown, changes: readonly FieldChange[], name: string): void {
  if (theirs === undefined) return;
  const at = (tree: unknown, fields: string[]): string =>
    JSON.stringify(fields.reduce<unknown>((node, key) => (isTree(node) ? node[key] : undefined), tree)) ?? '';
  const clash = changes.find(
    ({ path: fields, value }) => at(base, fields) !== at(theirs, fields) && at(theirs, fields) !== (JSON.stringify(value) ?? ''),
  );
  if (!clash) return;
  const field = clash.path.join('.');
  throw new HostError(
    'config.conflict',
    `${field} of the server ${JSON.stringify(name)} was changed in the file while the form was open, so nothing was written.`,
    {
      fix: 'Open the form again to see the new value, then make your change.',
      params: { field, server: name },
    },
  );
}
