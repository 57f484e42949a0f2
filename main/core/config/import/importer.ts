import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { type ImportCandidate, type Notice, PASTED } from '../../../../preload/contract/servers.ts';
import { HostError, toErrorInfo } from '../../base/hostError.ts';
import { redactPatterns } from '../../logs/redact.ts';
import type { Paths, Remember, Secrets } from '../../ports.ts';
import { readTextFile } from '../../settings/files/textFile.ts';
import { updateTextFile } from '../../settings/files/updateTextFile.ts';
import { makeNotice } from '../../settings/notice.ts';
import { addEntry, entryValue, hasEntry, removeEntry } from '../configWriter.ts';
import { envNamesOf, headerNamesOf, targetOf } from '../describeServer.ts';
import { type EntryTemplate, isTree, type Tree } from '../entryTemplate.ts';
import type { VariableScope } from '../expandVariables.ts';
import { parseEntry } from '../parseEntry.ts';
import { readConfigFile } from '../readConfigFile.ts';
import { secretKey, withStoredSecrets } from '../secretRefs.ts';
import { adoptable, withoutSecrets } from './adoptable.ts';
import type { ForeignApp, ForeignEntry, ForeignFile, Machine, ReadRows } from './foreignApp.ts';
import { FOREIGN_APPS } from './foreignApps.ts';
import { foreseen } from './foreseen.ts';

/** What shall happen to one candidate: on a conflict keep the own server, replace it, or take the new one under another name. */
export interface ImportChoice {
  file: string;
  name: string;
  action: 'keep' | 'replace' | 'rename';
  newName?: string | undefined;
}

export interface ImportedFile {
  servers: (ImportCandidate & { added: boolean; disabled: boolean; suggestedAllow: string[] })[];
  notices: Notice[];
  added: string[];
}

interface Candidate {
  entry: ForeignEntry;
  value: Tree;
  template: EntryTemplate;
  source: string;
}

interface Findings {
  candidates: Candidate[];
  notices: Notice[];
}

export interface ImporterOptions extends Machine {
  paths: Paths;
  lockFolder: string;
  secrets: Secrets;
  /** Reads foreign databases (Cherry Studio); without it they are named and passed over. */
  readRows?: ReadRows | undefined;
  reload(): Promise<unknown>;
}

