import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import { HostError } from '../base/hostError.ts';
import type { Challenge } from './challenge.ts';
import { asLoginError, loginRefused } from './loginErrors.ts';

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
  const { server, fetch } = about;
  const own = resourceUrlFromServerUrl(webAddress(about.url));
  const found = await resourceMetadata(about, own);
  if (found && !checkResourceAllowed({ requestedResource: own, configuredResource: found.resource })) {
    throw loginRefused(server, `"${server}" names another server as its own: ${found.resource.slice(0, 200)}.`, 'Check the address of the entry.');
  }
  const named = found?.authorization_servers ?? [];
  const loginUrl = named.find((candidate) => isSameIssuer(candidate, about.knownIssuer)) ?? named[0] ?? `${own.origin}/`;
  const older = named.length === 0;
  let metadata: AuthorizationServerMetadata | undefined;
  try {
    metadata = await discoverAuthorizationServerMetadata(mustBeSafe(server, loginUrl, own), { fetchFn: fetch });
  } catch (error) {
    throw asLoginError(server, error);
  }
  if (!metadata && !older) {
    throw loginRefused(server, `The login server of "${server}" (${loginUrl}) does not describe itself.`, 'Tell whoever runs the server.');
  }
  if (metadata) check(server, metadata, own, older);
  return {
    issuer: metadata?.issuer ?? loginUrl,
    url: loginUrl,
    ...(metadata ? { metadata } : {}),
    resource: found?.resource ?? canonical(own),
    ...(found?.scopes_supported?.length ? { scopes: found.scopes_supported.join(' ') } : {}),
    older,
  };
}

/** Whether the server now names login servers without this one. Asked before a login that was refused is renewed; without an answer it counts as there. */
export async function hasMoved(about: Discovery, issuer: string): Promise<boolean> {
  const found = await resourceMetadata(about, resourceUrlFromServerUrl(webAddress(about.url))).catch(() => undefined);
  const named = found?.authorization_servers ?? [];
  return named.length > 0 && !named.some((candidate) => isSameIssuer(candidate, issuer));
}

/** The places in the order of the specification; what cannot be used leads on to the next. A network failure ends the search. */
async function resourceMetadata({ server, challenge, fetch }: Discovery, own: URL): Promise<OAuthProtectedResourceMetadata | undefined> {
  const path = own.pathname.replace(/\/$/, '');
  const wellKnown = (tail: string): string => new URL(`/.well-known/oauth-protected-resource${tail}`, own).href;
  const named = challenge?.resourceMetadata && isUsable(challenge.resourceMetadata, own) ? [challenge.resourceMetadata] : [];
  const places = [...new Set([...named, `${wellKnown(path)}${own.search}`, wellKnown('')])];
  for (const place of places) {
    try {
      return await discoverOAuthProtectedResourceMetadata(own, { resourceMetadataUrl: place }, fetch);
    } catch (error) {
      if (error instanceof HostError) throw error;
      if (error instanceof TypeError) throw asLoginError(server, error);
    }
  }
  return undefined;
}

function check(server: string, metadata: AuthorizationServerMetadata, own: URL, older: boolean): void {
  const methods = metadata.code_challenge_methods_supported;
  // 2025-11-25 basic/authorization: without a word on PKCE the client must refuse; the older scheme knew no such rule.
  if (methods ? !methods.includes('S256') : !older) {
    throw loginRefused(
      server,
      `The login server of "${server}" does not offer PKCE with S256; signing in there is not safe.`,
      'Tell whoever runs the server.',
    );
  }
  mustBeSafe(server, metadata.authorization_endpoint, own);
  mustBeSafe(server, metadata.token_endpoint, own);
}

/** https; between programs of this machine http will do. A server elsewhere must not send us to them. @throws HostError */
function mustBeSafe(server: string, address: string, own: URL): string {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url) && isLoopback(own))) return address;
  throw loginRefused(
    server,
    `The login address of "${server}" is not safe to use: ${address.slice(0, 200)}.`,
    'It needs https. Tell whoever runs the server.',
  );
}

/** A server may name metadata elsewhere, but not lead us from https to plain http, nor to a scheme that is no web address. */
function isUsable(address: string, own: URL): boolean {
  const url = URL.parse(address);
  return (
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && ((isLoopback(url) && isLoopback(own)) || url.origin === own.origin)))
  );
}

/** A WebSocket server's sign-in is found under the same host and path by HTTP. */
export const webAddress = (url: string): string => url.replace(/^ws(?=s?:)/i, 'http');

const isLoopback = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** One trailing slash makes no other issuer: addresses gain it in parsing. */
export const isSameIssuer = (a: string, b: string | undefined): boolean => b !== undefined && a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** The canonical URI of a server (2025-11-25, Resource Parameter): no fragment, no lone slash. */
const canonical = (own: URL): string => (own.pathname === '/' && !own.search ? own.origin : own.href);
