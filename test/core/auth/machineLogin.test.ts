import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { OAuthConfig } from '../../../main/core/config/serverConfig.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { authStage } from './kit.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A server whose tokens go to clients only, each of them good until `expire`. `proof` says whether a client is the one. */
async function machineServer(proof: (form: URLSearchParams, authorization: string) => boolean, methods = ['client_secret_basic', 'private_key_jwt']) {
  let valid = '';
  const forms: URLSearchParams[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const json = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const { pathname } = new URL(request.url ?? '/', base);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(200, { resource: `${base}/mcp`, authorization_servers: [base], scopes_supported: ['use'] });
    if (pathname === '/.well-known/oauth-authorization-server') {
      const issuing = { authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token`, code_challenge_methods_supported: ['S256'] };
      return json(200, { issuer: base, ...issuing, response_types_supported: ['code'], token_endpoint_auth_methods_supported: methods });
    }
    if (pathname === '/token') {
      const form = new URLSearchParams(body);
      forms.push(form);
      if (!proof(form, request.headers.authorization ?? '')) return json(401, { error: 'invalid_client', error_description: 'not you' });
      valid = `token-${forms.length}`;
      return json(200, { access_token: valid, token_type: 'Bearer', expires_in: 3600 });
    }
    if (pathname !== '/mcp') return json(404, {});
    if (request.headers.authorization !== `Bearer ${valid}`) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { protocolVersion?: string } };
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'm', version: '1' } },
      'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    };
    return json(
      200,
      results[method] ? { jsonrpc: '2.0', id, result: results[method] } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open.push(() => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()));
  const expire = (): void => {
    valid = 'nobody has this one';
  };
  return { base, forms, expire };
}

function stage() {
  const made = authStage();
  open.push(() => made.end());
  return made;
}

const at = (base: string, oauth: Partial<OAuthConfig>) =>
  remoteConfig('s', { url: `${base}/mcp`, oauth: { clientId: 'me', grant: 'client_credentials', ...oauth } });

describe('client credentials', () => {
  test('with a secret: connected without a person, one token for many calls, a new one when it ends', async () => {
    const basic = `Basic ${Buffer.from('me:the%20secret').toString('base64')}`;
    const server = await machineServer((_, authorization) => authorization === basic);
    const config = at(server.base, { clientSecret: 'the secret', scopes: ['a', 'b'] });
    const one = stage();
    await one.up(config);
    expect(one.host.get('s')?.state.kind).toBe('connected');
    await Promise.all(Array.from({ length: 10 }, () => one.call('s')));
    expect(server.forms).toHaveLength(1);
    expect(Object.fromEntries(server.forms[0] ?? [])).toEqual({ grant_type: 'client_credentials', resource: `${server.base}/mcp`, scope: 'a b' });
    server.expire();
    const results = await Promise.all(Array.from({ length: 10 }, () => one.call('s')));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(server.forms).toHaveLength(2);
    expect(one.browser.opened).toEqual([]);
    expect(one.auth.stateOf(config)).toMatchObject({ signedIn: true, issuer: server.base, remember: 'session' });
  });

  test.each<[string, string, KeyObject]>([
    ['RSA', 'RS256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['P-256', 'ES256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey],
  ])('with a private key: %s signs as %s', async (_, algorithm, key) => {
    const seen: Record<string, unknown>[] = [];
    const server = await machineServer((form) => {
      const [head = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
      const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
      seen.push({ ...read(head), ...read(claims) });
      const dsaEncoding = 'ieee-p1363';
      return verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey(key), dsaEncoding }, Buffer.from(signature, 'base64url'));
    });
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const one = stage();
    // As a variable would hold it.
    await one.up(at(server.base, { privateKey: pem.replaceAll('\n', '\\n') }));
    expect(one.host.get('s')?.state.kind).toBe('connected');
    expect(seen).toEqual([
      expect.objectContaining({ alg: algorithm, iss: 'me', sub: 'me', aud: server.base, exp: expect.any(Number), jti: expect.any(String) }),
    ]);
    expect(server.forms[0]?.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  });

  test('a refusal names the login server’s reason and is no sign-in of a person', async () => {
    const server = await machineServer(() => false);
    const one = stage();
    await one.up(at(server.base, { clientSecret: 'wrong' }));
    expect(one.host.get('s')?.state).toMatchObject({ kind: 'failed', error: { code: 'auth.refused', message: expect.stringContaining('not you') } });
    expect(one.browser.opened).toEqual([]);
  });

  test.each([
    ['no key', 'no key'],
    ['a key of another kind', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ])('%s is named, and nothing is sent', async (_, privateKey) => {
    const server = await machineServer(() => true);
    const one = stage();
    await one.up(at(server.base, { privateKey }));
    expect(one.host.get('s')?.state).toMatchObject({
      kind: 'failed',
      error: { code: 'auth.refused', message: expect.stringContaining('oauth.privateKey') },
    });
    expect(server.forms).toEqual([]);
  });
});
