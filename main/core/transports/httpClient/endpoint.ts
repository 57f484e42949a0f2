import { HostError } from '../../base/hostError.ts';
import type { RemoteConfig } from '../../config/serverConfig.ts';

/** Headers that belong to one hop or to us; a configured one is left out. */
const OWN = new Set([
  'connection',
  'content-length',
  'content-type',
  'accept',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
]);
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What a header can carry (RFC 9110 5.5). */
export const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Where an entry points and what it sends along, checked once. */
export interface Endpoint {
  /** Without user info. */
  url: URL;
  /** Configured headers in lower case, with the user info of the address as Basic authorization. */
  headers: Record<string, string>;
  /** A fixed Authorization: no bearer token is added, a refusal never starts a sign-in (AUT-4). */
  fixedAuthorization: boolean;
  /** Values that must not show up in messages. */
  secrets: string[];
  /** Names of configured headers that were left out. */
  ignored: string[];
}

/** @throws HostError `config.entry` for an address or header that cannot be used. */
export function readEndpoint(config: RemoteConfig, protocols: readonly string[] = ['http:', 'https:']): Endpoint {
  const url = parseUrl(config, protocols);
  const headers: Record<string, string> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(config.headers)) {
    const lower = name.toLowerCase();
    if (OWN.has(lower)) {
      ignored.push(name);
      continue;
    }
    if (!TOKEN.test(name)) throw entryError(config, `The header name ${JSON.stringify(name)} cannot be sent.`, `headers.${name}`);
    const trimmed = value.trim();
    if (!isFieldValue(trimmed)) {
      throw entryError(config, `The value of headers.${name} holds characters that cannot be sent in a header.`, `headers.${name}`);
    }
    headers[lower] = trimmed;
  }
  const secrets = Object.values(headers).flatMap(secretsOf);
  // A key may stand in the query; short values there are mere options.
  secrets.push(...[...url.searchParams.values()].filter((value) => value.length >= 12));
  if (url.username || url.password) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization ??= `Basic ${Buffer.from(pair).toString('base64')}`;
    secrets.push(...secretsOf(url.password), ...secretsOf(headers.authorization));
    url.username = '';
    url.password = '';
  }
  url.hash = '';
  return { url, headers, fixedAuthorization: headers.authorization !== undefined, secrets, ignored };
}

/** An address for people and logs: user info and query may hold keys. */
export function showUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Text of a server with our own secrets taken out, in case it echoes them. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text);
}

/** A header's whole value and its part after the scheme (`Bearer xyz`); too short ones would blank ordinary words. */
export function secretsOf(value: string): string[] {
  return [value, value.replace(/^\S+\s+/, '')].filter((part) => part.length >= 6);
}

function parseUrl(config: RemoteConfig, protocols: readonly string[]): URL {
  const url = URL.parse(config.url);
  if (!url) throw entryError(config, `The address of "${config.name}" is not a URL.`, 'url');
  if (!protocols.includes(url.protocol)) {
    const wanted = protocols.map((protocol) => `${protocol}//`).join(' or ');
    throw entryError(config, `The address of "${config.name}" begins with ${url.protocol}// but must begin with ${wanted}.`, 'url');
  }
  return url;
}

function entryError(config: RemoteConfig, message: string, field: string): HostError {
  return new HostError('config.entry', message, { fix: `Correct "${field}" of the entry.`, params: { server: config.name, field } });
}
