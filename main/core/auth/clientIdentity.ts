import { type FetchLike, type OAuthClientMetadata, registerClient } from '@modelcontextprotocol/client';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { LoginClient } from './account.ts';
import { asLoginError, loginRefused } from './loginErrors.ts';
import type { LoginServer } from './loginServer.ts';

export interface IdentityRequest {
  config: RemoteConfig;
  login: LoginServer;
  /** The client of the stored login, if it is of this login server. */
  known: LoginClient | undefined;
  redirectUri: string;
  scope: string | undefined;
  /** Where this app's client metadata document is published, if anywhere. */
  documentUrl: string | undefined;
  now: number;
  fetch: FetchLike;
}

/**
 * Who we are at the login server, in the order of 2025-11-25 (Client Registration Approaches): registered beforehand, client id metadata
 * document, dynamic registration, ask the user. Rejects with a HostError.
 */
export async function chooseClient(request: IdentityRequest): Promise<LoginClient> {
  const { config, login, known, redirectUri, documentUrl } = request;
  const { clientId, clientSecret } = config.oauth ?? {};
  if (clientId !== undefined) {
    return { id: clientId, source: 'configured', redirectUri, ...(clientSecret === undefined ? {} : { secret: clientSecret }) };
  }
  if (documentUrl !== undefined && login.metadata?.client_id_metadata_document_supported === true) {
    return { id: documentUrl, source: 'document', redirectUri };
  }
  // Registered for exactly this address: servers differ in whether another port is taken as the same (RFC 8252 7.3).
  if (known?.source === 'registered' && known.redirectUri === redirectUri && (known.expiresAt ?? request.now + 1) > request.now) return known;
  if (login.metadata && !login.metadata.registration_endpoint) {
    throw loginRefused(
      config.name,
      `The login server of "${config.name}" (${login.issuer}) does not let apps register themselves.`,
      `Register Quayside there with the redirect address ${redirectUri}, then put the client id into "oauth.clientId" of the entry (and "oauth.callbackPort": ${new URL(redirectUri).port}).`,
    );
  }
  return register(request);
}

async function register({ config, login, redirectUri, scope, fetch }: IdentityRequest): Promise<LoginClient> {
  try {
    const made = await registerClient(login.url, {
      ...(login.metadata ? { metadata: login.metadata } : {}),
      clientMetadata: clientMetadata(redirectUri, login.metadata?.token_endpoint_auth_methods_supported),
      ...(scope === undefined ? {} : { scope }),
      fetchFn: fetch,
    });
    return {
      id: made.client_id,
      source: 'registered',
      redirectUri,
      ...(made.client_secret ? { secret: made.client_secret } : {}),
      ...(made.token_endpoint_auth_method ? { method: made.token_endpoint_auth_method } : {}),
      ...(made.client_secret_expires_at ? { expiresAt: made.client_secret_expires_at * 1000 } : {}),
    };
  } catch (error) {
    throw asLoginError(config.name, error);
  }
}

/** What we say of ourselves in a registration: a native app without a secret, unless the server insists on one. */
function clientMetadata(redirectUri: string, methods: readonly string[] | undefined): OAuthClientMetadata {
  const method = !methods || methods.includes('none') ? 'none' : methods.find((name) => name.startsWith('client_secret_'));
  return {
    client_name: 'Quayside',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: method ?? 'none',
  };
}
