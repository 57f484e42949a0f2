import type { Level, Notice } from '../../../preload/contract/servers.ts';
import {
  createExcerpts,
  createPositions,
  duplicateKeys,
  type Node,
  nodeAt,
  type Position,
  parseJsonc,
  plainValue,
  properties,
} from '../settings/files/jsonc.ts';
import { makeNotice } from '../settings/notice.ts';
import { visible } from './describeServer.ts';
import { type Container, findContainers } from './dialects/index.ts';
import { nameForEntry } from './entryNames.ts';
import { isTree, kindOf } from './entryTemplate.ts';
import { syntaxHint } from './syntaxHint.ts';

/** One of VS Code's questions (`inputs`); a value is asked for once and kept with the secrets. */
export interface InputDefinition {
  id: string;
  description?: string;
  password: boolean;
  default?: string;
  options?: string[];
}

/** An entry as it stands in a file, not judged yet. Lines and columns count from 1. */
export interface RawEntry {
  name: string;
  value: unknown;
  file: string;
  level: Level;
  line: number;
  column: number;
  /** Place of a dotted field inside the entry, or of the entry when there is no such field. */
  placeOf(field: string): { line: number; column: number };
  /** The line of a place with a caret below it, values masked. */
  excerptAt(place: { line: number; column: number }): string;
  inputs: readonly InputDefinition[];
}

export interface ReadFile {
  entries: RawEntry[];
  notices: Notice[];
  /** The text could not be read as a whole; what was read before stays in force. */
  broken: boolean;
}

/** Reads the text of a configuration file in any known dialect (CFG-2, CFG-3). Bad parts are reported and cost only themselves. */
export function readConfigFile(text: string, file: string, level: Level, find: (root: Node) => Container[] = findContainers): ReadFile {
  const { root, problems } = parseJsonc(text);
  const problem = problems[0];
  if (!root || problem) {
    const { line = 1, column = 1, reason = 'it is empty', excerpt = '' } = problem ?? {};
    const notice = makeNotice({
      severity: 'error',
      code: 'config.syntax',
      message: `${file}, line ${line}, column ${column}: ${reason}. The file is not used.`,
      fix: reason === 'it is empty' ? 'Write { "mcpServers": {} } into it, or remove the file.' : syntaxHint(text, line, column),
      file,
      line,
      column,
      params: { reason, excerpt },
    });
    return { entries: [], notices: [notice], broken: true };
  }
  const containers = find(root);
  if (containers.length === 0) return { entries: [], notices: nothingFound(root, file), broken: false };
  const reader: Reader = { place: createPositions(text), excerpt: createExcerpts(text), file, level, notices: [] };
  reader.notices.push(...duplicateNotices(reader, root, containers));
  const entries = new Map<string, RawEntry>();
  for (const container of containers) {
    for (const entry of entriesOf(reader, root, container)) {
      const earlier = entries.get(entry.name);
      if (earlier) reader.notices.push(twice(file, entry.name, [], earlier, entry));
      entries.set(entry.name, entry);
    }
  }
  return { entries: bounded([...entries.values()], reader), notices: reader.notices, broken: false };
}

/** What the reading of one file shares. */
interface Reader {
  place(offset: number): Position;
  excerpt(place: Position): string;
  file: string;
  level: Level;
  notices: Notice[];
}

/** More than anybody has; a file with more is a mistake or an attack (SEC-4). */
const MOST_ENTRIES = 1000;

function bounded(entries: RawEntry[], { file, notices }: Reader): RawEntry[] {
  if (entries.length <= MOST_ENTRIES) return entries;
  const message = `${file} holds ${entries.length} servers; the first ${MOST_ENTRIES} are used.`;
  notices.push(makeNotice({ severity: 'error', code: 'config.entry', message, fix: 'Split the file, or remove servers.', file }));
  return entries.slice(0, MOST_ENTRIES);
}

function nothingFound(root: Node, file: string): Notice[] {
  if (root.type === 'object' && properties(root).every(({ key }) => key === '$schema')) return [];
  const message = `${file} holds no MCP servers: there is neither "mcpServers" nor "servers" nor an entry with a command or a url.`;
  return [makeNotice({ severity: 'warning', code: 'config.entry', message, fix: 'Put the servers under "mcpServers".', file })];
}

