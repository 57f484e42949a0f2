import { statSync } from 'node:fs';
import path from 'node:path';
import type { Notice } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import { readTextFile, type TextFile } from '../settings/files/textFile.ts';
import { makeNotice } from '../settings/notice.ts';
import type { CommandContext } from './commandLine.ts';
import type { EntryProblem, EntryTemplate, Remark } from './entryTemplate.ts';
import { parseEntry } from './parseEntry.ts';
import { type RawEntry, readConfigFile } from './readConfigFile.ts';
import type { Source } from './sources.ts';

/** An entry with the judgement of it: usable (a template) or not (a problem). */
export interface LoadedEntry {
  raw: RawEntry;
  source: Source;
  template?: EntryTemplate;
  problem?: EntryProblem;
}

export interface LoadedFile {
  source: Source;
  entries: LoadedEntry[];
  notices: Notice[];
}

export interface Environment {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

/** Reads configuration files and remembers the last good text of each: a save caught half-way never stops a running server (CFG-6). */
export function createFileLoader({ env, platform }: Environment): (source: Source) => LoadedFile {
  const lastGood = new Map<string, string>();
  const pathFolders = (env.PATH ?? env.Path ?? '').split(platform === 'win32' ? ';' : ':').filter(Boolean);

  return (source) => {
    const { file, level } = source;
    const notices: Notice[] = [];
    const text = readText(source, notices);
    // A file that is gone holds no servers; one that cannot be read keeps those it had.
    if (text === 'gone') lastGood.delete(file);
    else if (text) {
      const fresh = readConfigFile(text.text, file, level);
      if (!fresh.broken) {
        lastGood.set(file, text.text);
        return { source, ...judge(fresh.entries, [...notices, ...fresh.notices]) };
      }
      notices.push(...fresh.notices);
    }
    const kept = lastGood.get(file);
    if (kept === undefined) return { source, entries: [], notices };
    const before = readConfigFile(kept, file, level);
    const { entries } = judge(before.entries, []);
    return {
      source,
      entries,
      notices: notices.map((notice) => ({
        ...notice,
        message: notice.message.replace(/ The file is not used\.$/, ' Its servers stay as they were.'),
      })),
    };

    function judge(raws: readonly RawEntry[], found: Notice[]): Pick<LoadedFile, 'entries' | 'notices'> {
      const context: CommandContext = { platform, pathFolders, isFile: (name) => isFile(path.resolve(source.base, name)) };
      const entries = raws.map((raw): LoadedEntry => {
        const outcome = parseEntry(raw.value, context);
        found.push(...outcome.remarks.map((remark) => remarkNotice(raw, remark)));
        if ('template' in outcome) return { raw, source, template: outcome.template };
        found.push(problemNotice(raw, outcome.problem));
        return { raw, source, problem: outcome.problem };
      });
      return { entries, notices: atMost(found) };
    }
  };
}

/** A list nobody reads to its end helps nobody; the first ones name the kind. */
const MOST_NOTICES = 200;

function atMost(notices: Notice[]): Notice[] {
  if (notices.length <= MOST_NOTICES) return notices;
  const [{ file = '' } = {}] = notices;
  const message = `${file} has ${notices.length - MOST_NOTICES} more findings that are not listed.`;
  return [...notices.slice(0, MOST_NOTICES), makeNotice({ severity: 'warning', code: 'config.field', message, ...(file ? { file } : {}) })];
}

function readText({ file, required }: Source, notices: Notice[]): TextFile | 'gone' | undefined {
  const say = (severity: Notice['severity'], code: string, message: string, fix?: string): void =>
    void notices.push(makeNotice({ severity, code, message, file, ...(fix ? { fix } : {}) }));
  try {
    const read = readTextFile(file);
    if (!read && required) say('error', 'config.syntax', `The file ${file} does not exist.`, 'Correct the name after --config.');
    if (read?.lossy)
      say('warning', 'config.encoding', `${file} holds bytes that are not text; they are read as question marks.`, 'Save the file as UTF-8.');
    return read ?? 'gone';
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    say('error', error.code, error.message, error.info.fix);
    return undefined;
  }
}

function isFile(name: string): boolean {
  try {
    return statSync(name).isFile();
  } catch {
    return false;
  }
}

const quote = (name: string): string => JSON.stringify(name);

export function problemNotice(raw: RawEntry, { message, field, fix }: EntryProblem): Notice {
  const place = raw.placeOf(field);
  const text = `${raw.file}, line ${place.line}: the server ${quote(raw.name)} is not used: ${message}.`;
  return makeNotice({
    severity: 'error',
    code: 'config.entry',
    message: text,
    fix,
    file: raw.file,
    entry: raw.name,
    ...(field ? { field } : {}),
    ...place,
    params: { excerpt: raw.excerptAt(place) },
  });
}

function remarkNotice(raw: RawEntry, { severity, field, reason, fix }: Remark): Notice {
  const place = raw.placeOf(field);
  const message = `${raw.file}, line ${place.line}: the server ${quote(raw.name)}: ${reason}.`;
  return makeNotice({
    severity,
    code: 'config.field',
    message,
    file: raw.file,
    entry: raw.name,
    field,
    ...place,
    params: { excerpt: raw.excerptAt(place) },
    ...(fix ? { fix } : {}),
  });
}