/** Import from other apps (CFG-7): first a preview without any effect, then what was chosen, into the user's own file. */
export function createImporter({ paths, lockFolder, secrets, reload, readRows, env, platform, homeDir }: ImporterOptions) {
  const own = paths.userServersFile;
  const update = (edit: (text: string | undefined) => string): Promise<boolean> => updateTextFile(own, edit, { lockFolder });
  const context = { platform, isFile: existsSync, pathFolders: (env.PATH ?? '').split(path.delimiter).filter(Boolean) };

  function judge({ entries, notices }: ForeignFile, source: string): Findings {
    const found: Findings = { candidates: [], notices: [...notices] };
    for (const entry of entries) {
      const outcome = parseEntry(entry.value, context);
      if ('problem' in outcome) {
        const { message, field, fix } = outcome.problem;
        const text = `${entry.file}: the server ${JSON.stringify(entry.name)} is not taken over: ${message}.`;
        found.notices.push(
          makeNotice({
            severity: 'warning',
            code: 'config.entry',
            message: text,
            fix,
            file: entry.file,
            entry: entry.name,
            ...(field ? { field } : {}),
          }),
        );
      } else if (isTree(entry.value)) found.candidates.push({ entry, value: entry.value, template: outcome.template, source });
    }
    return found;
  }

  function readText(text: string, file: string, source: string, read?: ForeignApp['read']): Findings {
    if (read) return judge(read(text, file), source);
    const { entries, notices } = readConfigFile(text, file, 'user');
    return judge({ entries: entries.map(({ name, value, inputs }) => ({ name, value: adoptable(value, inputs), file })), notices }, source);
  }

  function readFound(app: ForeignApp, file: string): Findings {
    if (app.readBinary) return existsSync(file) ? judge(app.readBinary(file, readRows), app.name) : { candidates: [], notices: [] };
    const text = readTextFile(file)?.text;
    if (text === undefined || text.trim() === '') return { candidates: [], notices: [] };
    const found = readText(text, file, app.name, app.read);
    // An editor's settings without servers are no finding.
    return { ...found, notices: found.notices.filter(({ code, entry }) => code === 'config.syntax' || entry !== undefined) };
  }

  /** Nobody says which app a text is from: the reading that finds the most servers is the right one. */
  function readPasted(text: string): Findings {
    const readings = [undefined, ...FOREIGN_APPS.flatMap(({ read }) => read ?? [])].flatMap((read) => {
      try {
        return [readText(text, PASTED, PASTED, read)];
      } catch {
        return [];
      }
    });
    const most = Math.max(...readings.map(({ candidates }) => candidates.length));
    return readings.find(({ candidates }) => candidates.length === most) ?? { candidates: [], notices: [] };
  }

  function scan(text: string | undefined): Findings {
    // Copied texts keep the byte order mark of their file.
    if (text !== undefined) return readPasted(text.replace(/^\uFEFF/, ''));
    const all: Findings = { candidates: [], notices: [] };
    for (const app of FOREIGN_APPS) {
      for (const file of app.files({ env, platform, homeDir })) {
        try {
          const { candidates, notices } = readFound(app, file);
          all.candidates.push(...candidates);
          all.notices.push(...notices);
        } catch (error) {
          const { code, message } = toErrorInfo(error, 'config.syntax');
          all.notices.push(makeNotice({ severity: 'warning', code, message, file }));
        }
      }
    }
    return all;
  }

  const ownText = (): string | undefined => readTextFile(own)?.text;
  const viewOf = ({ entry, template, source }: Candidate, text: string | undefined): ImportCandidate => ({
    name: entry.name,
    source,
    file: entry.file,
    transport: template.transport,
    target: redactPatterns(targetOf(template)),
    envNames: envNamesOf(template),
    headerNames: headerNamesOf(template),
    conflict: hasEntry(text, entry.name),
  });

  /** Adds one entry under a name; its secrets go to the secret store. Returns the name it got, or nothing when it was kept out. */
  async function adopt(
    candidate: Candidate,
    action: ImportChoice['action'],
    newName?: string,
    remember: Remember = secrets.canEncrypt ? 'encrypted' : 'file',
  ): Promise<string | undefined> {
    const wanted = action === 'rename' && newName?.trim() ? newName.trim() : candidate.entry.name;
    const { value, secrets: found } = withoutSecrets(candidate.value, wanted);
    let added: string | undefined;
    await withStoredSecrets(secrets, found, remember, async () => {
      await update((text) => {
        added = undefined;
        const taken = hasEntry(text, wanted);
        if (taken && action === 'keep') return text ?? '';
        added = taken && action === 'rename' ? freeName(text, wanted) : wanted;
        return addEntry(taken && action === 'replace' ? removeEntry(text, wanted) : text, added, value);
      });
      return added !== undefined;
    });
    return added;
  }

  /** As in the user's own file: no project folder, and questions are only answered once the server is here. */
  const scope: VariableScope = {
    env,
    platform,
    folders: {
      workspaceFolder: undefined,
      workspaceFolderBasename: undefined,
      userHome: homeDir,
      cwd: undefined,
      pathSeparator: path.sep,
      '/': path.sep,
    },
    input: async () => undefined,
    secret: (name) => secrets.get(secretKey(name)),
  };

  async function importPreview(text?: string): Promise<{ candidates: ImportCandidate[]; errors: ErrorInfo[] }> {
    const { candidates, notices } = scan(text);
    const current = ownText();
    const bad = notices.filter(({ code }) => ['config.syntax', 'config.entry'].includes(code));
    return {
      candidates: await Promise.all(
        candidates.map(async (candidate) => ({
          ...viewOf(candidate, current),
          ...(await foreseen(candidate.value, candidate.template, scope)),
        })),
      ),
      errors: bad.map(({ code, message, fix }) => ({ code: code === 'config.syntax' ? code : 'config.entry', message, ...(fix ? { fix } : {}) })),
    };
  }

  async function importApply(choices: readonly ImportChoice[], text?: string, remember?: Remember): Promise<{ added: string[] }> {
    const { candidates } = scan(text);
    const added: string[] = [];
    for (const { file, name, action, newName } of choices) {
      const candidate = candidates.find(({ entry }) => entry.file === file && entry.name === name);
      if (!candidate) throw new HostError('host.not_found', `${JSON.stringify(name)} is no longer in ${file}.`, { fix: 'Look for servers again.' });
      const result = await adopt(candidate, action, newName, remember);
      if (result !== undefined) added.push(result);
    }
    await reload();
    return { added };
  }

  async function importFile(file: string, { write = false }: { write?: boolean } = {}): Promise<ImportedFile> {
    const absolute = path.resolve(file);
    const app =
      FOREIGN_APPS.find(({ files }) => files({ env, platform, homeDir }).includes(absolute)) ??
      FOREIGN_APPS.find(({ name }) => name === appFor(absolute));
    const source = app?.name ?? path.basename(absolute);
    const text = app?.readBinary ? undefined : readTextFile(absolute)?.text;
    if (text === undefined && !(app?.readBinary && existsSync(absolute))) {
      throw new HostError('host.bad_input', `The file ${absolute} does not exist.`, { fix: 'Correct the name.' });
    }
    const { candidates, notices } =
      text === undefined && app?.readBinary ? judge(app.readBinary(absolute, readRows), source) : readText(text ?? '', absolute, source, app?.read);
    const current = ownText();
    const result: ImportedFile = { servers: [], notices, added: [] };
    for (const candidate of candidates) {
      const view = viewOf(candidate, current);
      const { disabled, suggestedAllow } = candidate.template;
      const name = write ? await adopt(candidate, 'keep') : undefined;
      if (name !== undefined) result.added.push(name);
      else if (write && JSON.stringify(entryValue(ownText(), view.name)) !== JSON.stringify(candidate.value)) notices.push(kept(view, own));
      result.servers.push({ ...view, added: name !== undefined, disabled, suggestedAllow });
    }
    if (write) await reload();
    return result;
  }

  return { importPreview, importApply, importFile };
}

const kept = ({ name, file }: ImportCandidate, own: string): Notice =>
  makeNotice({
    severity: 'warning',
    code: 'config.conflict',
    message: `There is already a server named ${JSON.stringify(name)} in ${own}, so the one of ${file} was not taken over.`,
    fix: 'Remove or rename one of them, or choose in the window.',
    file,
    entry: name,
  });

const appFor = (file: string): string | undefined =>
  /\.ya?ml$/i.test(file) ? 'Goose' : /\.sqlite3?$/i.test(file) ? 'Cherry Studio' : path.basename(file) === '.claude.json' ? 'Claude Code' : undefined;

function freeName(text: string | undefined, name: string): string {
  for (let n = 2; ; n += 1) if (!hasEntry(text, `${name}-${n}`)) return `${name}-${n}`;
}
