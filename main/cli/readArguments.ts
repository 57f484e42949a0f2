import fs from 'node:fs';
import { HostError } from '../core/base/hostError.ts';
import { readArguments } from '../core/tools/arguments/readArguments.ts';

/** `--args JSON|@FILE` as an object. Throws `host.bad_input` that says what is wrong; a text that is no JSON object is never sent. */
export function readArgsOption(given: string | undefined): Record<string, unknown> {
  if (given === undefined || given.trim() === '') return {};
  const text = given.startsWith('@') ? readFile(given.slice(1)) : given;
  const read = readArguments(text);
  if (read.ok) return read.value;
  throw new HostError('host.bad_input', `--args: ${read.error.message}`, {
    fix: 'Give a JSON object, for example --args \'{"city":"Bern"}\', or @FILE.',
  });
}

function readFile(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new HostError('host.bad_input', `--args: the file ${file} cannot be read.`, { cause: error });
  }
}
