/** What a value is to a person who has to judge it. Paths, commands and addresses are what harm comes from, so they stand out. */
export type ArgumentKind = 'path' | 'command' | 'url' | 'plain';

const URL_VALUE = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const PATH_VALUE = /^(?:\/|~[\\/]|\.{1,2}[\\/]|[a-z]:[\\/]|\\\\)[^\n]*$/i;
const PATH_NAME = /(?:^|[_.-])(?:path|file|filename|folder|dir|directory|cwd|root|source|destination|dest)s?$/i;
/** The same in camel case: `outputFile`, but not `profile`. */
const PATH_NAME_CAMEL = /[a-z](?:Path|File|Filename|Folder|Dir|Directory|Root|Source|Destination)s?$/;
const COMMAND_NAME = /^(?:cmd|command|commands|command_?line|script|shell|code|exec|sql|query)$/i;

export function classifyArgument(name: string, value: unknown): ArgumentKind {
  const text = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string') ? value[0] : value;
  if (typeof text !== 'string') return 'plain';
  if (URL_VALUE.test(text)) return 'url';
  if (COMMAND_NAME.test(name)) return 'command';
  if (PATH_VALUE.test(text) || PATH_NAME.test(name) || PATH_NAME_CAMEL.test(name)) return 'path';
  return 'plain';
}
