import type { FetchLike } from '@modelcontextprotocol/client';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig, ServerConfig } from '../config/serverConfig.ts';
import { type Challenge, readChallenge } from './challenge.ts';
import { webAddress } from './loginServer.ts';

/** A header or a name and password in the address: then nothing is ever signed in to (AUT-4). The gateway of a `proxy` entry takes no header. */
export function hasFixedLogin({ headers, transport, url }: RemoteConfig): boolean {
  if (transport === 'proxy') return false;
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username !== '' || password !== '' || Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** @throws HostError for servers that no browser can sign in to. */
export function needsLogin(config: ServerConfig): RemoteConfig {
  if (config.transport === 'stdio') {
    throw new HostError('host.unavailable', `"${config.name}" is a local program; there is nothing to sign in to.`, {
      fix: 'Put its key into "env" of the entry.',
    });
  }
  if (hasFixedLogin(config)) {
    throw new HostError('auth.refused', `"${config.name}" has a fixed Authorization header; it is used instead of a sign-in.`, {
      fix: 'Remove headers.Authorization from the entry to sign in instead.',
      params: { server: config.name },
    });
  }
  return config;
}

/** What the server says to a message without a token, when no connection has told. A ping changes nothing anywhere. */
export async function askForChallenge(config: RemoteConfig, fetch: FetchLike): Promise<Challenge | undefined> {
  const response = await fetch(webAddress(config.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...config.headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'sign-in', method: 'ping' }),
    redirect: 'manual',
  });
  return response.status === 401 ? readChallenge(401, response.headers.get('www-authenticate') ?? undefined) : undefined;
}