function entriesOf(reader: Reader, root: Node, container: Container): RawEntry[] {
  const { place, excerpt, file, level, notices } = reader;
  const node = nodeAt(root, container.path);
  if (!node) return [];
  const inputs = inputsOf(container.inputs && nodeAt(root, container.inputs));
  const entry = (name: string, value: Node, at: Node): RawEntry => ({
    name,
    value: plainValue(value),
    file,
    level,
    ...place(at.offset),
    placeOf: (field) => place((nodeAt(value, field.split('.')) ?? at).offset),
    excerptAt: excerpt,
    inputs,
  });
  const refuse = (at: Node, what: string, more: Partial<Notice> = {}): void => {
    const { line, column } = place(at.offset);
    const params = { excerpt: excerpt({ line, column }) };
    notices.push(
      makeNotice({ severity: 'error', code: 'config.entry', message: `${file}, line ${line}: ${what}`, file, line, column, params, ...more }),
    );
  };
  if (container.shape === 'single') return [entry(nameForEntry(plainValue(node), file), node, node)];
  if (container.shape === 'list') {
    return (node.children ?? []).flatMap((item, i) => {
      const value = plainValue(item);
      const name = isTree(value) ? nameForEntry(value, '') : '';
      if (!name)
        refuse(item, `entry ${i + 1} of ${container.path.join('.') || 'the list'} has no name.`, { fix: 'Give it a "name".', field: String(i) });
      return name ? [entry(name, item, item)] : [];
    });
  }
  if (node.type !== 'object') {
    const field = container.path.join('.');
    refuse(node, `${field} must be an object with one entry for each server, not ${kindOf(plainValue(node))}.`, {
      field,
      fix: `Write "${field}": { "name": { … } }.`,
    });
    return [];
  }
  const last = new Map(properties(node).map((property) => [property.key, property]));
  return [...last.values()].flatMap(({ key, keyNode, value }) => {
    if (!value || (container.path.length === 0 && key === '$schema')) return [];
    if (UNSEEN.test(key)) {
      refuse(keyNode, `the name of the server ${visible(key).slice(0, 100)} holds characters that cannot be seen.`, {
        fix: 'Write the name anew.',
        entry: visible(key),
      });
      return [];
    }
    if (key.trim() === '' || key.length > 200) {
      refuse(keyNode, key.trim() === '' ? 'an entry has no name.' : 'an entry has a name of more than 200 characters.', {
        fix: 'Give the entry a short name.',
        entry: key.slice(0, 200),
      });
      return [];
    }
    return [entry(key, value, keyNode)];
  });
}

/** Control characters, and those that turn the reading direction around: such a name is never what it seems. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

function inputsOf(node: Node | undefined): InputDefinition[] {
  const list = node ? plainValue(node) : [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): InputDefinition[] => {
    if (!isTree(item) || typeof item.id !== 'string') return [];
    const options = Array.isArray(item.options) ? item.options.map((option) => String(isTree(option) ? option.value : option)) : undefined;
    return [
      {
        id: item.id,
        password: item.password === true,
        ...(typeof item.description === 'string' ? { description: item.description } : {}),
        ...(typeof item.default === 'string' ? { default: item.default } : {}),
        ...(options ? { options } : {}),
      },
    ];
  });
}

/** Reported where it matters: the tables of servers themselves, their entries, and everything inside an entry. */
function duplicateNotices({ place, excerpt, file }: Reader, root: Node, containers: Container[]): Notice[] {
  return duplicateKeys(root).flatMap(({ path, key, first, last }) => {
    const whole = [...path, key];
    const inside = containers.find(({ path: own }) => own.every((part, i) => whole[i] === part) || whole.every((part, i) => own[i] === part));
    if (!inside) return [];
    const [entry, ...field] = whole.slice(inside.path.length);
    const at = place(last.offset);
    return [{ ...twice(file, entry ?? whole.join('.'), field, place(first.offset), at), params: { excerpt: excerpt(at) } }];
  });
}

function twice(file: string, entry: string, field: string[], first: Position, last: Position): Notice {
  const name = [entry, ...field].join('.');
  return makeNotice({
    severity: 'warning',
    code: 'config.duplicate',
    message: `${file}: ${JSON.stringify(name)} is written twice, at line ${first.line}, column ${first.column} and at line ${last.line}, column ${last.column}; the last one counts.`,
    fix: 'Remove or rename one of them.',
    file,
    entry,
    ...(field.length > 0 ? { field: field.join('.') } : {}),
    line: last.line,
    column: last.column,
  });
}
