import type { FetchLike, OAuthClientMetadata } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { LoginClient } from './account.ts';
import { clean, loginInTrouble, loginRefused } from './loginErrors.ts';
import type { LoginServer } from './loginServer.ts';
import { jsonObject, send } from './loginWeb.ts';

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

/** What is read of an answer to a registration (RFC 7591 3.2.1); the rest repeats what we said. */
const Registered = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional().catch(undefined),
  /** Epoch seconds; 0 for a secret that does not end. */
  client_secret_expires_at: z.coerce.number().positive().max(1e11).optional().catch(undefined),
});

const BY_HAND = 'Register Quayside there by hand and put the client id into "oauth.clientId" of the entry.';

async function register({ config, login, redirectUri, scope, fetch }: IdentityRequest): Promise<LoginClient> {
  const { name } = config;
  const said = { ...clientMetadata(redirectUri, login.metadata?.token_endpoint_auth_methods_supported), ...(scope === undefined ? {} : { scope }) };
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  const address = login.metadata?.registration_endpoint ?? new URL('/register', login.url).href;
  const answer = await send(fetch, address, { method: 'POST', headers, body: JSON.stringify(said) }, false);
  const { status, ok } = answer;
  const fields = jsonObject(await answer.text()) ?? {};
  const { data: made } = Registered.safeParse(fields);
  if (ok && made) {
    const { client_id: id, client_secret: secret, token_endpoint_auth_method: method, client_secret_expires_at: expires } = made;
    return {
      id,
      source: 'registered',
      redirectUri,
      ...(secret === undefined ? {} : { secret }),
      ...(method === undefined ? {} : { method }),
      ...(secret === undefined || expires === undefined ? {} : { expiresAt: expires * 1000 }),
    };
  }
  const why = [fields.error, fields.error_description].filter((part) => typeof part === 'string').join(': ');
  if (status >= 500 || status === 429) throw loginInTrouble(name, `it could not register this app, ${status}`);
  const reason = why ? `, ${clean(why)}` : '';
  if (ok && !why) throw loginRefused(name, `The login server of "${name}" answered the registration without a client id (${status}).`, BY_HAND);
  throw loginRefused(name, `The login server of "${name}" refused to register this app (${status}${reason}).`, BY_HAND);
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
