import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type AuthorizationServerMetadata, computeScopeUnion, createPrivateKeyJwtAuth, type FetchLike } from '@modelcontextprotocol/client';
import type { OAuthConfig, RemoteConfig, ServerConfig } from '../config/serverConfig.ts';
import type { Account, LoginClient } from './account.ts';
import type { Challenge } from './challenge.ts';
import { clientProof } from './clientProof.ts';
import { asLoginError, loginRefused } from './loginErrors.ts';
import { discoverLogin } from './loginServer.ts';
import { send } from './loginWeb.ts';
import { readTokenAnswer } from './tokenAnswer.ts';
import { endpointsOf, tokenAddress } from './tokenRequests.ts';

/** No person signs in to such an entry: its client logs in for itself (RFC 6749 4.4; the client-credentials extension of MCP). */
export const isMachineLogin = (config: ServerConfig): boolean => config.transport !== 'stdio' && config.oauth?.grant === 'client_credentials';

/**
 * Tokens for a client that was registered beforehand, with its secret or a signed assertion (`private_key_jwt`, RFC 7523 2.2). Kept for the
 * session: whoever has the entry can ask again. Rejects with a HostError.
 */
export async function machineLogin(config: RemoteConfig, challenge: Challenge | undefined, fetch: FetchLike, now: number): Promise<Account> {
  const { name, url, oauth = {} } = config;
  const login = await discoverLogin({ server: name, url, challenge, fetch });
  const { clientId = '', clientSecret: secret, scopes } = oauth;
  const client: LoginClient = { id: clientId, source: 'configured', redirectUri: '', ...(secret === undefined ? {} : { secret }) };
  const scope = scopes?.length ? computeScopeUnion(scopes.join(' ')) : (challenge?.scope ?? login.scopes);
  const tokenUrl = tokenAddress(endpointsOf(login.url, login.metadata));
  const body = new URLSearchParams({ grant_type: 'client_credentials', resource: login.resource, ...(scope === undefined ? {} : { scope }) });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  try {
    if (oauth.privateKey === undefined) clientProof(client, login.metadata?.token_endpoint_auth_methods_supported, headers, body);
    else await sign(config, oauth, { tokenUrl, metadata: login.metadata, issuer: login.issuer }, headers, body);
    const { refresh: _, ...tokens } = await readTokenAnswer(name, await send(fetch, tokenUrl, { method: 'POST', headers, body }), now);
    return {
      version: 1,
      issuer: login.issuer,
      resource: login.resource,
      endpoints: endpointsOf(login.url, login.metadata),
      client,
      ...(scope === undefined ? {} : { scope }),
      tokens,
      remember: 'session',
    };
  } catch (error) {
    throw asLoginError(name, error);
  }
}

/** Where the assertion goes. */
interface Audience {
  tokenUrl: string;
  issuer: string;
  metadata: AuthorizationServerMetadata | undefined;
}

async function sign(
  config: RemoteConfig,
  oauth: OAuthConfig,
  { tokenUrl, issuer, metadata }: Audience,
  headers: Headers,
  body: URLSearchParams,
): Promise<void> {
  const { clientId = '', privateKey = '', signingAlgorithm } = oauth;
  let key: KeyObject;
  try {
    // A variable holds the line breaks of a PEM text as `\n`.
    key = createPrivateKey(privateKey.replaceAll('\\n', '\n'));
  } catch (error) {
    throw loginRefused(
      config.name,
      `"oauth.privateKey" of "${config.name}" is no private key in PEM form.`,
      'Use a PKCS #8, PKCS #1 or SEC 1 text without a password.',
      error,
    );
  }
  const alg = signingAlgorithm ?? algorithmOf(key);
  if (alg === undefined) {
    throw loginRefused(
      config.name,
      `"oauth.privateKey" of "${config.name}" is a key of a kind that cannot sign here (${key.asymmetricKeyType}).`,
      'Use an RSA key, or an EC key on P-256, P-384 or P-521.',
    );
  }
  const addProof = createPrivateKeyJwtAuth({
    issuer: clientId,
    subject: clientId,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    alg,
    audience: issuer,
  });
  await addProof(headers, body, tokenUrl, metadata);
}

const CURVES: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** The usual algorithm of a key's kind (RFC 7518 3.1). Of other kinds the SDK's signer knows none. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'ec') return CURVES[asymmetricKeyDetails?.namedCurve ?? ''];
  return asymmetricKeyType === 'rsa' ? 'RS256' : undefined;
}
