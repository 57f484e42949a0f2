import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TrustItem, TrustRequest } from '../../../preload/contract/servers.ts';
import type { Logger } from '../ports.ts';
import { readTextFile } from '../settings/files/textFile.ts';
import { updateTextFile } from '../settings/files/updateTextFile.ts';
import { projectKey } from '../settings/paths.ts';
import { commandLineOf, envNamesOf, fullAddressOf, headerNamesOf } from './describeServer.ts';
import type { EntryTemplate } from './entryTemplate.ts';
import { referencedNames } from './expandVariables.ts';
import type { InputDefinition, RawEntry } from './readConfigFile.ts';

/** An entry of an opened project, as far as it was understood. */
export interface ProjectEntry {
  raw: RawEntry;
  template: EntryTemplate;
}

const Remembered = z.object({ hash: z.string(), line: z.string(), fields: z.record(z.string(), z.string()) });
type Remembered = z.infer<typeof Remembered>;
const TrustFile = z.object({ version: z.literal(1), folders: z.record(z.string(), z.object({ entries: z.record(z.string(), Remembered) })) });
type Folders = z.infer<typeof TrustFile>['folders'];

export interface TrustStore {
  /** What of these entries was accepted before, and what has to be asked; no request when nothing is new or changed. */
  judge(folder: string, entries: readonly ProjectEntry[]): { trusted: ReadonlySet<RawEntry>; request?: TrustRequest };
  /** Remembers all these entries as accepted, instead of whatever was remembered of the folder, or (`keepOthers`) besides it. */
  accept(folder: string, entries: readonly ProjectEntry[], options?: { keepOthers?: boolean }): Promise<void>;
}

/** Trust is bound to content (CFG-5): the hash of everything that decides what runs or is contacted, per entry of a folder. */
export function createTrustStore({ file, lockFolder, logger }: { file: string; lockFolder: string; logger: Logger }): TrustStore {
  function load(text: string | undefined): Folders {
    if (!text?.trim()) return {};
    try {
      return TrustFile.parse(JSON.parse(text)).folders;
    } catch {
      logger.warn(`${file} was damaged; trusted folders have to be confirmed again.`);
      return {};
    }
  }

  return {
    judge(folder, entries) {
      const known = load(readQuietly(file))[projectKey(folder)]?.entries ?? {};
      const items: TrustItem[] = [];
      const trusted = new Set<RawEntry>();
      for (const entry of entries) {
        const before = Object.hasOwn(known, keyOf(entry.raw)) ? known[keyOf(entry.raw)] : undefined;
        const now = remember(entry);
        const status = !before ? 'new' : before.hash === now.hash ? 'same' : 'changed';
        if (status === 'same') trusted.add(entry.raw);
        items.push({
          ...itemOf(entry),
          status,
          ...(status === 'changed' && before ? { before: before.line, changes: changedFields(before, now) } : {}),
        });
      }
      if (items.every(({ status }) => status === 'same')) return { trusted };
      return { trusted, request: { folder, items, contentHash: contentHash(entries) } };
    },
    async accept(folder, entries, { keepOthers = false } = {}) {
      const accepted = Object.fromEntries(entries.map((entry) => [keyOf(entry.raw), remember(entry)]));
      await updateTextFile(
        file,
        (text) => {
          const folders = load(text);
          const others = keepOthers ? (folders[projectKey(folder)]?.entries ?? {}) : {};
          return `${JSON.stringify({ version: 1, folders: { ...folders, [projectKey(folder)]: { entries: { ...others, ...accepted } } } }, null, 2)}\n`;
        },
        { lockFolder },
      );
    },
  };
}

function readQuietly(file: string): string | undefined {
  try {
    return readTextFile(file)?.text;
  } catch {
    // Nothing readable means nothing is trusted.
    return undefined;
  }
}

