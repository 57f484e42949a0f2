import { HostError } from '../base/hostError.ts';
import { readTextFile } from '../settings/files/textFile.ts';
import { EntryProblem } from './entryTemplate.ts';

/** The `NAME=value` lines of an env file: comments, `export`, quotes; no expansion. A file that is not there refuses the entry. */
export function readEnvFile(file: string): Record<string, string> {
  let text: string | undefined;
  try {
    text = readTextFile(file)?.text;
  } catch (error) {
    if (error instanceof HostError) throw new EntryProblem('envFile', error.message.replace(/\.$/, ''), 'Correct envFile or remove it.');
    throw error;
  }
  if (text === undefined) throw new EntryProblem('envFile', `the file ${file} does not exist`, 'Make the file, correct envFile or remove it.');
  return parseEnvText(text);
}

export function parseEnvText(text: string): Record<string, string> {
  const pairs: [string, string][] = [];
  const line = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*("(?:\\.|[^"\\])*"|'[^']*'|[^\r\n]*)/gm;
  for (const [, name = '', raw = ''] of text.matchAll(line)) pairs.push([name, unquote(raw)]);
  return Object.fromEntries(pairs);
}

function unquote(raw: string): string {
  if (raw.startsWith("'")) return raw.slice(1, -1);
  if (raw.startsWith('"')) return raw.slice(1, -1).replace(/\\([nrt"\\])/g, (_, c: string) => ({ n: '\n', r: '\r', t: '\t' })[c] ?? c);
  return raw.replace(/\s+#.*$/, '').trim();
}
