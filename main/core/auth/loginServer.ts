import { type AuthorizationServerMetadata, type FetchLike, IssuerMismatchError, resourceUrlFromServerUrl } from '@modelcontextprotocol/client';
import type { Challenge } from './challenge.ts';
import { type ResourceDocument, resourceDocument, serverDocument } from './loginDocuments.ts';
import { asLoginError, loginInTrouble, loginRefused } from './loginErrors.ts';
import { getDocument } from './loginWeb.ts';

/** Who issues tokens for a server, and what is needed to ask for one. */
export interface LoginServer {
  issuer: string;
  /** Endpoints are derived from it where there is no metadata. */
  url: string;
  metadata?: AuthorizationServerMetadata;
  /** The resource indicator (RFC 8707), as the server wrote it. */
  resource: string;
  /** Scopes the server names, separated by spaces. */
  scopes?: string;
  /** No resource metadata: the server's own origin is the login server (2025-03-26). */
  older: boolean;
}

export interface Discovery {
  /** The entry's name, for messages. */
  server: string;
  url: string;
  challenge?: Challenge | undefined;
  /** Preferred among several login servers: the one the stored login is from. */
  knownIssuer?: string | undefined;
  fetch: FetchLike;
}

/** Finds the login server of an MCP server (RFC 9728, RFC 8414, OpenID discovery; 2025-03-26 without any of them). Rejects with a HostError. */
export async function discoverLogin(about: Discovery): Promise<LoginServer> {
  const { server } = about;
  const own = resourceUrlFromServerUrl(webAddress(about.url));
  const { found, trouble } = await resourceMetadata(about, own);
  if (found && !isAbout(found.resource, own)) {
    throw loginRefused(server, `"${server}" names another server as its own: ${found.resource.slice(0, 200)}.`, 'Check the address of the entry.');
  }
  const named = found?.servers ?? [];
  const older = named.length === 0;
  const { url: loginUrl, metadata } = await firstDescribed(about, older ? [`${own.origin}/`] : named, own);
  if (!metadata && older && trouble !== undefined) throw loginInTrouble(server, `"${server}" could not say where to sign in, ${trouble}`);
  if (!metadata && !older) {
    throw loginRefused(server, `The login server of "${server}" (${loginUrl}) does not describe itself.`, 'Tell whoever runs the server.');
  }
  return {
    issuer: metadata?.issuer ?? loginUrl,
    url: loginUrl,
    ...(metadata ? { metadata: checked(server, metadata, own, older) } : {}),
    resource: found?.resource ?? canonical(own),
    ...(found?.scopes.length ? { scopes: found.scopes.join(' ') } : {}),
    older,
  };
}

/** More login servers than this are not asked. */
const MAX_SERVERS = 4;

/** The first login server that describes itself, beginning with the known one; the first of all when none does. Rejects with a HostError. */
async function firstDescribed(
  { server, knownIssuer, fetch }: Discovery,
  named: readonly string[],
  own: URL,
): Promise<{ url: string; metadata?: AuthorizationServerMetadata }> {
  const safe = named.filter((address) => isSafe(address, own));
  const first = safe[0] ?? mustBeSafe(server, named[0] ?? '', own);
  const known = safe.filter((address) => isSameIssuer(address, knownIssuer));
  let failure: unknown;
  for (const url of [...new Set([...known, ...safe])].slice(0, MAX_SERVERS)) {
    try {
      const metadata = await describe(server, url, fetch);
      if (metadata) return { url, metadata };
    } catch (error) {
      // One that lies about its name ends everything; one that is down leaves the others.
      if (error instanceof IssuerMismatchError) throw asLoginError(server, error);
      failure ??= error;
    }
  }
  if (failure !== undefined) throw asLoginError(server, failure);
  return { url: known[0] ?? first };
}

/** The metadata of a login server, at the places and in the order of 2025-11-25 (Authorization Server Metadata Discovery). */
async function describe(server: string, issuer: string, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [`/.well-known/oauth-authorization-server${path}`, `/.well-known/openid-configuration${path}`];
  if (path) places.push(`${path}/.well-known/openid-configuration`);
  let trouble: number | undefined;
  for (const place of places) {
    const answer = await getDocument(fetch, `${origin}${place}`);
    const metadata = 'fields' in answer ? serverDocument(answer.fields) : undefined;
    // RFC 8414 3.3: whoever answers under another name is somebody else.
    if (metadata && !isSameIssuer(metadata.issuer, issuer)) throw new IssuerMismatchError('metadata', issuer, metadata.issuer);
    if (metadata) return metadata;
    if ('status' in answer && answer.status >= 500) trouble ??= answer.status;
  }
  if (trouble !== undefined) throw loginInTrouble(server, `${origin} answered ${trouble}`);
  return undefined;
}