/** The whole of what is asked, so that an answer given to an older dialog does not count for newer content. */
export const contentHash = (entries: readonly ProjectEntry[]): string =>
  sha256(JSON.stringify(entries.map((entry) => [keyOf(entry.raw), remember(entry).hash])));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const markOf = (value: unknown): string => sha256(JSON.stringify(value) ?? '').slice(0, 16);
const NOTHING = markOf(undefined);
const keyOf = ({ file, name }: RawEntry): string => JSON.stringify([file.split(/[\\/]/).at(-1), name]);

/** Only what decides the effect: switching an entry off, its timeout or a comment never asks again. */
function decisive({ raw, template }: ProjectEntry): Record<string, unknown> {
  const common = { transport: template.transport, inputs: usedInputs(raw, template) };
  if (template.transport === 'stdio') {
    const { command, args, env, cwd, envFile } = template;
    return { ...common, command, args, cwd, envFile, ...prefixed('env', env) };
  }
  const { url, headers, fallbackToSse, oauth, allowSelfSigned } = template;
  return { ...common, url, fallbackToSse, oauth, allowSelfSigned, ...prefixed('headers', headers) };
}

const prefixed = (field: string, table: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(table)
      .sort()
      .map((name) => [`${field}.${name}`, table[name] ?? '']),
  );

/** The default of an input is content too: it decides what `${input:id}` becomes. */
const usedInputs = (raw: RawEntry, template: EntryTemplate): InputDefinition[] => {
  const text = JSON.stringify(template);
  return raw.inputs.filter(({ id }) => text.includes(`\${input:${id}`));
};

function remember(entry: ProjectEntry): Remembered {
  const fields = decisive(entry);
  return {
    hash: sha256(JSON.stringify(fields)),
    line: lineOf(entry.template),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, markOf(value)])),
  };
}

/** What differs, field by field. A field that was not set at all has the mark of nothing. */
function changedFields(before: Remembered, now: Remembered): NonNullable<TrustItem['changes']> {
  const fields = [...new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])];
  const isSet = (mark: string | undefined): boolean => mark !== undefined && mark !== NOTHING;
  return fields
    .filter((field) => before.fields[field] !== now.fields[field])
    .map((field) => ({ field, how: !isSet(before.fields[field]) ? 'added' : !isSet(now.fields[field]) ? 'removed' : 'changed' }));
}

/** What is shown to compare with: the command line with its folder, or the address; names of variables and headers, never values. */
function lineOf(template: EntryTemplate): string {
  const names = [...envNamesOf(template), ...headerNamesOf(template)];
  const main =
    template.transport === 'stdio' ? `${commandLineOf(template)}${template.cwd ? ` in ${template.cwd}` : ''}` : fullAddressOf(template.url);
  return names.length > 0 ? `${main} (${names.join(', ')})` : main;
}

/** A value that goes out in a header or into a program is worth seeing by name; folders are no secret. */
function variablesOf(template: EntryTemplate): string[] {
  const texts =
    template.transport === 'stdio'
      ? [template.command, ...template.args, ...Object.values(template.env), template.cwd ?? '']
      : [template.url, ...Object.values(template.headers)];
  const folders = ['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'cwd', 'pathSeparator', '/'];
  return [...new Set(texts.flatMap(referencedNames))].filter((name) => !folders.includes(name));
}

function itemOf({ raw, template }: ProjectEntry): Omit<TrustItem, 'status'> {
  const variables = variablesOf(template);
  return {
    ...(variables.length > 0 ? { variables } : {}),
    name: raw.name,
    file: raw.file,
    level: raw.level,
    transport: template.transport,
    envNames: envNamesOf(template),
    headerNames: headerNamesOf(template),
    ...(template.transport === 'stdio' ? { commandLine: commandLineOf(template) } : { url: fullAddressOf(template.url) }),
    ...(template.transport === 'stdio' && template.cwd !== undefined ? { cwd: template.cwd } : {}),
  };
}
