import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import { clientInformation, type LoginClient } from './account.ts';

/** Says in a request who asks, in the way the login server takes (RFC 6749 2.3.1): Basic, in the form, or the name alone. */
export function clientProof(client: LoginClient, methods: readonly string[] | undefined, headers: Headers, body: URLSearchParams): void {
  const method = selectClientAuthMethod(clientInformation(client), [...(methods ?? [])]);
  if (method === 'client_secret_basic' && client.secret !== undefined) {
    const pair = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    return;
  }
  body.set('client_id', client.id);
  if (method === 'client_secret_post' && client.secret !== undefined) body.set('client_secret', client.secret);
}
