import { isSecretParameter } from '../logs/secretNames.ts';
import type { EntryTemplate } from './entryTemplate.ts';
import type { ServerConfig } from './serverConfig.ts';

type Described = ServerConfig | EntryTemplate;

/** A command line as people read it: every argument visible as one, control and direction characters written out. */
export const commandLineOf = ({ command, args }: { command: string; args: readonly string[] }): string => [command, ...args].map(quoted).join(' ');

function quoted(word: string): string {
  const shown = visible(word);
  return /^[\w@%+=:,./\\${}~-]+$/.test(word) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
}

/** Characters that draw nothing or turn the text around could hide what would run; they are written out as escapes. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);

/** An address without userinfo, query and fragment: those carry secrets. */
export function addressOf(url: string): string {
  const bare = url.replace(/[?#].*$/s, '');
  return visible(bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1'));
}

/** An address with everything but secrets, for the trust dialog: what is contacted must be seen in full. */
export function fullAddressOf(url: string): string {
  const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1***@');
  return visible(
    bare.replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, before: string, name: string, value: string) =>
      isSecretParameter(name) && !value.startsWith('${') ? `${before}${name}=***` : all,
    ),
  );
}

/** One line for lists: the command line or the address. The caller still redacts it: an argument may be a secret. */
export const targetOf = (server: Described): string => (server.transport === 'stdio' ? commandLineOf(server) : addressOf(server.url));
export const envNamesOf = (server: Described): string[] => (server.transport === 'stdio' ? Object.keys(server.env) : []);
export const headerNamesOf = (server: Described): string[] => (server.transport === 'stdio' ? [] : Object.keys(server.headers));
