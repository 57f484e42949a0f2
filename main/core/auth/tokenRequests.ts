import { type AuthorizationServerMetadata, type FetchLike, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/client';
import type { Account, LoginClient, Tokens } from './account.ts';
import { clientProof } from './clientProof.ts';
import type { LoginServer } from './loginServer.ts';
import { send } from './loginWeb.ts';
import { readTokenAnswer } from './tokenAnswer.ts';

/** Turns the code of an answer into tokens. Where the answer is from (RFC 9207) was checked before. Rejects like `readTokenAnswer`. */
export async function redeemCode(request: {
  /** The entry's name, for messages. */
  server: string;
  login: LoginServer;
  client: LoginClient;
  code: string;
  codeVerifier: string;
  now: number;
  fetch: FetchLike;
}): Promise<Tokens> {
  const { server, login, client, code, codeVerifier, now, fetch } = request;
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: client.redirectUri,
    resource: login.resource,
  };
  return askTokens({ server, endpoints: endpointsOf(login.url, login.metadata), client, form, now, fetch });
}

/** A new pair for the stored refresh token, at the token address of the issuer it is from. Rejects like `readTokenAnswer`. */
export async function renewTokens(server: string, account: Account, refreshToken: string, now: number, fetch: FetchLike): Promise<Tokens> {
  const { endpoints, client, resource } = account;
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, resource };
  const renewed = await askTokens({ server, endpoints, client, form, now, fetch });
  // Without a word the granted scope is what it was, and the refresh token stays good (RFC 6749 6).
  const scope = renewed.scope ?? account.tokens?.scope;
  return { ...renewed, refresh: renewed.refresh ?? refreshToken, ...(scope === undefined ? {} : { scope }) };
}

interface TokenRequest {
  server: string;
  endpoints: Account['endpoints'];
  client: LoginClient;
  form: Record<string, string>;
  now: number;
  fetch: FetchLike;
}

async function askTokens(request: TokenRequest): Promise<Tokens> {
  const { endpoints, client } = request;
  try {
    return await askOnce(request, endpoints.methods);
  } catch (error) {
    // A server that does not say how it wants the secret may want it in the form (RFC 8414 2 means Basic, not all do).
    const mayDiffer = client.secret !== undefined && client.method === undefined && endpoints.methods === undefined;
    if (!mayDiffer || !(error instanceof OAuthError) || error.code !== OAuthErrorCode.InvalidClient) throw error;
    return await askOnce(request, ['client_secret_post']);
  }
}

async function askOnce({ server, endpoints, client, form, now, fetch }: TokenRequest, methods: readonly string[] | undefined): Promise<Tokens> {
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  const body = new URLSearchParams(form);
  clientProof(client, methods, headers, body);
  return readTokenAnswer(server, await send(fetch, tokenAddress(endpoints), { method: 'POST', headers, body }), now);
}

export const tokenAddress = ({ url, token }: Account['endpoints']): string => token ?? new URL('/token', url).href;

/** Tells the login server that a login is over (RFC 7009): the refresh token first, it carries the whole grant. Best effort; says whether it went well. */
export async function revokeTokens(account: Account, fetch: FetchLike): Promise<boolean> {
  const { endpoints, client, tokens } = account;
  if (endpoints.revocation === undefined || !tokens) return false;
  const given = [...(tokens.refresh === undefined ? [] : [['refresh_token', tokens.refresh] as const]), ['access_token', tokens.access] as const];
  let ok = true;
  for (const [hint, token] of given) {
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
    const body = new URLSearchParams({ token, token_type_hint: hint });
    clientProof(client, endpoints.methods, headers, body);
    try {
      ok = (await send(fetch, endpoints.revocation, { method: 'POST', headers, body }, false)).ok && ok;
    } catch {
      // Out of reach: a person who signs out does not wait for it twice.
      return false;
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
