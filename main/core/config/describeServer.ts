import { createRedactor, type Redactor } from '../logs/redact.ts';
import { isSecretParameter } from '../logs/secretNames.ts';
import { secretsOfProgram, secretsOfRemote } from './entrySecrets.ts';
import type { EntryTemplate } from './entryTemplate.ts';
import type { ServerConfig } from './serverConfig.ts';

type Described = ServerConfig | EntryTemplate;

/** A command line as people read it: every argument visible as one, control and direction characters written out, secrets masked; variables stay. */
export function commandLineOf({ command, args }: { command: string; args: readonly string[] }): string {
  return [command, ...maskedArgs(args)].map(quoted).join(' ');
}

export const maskedArgs = (args: readonly string[]): string[] => maskOf(secretsOfProgram({ env: {}, args: [...args] }))([...args]);
export const maskedAddress = (url: string): string => maskOf(secretsOfRemote({ url, headers: {} }))(url);

/** Also by shape, for what an entry alone does not give away. */
function maskOf(secrets: readonly string[]): Redactor {
  const redact = createRedactor();
  for (const secret of secrets) redact.register(secret);
  return redact;
}

function quoted(word: string): string {
  const shown = visible(word);
  return /^[\w@%+=:,./\\${}~*-]+$/.test(word) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
}

/** Characters that draw nothing or turn the text around could hide what would run; they are written out as escapes. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);

/** An address without userinfo, query and fragment: those carry secrets. */
export function addressOf(url: string): string {
  const bare = maskedAddress(url).replace(/[?#].*$/s, '');
  return visible(bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1'));
}

/** An address with everything but secrets, for the trust dialog: what is contacted must be seen in full. */
export function fullAddressOf(url: string): string {
  const bare = maskedAddress(url).replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1***@');
  return visible(
    bare.replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, before: string, name: string, value: string) =>
      isSecretParameter(name) && !value.startsWith('${') ? `${before}${name}=***` : all,
    ),
  );
}

/** One line for lists: the command line or the address, secrets masked. */
export const targetOf = (server: Described): string => (server.transport === 'stdio' ? commandLineOf(server) : addressOf(server.url));
export const envNamesOf = (server: Described): string[] => (server.transport === 'stdio' ? Object.keys(server.env) : []);
export const headerNamesOf = (server: Described): string[] => (server.transport === 'stdio' ? [] : Object.keys(server.headers));
