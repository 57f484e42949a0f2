import { describe, expect, test } from 'vitest';
import type { Challenge } from '../../../main/core/auth/challenge.ts';
import { discoverLogin, hasMoved, type LoginServer } from '../../../main/core/auth/loginServer.ts';

const OWN = 'https://mcp.test/mcp';
const LOGIN = 'https://login.test';
const PATH_AWARE = 'https://mcp.test/.well-known/oauth-protected-resource/mcp';
const ROOT = 'https://mcp.test/.well-known/oauth-protected-resource';
const SERVER = 'https://login.test/.well-known/oauth-authorization-server';

const resource = (more: object = {}) => ({ resource: OWN, authorization_servers: [LOGIN], ...more });
const metadata = (more: object = {}) => ({
  issuer: LOGIN,
  authorization_endpoint: `${LOGIN}/authorize`,
  token_endpoint: `${LOGIN}/token`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  ...more,
});

/** A web of documents: JSON, or text that is none; everything else is 404. */
function web(documents: Record<string, unknown>) {
  const asked: string[] = [];
  const fetch = async (url: string | URL): Promise<Response> => {
    asked.push(String(url));
    const found = documents[String(url)];
    if (found === undefined) return new Response('no', { status: 404 });
    return new Response(typeof found === 'string' ? found : JSON.stringify(found));
  };
  return { asked, fetch };
}

const discover = (
  documents: Record<string, unknown>,
  more: { url?: string; challenge?: Challenge; knownIssuer?: string } = {},
): Promise<LoginServer> => discoverLogin({ server: 's', url: OWN, fetch: web(documents).fetch, ...more });

describe('finding the login server', () => {
  test('the place the challenge names comes first', async () => {
    const { asked, fetch } = web({ 'https://mcp.test/meta': resource(), [SERVER]: metadata() });
    const challenge = { status: 401, resourceMetadata: 'https://mcp.test/meta' };
    expect(await discoverLogin({ server: 's', url: OWN, challenge, fetch })).toMatchObject({ issuer: LOGIN, resource: OWN, older: false });
    expect(asked).toEqual(['https://mcp.test/meta', SERVER]);
  });

  test('a place that cannot be used leads on to the next', async () => {
    const { asked, fetch } = web({ 'https://mcp.test/meta': '<html>', [PATH_AWARE]: { resource: 7 }, [ROOT]: resource(), [SERVER]: metadata() });
    const challenge = { status: 401, resourceMetadata: 'https://mcp.test/meta' };
    expect(await discoverLogin({ server: 's', url: OWN, challenge, fetch })).toMatchObject({ issuer: LOGIN });
    expect(asked).toEqual(['https://mcp.test/meta', PATH_AWARE, ROOT, SERVER]);
  });

  test('a challenge does not lead to plain http nor to programs of this machine', async () => {
    for (const place of ['http://elsewhere.test/x', 'http://127.0.0.1:8080/x', 'file:///etc/passwd']) {
      const { asked, fetch } = web({ [ROOT]: resource(), [SERVER]: metadata() });
      await discoverLogin({ server: 's', url: OWN, challenge: { status: 401, resourceMetadata: place }, fetch });
      expect(asked).not.toContain(place);
    }
  });

  test.each([
    ['metadata of another resource', { [ROOT]: resource({ resource: 'https://evil.test/mcp' }), [SERVER]: metadata() }, 'names another server'],
    ['another issuer', { [ROOT]: resource(), [SERVER]: metadata({ issuer: 'https://evil.test' }) }, 'under another name'],
    ['no word on PKCE', { [ROOT]: resource(), [SERVER]: metadata({ code_challenge_methods_supported: undefined }) }, 'PKCE'],
    ['only plain PKCE', { [ROOT]: resource(), [SERVER]: metadata({ code_challenge_methods_supported: ['plain'] }) }, 'PKCE'],
    ['a token address without TLS', { [ROOT]: resource(), [SERVER]: metadata({ token_endpoint: 'http://login.test/token' }) }, 'not safe'],
    ['a token address on this machine', { [ROOT]: resource(), [SERVER]: metadata({ token_endpoint: 'http://127.0.0.1:25/' }) }, 'not safe'],
    ['a login page that is a script', { [ROOT]: resource(), [SERVER]: metadata({ authorization_endpoint: 'javascript:alert(1)' }) }, ''],
    ['a login server that says nothing of itself', { [ROOT]: resource() }, 'does not describe itself'],
    ['a login server on this machine', { [ROOT]: resource({ authorization_servers: ['http://localhost:1'] }) }, 'not safe'],
  ])('%s ends the sign-in', async (_, documents, message) => {
    await expect(discover(documents)).rejects.toMatchObject({ info: { code: 'auth.refused', message: expect.stringContaining(message) } });
  });

  test('without any description the own origin is the login server, and its word on PKCE is not needed', async () => {
    expect(await discover({})).toEqual({ issuer: 'https://mcp.test/', url: 'https://mcp.test/', resource: OWN, older: true });
    const own = { ...metadata({ issuer: 'https://mcp.test', code_challenge_methods_supported: undefined }) };
    expect(await discover({ 'https://mcp.test/.well-known/oauth-authorization-server': own })).toMatchObject({
      issuer: 'https://mcp.test',
      older: true,
    });
  });

  test('among several login servers the known one is kept', async () => {
    const two = resource({ authorization_servers: ['https://other.test', LOGIN] });
    expect(await discover({ [ROOT]: two, [SERVER]: metadata() }, { knownIssuer: `${LOGIN}/` })).toMatchObject({ issuer: LOGIN });
  });

  test('the resource is what the server wrote, letter by letter', async () => {
    const bare = { [ROOT]: { ...resource(), resource: 'https://mcp.test' }, [SERVER]: metadata() };
    expect(await discover(bare)).toMatchObject({ resource: 'https://mcp.test' });
    expect(await discover({}, { url: 'https://mcp.test' })).toMatchObject({ resource: 'https://mcp.test' });
    expect(await discover({}, { url: 'wss://mcp.test/ws' })).toMatchObject({ resource: 'https://mcp.test/ws' });
  });

  test('a moved login is seen, silence is none', async () => {
    const about = (documents: Record<string, unknown>) => ({ server: 's', url: OWN, fetch: web(documents).fetch });
    expect(await hasMoved(about({ [ROOT]: resource() }), 'https://old.test')).toBe(true);
    expect(await hasMoved(about({ [ROOT]: resource() }), `${LOGIN}/`)).toBe(false);
    expect(await hasMoved(about({}), 'https://old.test')).toBe(false);
  });
});
