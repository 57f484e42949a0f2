import {
  type AuthorizationServerMetadata,
  exchangeAuthorization,
  type FetchLike,
  type OAuthTokens,
  refreshAuthorization,
} from '@modelcontextprotocol/client';
import { type Account, clientInformation, type LoginClient, storedMetadata, type Tokens } from './account.ts';
import { clientProof } from './clientProof.ts';
import type { LoginServer } from './loginServer.ts';

/** Turns the code of an answer into tokens. The SDK checks `iss` (RFC 9207) before the code leaves us. Rejects with the SDK's errors. */
export async function redeemCode(request: {
  login: LoginServer;
  client: LoginClient;
  params: URLSearchParams;
  codeVerifier: string;
  now: number;
  fetch: FetchLike;
}): Promise<Tokens> {
  const { login, client, params, codeVerifier, now, fetch } = request;
  const iss = params.get('iss');
  const tokens = await exchangeAuthorization(login.url, {
    ...(login.metadata ? { metadata: login.metadata } : {}),
    clientInformation: clientInformation(client),
    authorizationCode: params.get('code') ?? '',
    ...(iss === null ? {} : { iss }),
    codeVerifier,
    redirectUri: client.redirectUri,
    resource: login.resource,
    fetchFn: fetch,
  });
  return toTokens(tokens, now);
}

/** A new pair for the stored refresh token, at the token address of the issuer it is from. Rejects with the SDK's errors. */
export async function renewTokens(account: Account, refreshToken: string, now: number, fetch: FetchLike): Promise<Tokens> {
  const metadata = storedMetadata(account);
  const tokens = await refreshAuthorization(account.endpoints.url, {
    ...(metadata ? { metadata } : {}),
    clientInformation: clientInformation(account.client),
    refreshToken,
    resource: account.resource,
    fetchFn: fetch,
  });
  const renewed = toTokens(tokens, now);
  // Without a word the granted scope is what it was (RFC 6749 6).
  return renewed.scope === undefined && account.tokens?.scope !== undefined ? { ...renewed, scope: account.tokens.scope } : renewed;
}

/** Tells the login server that a login is over (RFC 7009): the refresh token first, it carries the whole grant. Best effort; says whether it went well. */
export async function revokeTokens(account: Account, fetch: FetchLike): Promise<boolean> {
  const { endpoints, client, tokens } = account;
  if (endpoints.revocation === undefined || !tokens) return false;
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  const given = [...(tokens.refresh === undefined ? [] : [['refresh_token', tokens.refresh] as const]), ['access_token', tokens.access] as const];
  let ok = true;
  for (const [hint, token] of given) {
    const body = new URLSearchParams({ token, token_type_hint: hint });
    clientProof(client, endpoints.methods, headers, body);
    try {
      ok = (await fetch(endpoints.revocation, { method: 'POST', headers, body, redirect: 'manual' })).ok && ok;
    } catch {
      ok = false;
    }
  }
  return ok;
}

/** What of the login server is kept for later token requests. */
export function endpointsOf(url: string, metadata: AuthorizationServerMetadata | undefined): Account['endpoints'] {
  if (!metadata) return { url };
  const methods = metadata.token_endpoint_auth_methods_supported;
  // OpenID providers may name one too, though their own specification has no such field.
  const revocation: unknown = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  return {
    url,
    token: metadata.token_endpoint,
    ...(typeof revocation === 'string' && URL.canParse(revocation) ? { revocation } : {}),
    ...(methods ? { methods } : {}),
  };
}

function toTokens(tokens: OAuthTokens, now: number): Tokens {
  return {
    access: tokens.access_token,
    obtainedAt: now,
    ...(tokens.refresh_token ? { refresh: tokens.refresh_token } : {}),
    ...(tokens.expires_in === undefined ? {} : { expiresAt: now + tokens.expires_in * 1000 }),
    ...(tokens.scope ? { scope: tokens.scope } : {}),
  };
}
