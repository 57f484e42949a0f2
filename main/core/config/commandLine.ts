import path from 'node:path';
import { EntryProblem, type Remark } from './entryTemplate.ts';

export interface CommandContext {
  platform: NodeJS.Platform;
  /** Is there a file (no folder) of this name? Relative names count from the entry's folder. */
  isFile: (name: string) => boolean;
  /** Folders of PATH, for a bare program name that holds a blank. */
  pathFolders: readonly string[];
}

export interface SplitLine {
  words: string[];
  /** A quote is not closed. */
  unbalanced: boolean;
  /** Unquoted `|`, `&&`, `;`, `>`, `<`, a backquote or `$(`: only a shell understands them. */
  operator?: string;
}

/** Splits the way a shell does for blanks and quotes, and nothing more. `${VAR:-a b}` stays one word. */
export function splitCommandLine(line: string, platform: NodeJS.Platform = 'linux'): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let operator: string | undefined;
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i] ?? '';
    const variable = quote === "'" ? undefined : /^\$\{[^}]*\}/.exec(line.slice(i))?.[0];
    if (variable) {
      word = (word ?? '') + variable;
      i += variable.length - 1;
    } else if (c === '\\' && escapes(line[i + 1] ?? '', quote, platform)) {
      word = (word ?? '') + line[i + 1];
      i += 1;
    } else if (quote) {
      if (c === quote) quote = '';
      else word += c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= '';
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      operator ??= /^(\|\|?|&&|;|>>?|<|`|\$\()/.exec(line.slice(i))?.[0];
      word = (word ?? '') + c;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, unbalanced: quote !== '', ...(operator ? { operator } : {}) };
}

/** On Windows a backslash is part of a path unless it protects a quote. */
function escapes(next: string, quote: string, platform: NodeJS.Platform): boolean {
  if (quote === "'") return false;
  return platform === 'win32' ? next === '"' : quote ? next === '"' || next === '\\' : /[\s"'\\]/.test(next);
}

/**
 * `command` and `args` as they shall be spawned. A command line pasted into `command` is split only when that is surely meant: no file of
 * that name exists, and it begins with a bare program name or with a path to an existing file. Everything else stays as it was written.
 */
export function commandOf(written: string, args: string[], context: CommandContext, remarks: Remark[]): { command: string; args: string[] } {
  const { isFile, pathFolders, platform } = context;
  const command = written !== written.trim() && !isFile(written) ? written.trim() : written;
  if (!/\s/.test(command) || isFile(command)) return { command, args };
  const bare = /^[\w@.+-]+(?=\s)/.exec(command)?.[0];
  const program = bare ?? existingPrefix(command, isFile);
  if (program === undefined || (bare && pathFolders.some((folder) => isFile(path.join(folder, command))))) return { command, args };
  const { words, unbalanced, operator } = splitCommandLine(command.slice(program.length), platform);
  if (unbalanced)
    throw new EntryProblem(
      'command',
      'command looks like a command line with a quote that is not closed',
      'Put the program into command and each argument into args.',
    );
  if (operator && bare) {
    throw new EntryProblem(
      'command',
      `command holds ${operator}, which only a shell understands, and no shell is used`,
      'Put the program into command and each argument into args.',
    );
  }
  if (operator) return { command, args };
  remarks.push({
    field: 'command',
    severity: 'info',
    reason: 'command holds a whole command line and is split at the blanks',
    fix: 'Put the program into command and each argument into args.',
  });
  return { command: program, args: [...words, ...args] };
}

/** The longest beginning, cut at a blank, that is a file: `/opt/my tools/run --fast`. */
function existingPrefix(command: string, isFile: (name: string) => boolean): string | undefined {
  for (let at = command.lastIndexOf(' '); at > 0; at = command.lastIndexOf(' ', at - 1)) {
    const head = command.slice(0, at);
    if (/[\\/]/.test(head) && isFile(head)) return head;
  }
  return undefined;
}