/** Whether the server now names login servers without this one. Asked before a login that was refused is renewed; without an answer it counts as there. */
export async function hasMoved(about: Discovery, issuer: string): Promise<boolean> {
  const answer = await resourceMetadata(about, resourceUrlFromServerUrl(webAddress(about.url))).catch(() => undefined);
  const named = answer?.found?.servers ?? [];
  return named.length > 0 && !named.some((candidate) => isSameIssuer(candidate, issuer));
}

/** The places in the order of the specification; what cannot be used leads on to the next. A network failure ends the search. */
async function resourceMetadata({ challenge, fetch }: Discovery, own: URL): Promise<{ found?: ResourceDocument; trouble?: number }> {
  const path = own.pathname.replace(/\/$/, '');
  const wellKnown = (tail: string): string => new URL(`/.well-known/oauth-protected-resource${tail}`, own).href;
  const named = usable(challenge?.resourceMetadata, own);
  let trouble: number | undefined;
  for (const place of new Set([...named, `${wellKnown(path)}${own.search}`, wellKnown('')])) {
    const answer = await getDocument(fetch, place);
    const found = 'fields' in answer ? resourceDocument(answer.fields) : undefined;
    if (found) return { found };
    if ('status' in answer && answer.status >= 500) trouble ??= answer.status;
  }
  return trouble === undefined ? {} : { trouble };
}

/**
 * RFC 9728 3.3: metadata speak for the server they were asked for. Letter case of the host, the default port and a last slash make no other
 * server; servers that speak for all below them (a path that ours begins with) are in use.
 */
function isAbout(resource: string, own: URL): boolean {
  const about = new URL(resource);
  const whole = ({ pathname }: URL): string => (pathname.endsWith('/') ? pathname : `${pathname}/`);
  return about.origin === own.origin && whole(own).startsWith(whole(about));
}

function checked(server: string, metadata: AuthorizationServerMetadata, own: URL, older: boolean): AuthorizationServerMetadata {
  const methods = metadata.code_challenge_methods_supported;
  // 2025-11-25 basic/authorization: without a word on PKCE the client must refuse; the older scheme knew no such rule.
  if (methods ? !methods.includes('S256') : !older) {
    throw loginRefused(
      server,
      `The login server of "${server}" does not offer PKCE with S256; signing in there is not safe.`,
      'Tell whoever runs the server.',
    );
  }
  if (!metadata.response_types_supported.some((type) => type.split(' ').includes('code'))) {
    throw loginRefused(
      server,
      `The login server of "${server}" offers no authorization code; this app has no other way.`,
      'Tell whoever runs the server.',
    );
  }
  mustBeSafe(server, metadata.authorization_endpoint, own);
  mustBeSafe(server, metadata.token_endpoint, own);
  // Tokens and secrets go to these as well; without them there is another way.
  const { registration_endpoint: registration, ...rest } = metadata;
  const revocation: unknown = 'revocation_endpoint' in rest ? rest.revocation_endpoint : undefined;
  return {
    ...rest,
    ...(registration !== undefined && isSafe(registration, own) ? { registration_endpoint: registration } : {}),
    revocation_endpoint: typeof revocation === 'string' && isSafe(revocation, own) ? revocation : undefined,
  };
}

/** https; between programs of this machine http will do. A server elsewhere must not send us to them. @throws HostError */
function mustBeSafe(server: string, address: string, own: URL): string {
  if (isSafe(address, own)) return address;
  throw loginRefused(
    server,
    `The login address of "${server}" is not safe to use: ${address.slice(0, 200)}.`,
    'It needs https. Tell whoever runs the server.',
  );
}

function isSafe(address: string, own: URL): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url) && isLoopback(own));
}

/** A server may name metadata elsewhere, but not lead us from https to plain http, nor to a scheme that is no web address. */
function usable(address: string | undefined, own: URL): string[] {
  const url = address === undefined ? null : URL.parse(address, own.href);
  return url && (isSafe(url.href, own) || (url.protocol === 'http:' && url.origin === own.origin)) ? [url.href] : [];
}

/** A WebSocket server's sign-in is found under the same host and path by HTTP. */
export const webAddress = (url: string): string => url.replace(/^ws(?=s?:)/i, 'http');

const isLoopback = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** One trailing slash makes no other issuer: addresses gain it in parsing. */
export const isSameIssuer = (a: string, b: string | undefined): boolean => b !== undefined && a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** The canonical URI of a server (2025-11-25, Resource Parameter): no fragment, no lone slash. */
const canonical = (own: URL): string => (own.pathname === '/' && !own.search ? own.origin : own.href);
