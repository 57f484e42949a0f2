import { isReference } from '../logs/patterns.ts';
import { isSecretFlag, isSecretName, isSecretParameter, isTokenLike } from '../logs/secretNames.ts';
import type { RemoteConfig, ServerConfig, StdioConfig } from './serverConfig.ts';

/** The parts of an entry that may hold secrets; a whole entry fits. */
type StdioParts = Pick<StdioConfig, 'env' | 'args'>;
type RemoteParts = Pick<RemoteConfig, 'url' | 'headers' | 'oauth'>;

/**
 * Every value of an expanded entry that must never be shown (CFG-8), for the redaction: by its name (`API_KEY`, `--token`, a header), by its place
 * (user name and password of an address, secret query parameters) or by its look. What is masked for one reason is masked everywhere.
 */
export function secretsOfEntry(config: ServerConfig): string[] {
  return config.transport === 'stdio' ? secretsOfProgram(config) : secretsOfRemote(config);
}

export function secretsOfProgram({ env, args }: StdioParts): string[] {
  const ofEnv = Object.entries(env).flatMap(([name, value]) => secretsIn(value, isSecretName(name)));
  return [...ofEnv, ...args.flatMap((arg, at) => secretsOfArgument(arg, args[at - 1] ?? ''))];
}

/** Headers that say nothing about who asks. */
export const HARMLESS_HEADER = /^(accept(-.*)?|content-type|user-agent|cache-control|x-requested-with|origin)$/i;

export function secretsOfRemote({ url, headers, oauth }: RemoteParts): string[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    HARMLESS_HEADER.test(name) ? [] : [...secretsIn(value, true), ...basicPair(value)],
  );
  return [...ofHeaders, ...secretsIn(url, false), ...[oauth?.clientSecret, oauth?.privateKey].filter((secret) => secret !== undefined)];
}

/** Of one argument, with the one before it: `--token abc`, `--token=abc`, `-e TOKEN=abc`, `--header "Authorization: Bearer abc"`, an address, or the look of a token. */
export function secretsOfArgument(arg: string, before: string): string[] {
  const isNamed = before.startsWith('-') && !before.includes('=') && isSecretFlag(before, arg);
  const [, header = '', content = ''] = /^([\w-]{1,80}):\s*(\S.*)$/s.exec(arg) ?? [];
  if (header && !arg.includes('://') && (/^(-H|--headers?)$/.test(before) || isSecretName(header)) && !HARMLESS_HEADER.test(header)) {
    return [...secretsIn(content, true), ...basicPair(content)];
  }
  const equals = arg.indexOf('=');
  const isAssignment = equals > 0 && /^-{0,2}[\w.-]+$/.test(arg.slice(0, equals));
  if (isAssignment) return secretsIn(arg.slice(equals + 1), isSecretFlag(arg.slice(0, equals), arg.slice(equals + 1)));
  return secretsIn(arg, isNamed);
}

/** The secrets inside one value: all of it when its name says so, else what its shape gives away. */
function secretsIn(value: string, isSecret: boolean): string[] {
  if (isReference(value)) return [];
  return [...(isSecret || isTokenLike(value) ? [value] : []), ...secretsOfAddress(value)];
}

function secretsOfAddress(text: string): string[] {
  // Looked for from the rare part: an argument may be megabytes long.
  const at = text.indexOf('://');
  const scheme = at < 0 ? undefined : /[a-z][a-z0-9+.-]{0,30}$/i.exec(text.slice(Math.max(0, at - 31), at))?.[0];
  const address = scheme === undefined ? undefined : scheme + /^\S{0,20000}/.exec(text.slice(at))?.[0];
  const url = address ? URL.parse(address) : null;
  if (!url) return [];
  const named = [...url.searchParams]
    .filter(([name, value]) => (isSecretParameter(name) || isTokenLike(value)) && !isReference(value))
    .map(([, value]) => value);
  // Some services hand out addresses whose path is the key.
  const keys = url.pathname.split('/').filter((part) => part.length >= 24 && isTokenLike(part));
  // A name without a password is a token (`https://TOKEN@host`).
  const login = decoded(url.password || (url.username.length >= 16 ? url.username : ''));
  return [...named, ...keys, ...(login && !isReference(login) ? [login] : [])];
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The pair inside Basic credentials and its password (RFC 7617). */
function basicPair(value: string): string[] {
  const [, encoded] = /^Basic\s+([A-Za-z0-9+/_=-]+)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair, pair.slice(colon + 1)];
}
