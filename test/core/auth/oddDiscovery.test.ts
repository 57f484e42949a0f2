import { describe, expect, test } from 'vitest';
import { type OddAnswers, type OddRequest, resourceDocument, serverMetadata } from '../../servers/oddLogin.ts';
import { oddFailure, oddSignIn, oddStage, oddStore } from './oddKit.ts';

const PATH_AWARE = '/.well-known/oauth-protected-resource/mcp';
const ROOT = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

const resource =
  (more: (base: string) => object) =>
  ({ base }: OddRequest) => ({ json: { ...resourceDocument(base), ...more(base) } });
const metadata =
  (more: (base: string) => object) =>
  ({ base }: OddRequest) => ({ json: { ...serverMetadata(base), ...more(base) } });
const challenge =
  (...lines: string[]) =>
  ({ headers: { authorization }, base }: OddRequest) =>
    authorization ? undefined : { status: 401, headers: { 'www-authenticate': lines.map((line) => line.replaceAll('BASE', base)) } };
const missing = { status: 404 };
const page = { headers: { 'content-type': 'text/html' }, text: '<!doctype html><title>App</title>' };

describe('odd descriptions that a sign-in can do with', () => {
  test.each<[string, OddAnswers]>([
    ['resource with a last slash', { [PATH_AWARE]: resource((base) => ({ resource: `${base}/mcp/` })) }],
    ['resource with the host in capitals', { [PATH_AWARE]: resource((base) => ({ resource: base.replace('http', 'HTTP') })) }],
    ['resource of the whole origin', { [PATH_AWARE]: resource((base) => ({ resource: base })) }],
    ['fields that are null', { [PATH_AWARE]: resource(() => ({ scopes_supported: null, jwks_uri: null, resource_name: null })) }],
    ['fields of the wrong kind', { [PATH_AWARE]: resource(() => ({ jwks_uri: 'none', scopes_supported: 7, bearer_methods_supported: 'header' })) }],
    ['no login server named', { [PATH_AWARE]: resource(() => ({ authorization_servers: [] })) }],
    ['login servers null', { [PATH_AWARE]: resource(() => ({ authorization_servers: null })) }],
    ['a login server as a text', { [PATH_AWARE]: resource((base) => ({ authorization_servers: base })) }],
    ['a login server with a last slash', { [PATH_AWARE]: resource((base) => ({ authorization_servers: [`${base}/`] })) }],
    ['several, the first without a description', { [PATH_AWARE]: resource((base) => ({ authorization_servers: [`${base}/none`, base] })) }],
    ['several, the first out of reach', { [PATH_AWARE]: resource((base) => ({ authorization_servers: ['http://127.0.0.1:9', base] })) }],
    ['several, the first unsafe', { [PATH_AWARE]: resource((base) => ({ authorization_servers: ['http://elsewhere.test', 'no address', base] })) }],
    ['a page instead of resource metadata', { [PATH_AWARE]: page, [ROOT]: resource(() => ({})) }],
    [
      '503 once',
      { [PATH_AWARE]: ({ nth }) => (nth === 1 ? { status: 503 } : undefined), [OAUTH]: ({ nth }) => (nth === 1 ? { status: 502 } : undefined) },
    ],
    ['a redirect within the origin', { [PATH_AWARE]: { status: 302, headers: { location: ROOT } }, [ROOT]: resource(() => ({})) }],
    ['a page instead of the login server, OpenID beside it', { [OAUTH]: page, [OPENID]: metadata(() => ({})) }],
    ['500 for the first place, OpenID beside it', { [OAUTH]: { status: 500 }, [OPENID]: metadata(() => ({})) }],
    [
      'OpenID only, below a path',
      {
        [PATH_AWARE]: resource((base) => ({ authorization_servers: [`${base}/realms/one`] })),
        [OAUTH]: missing,
        '/realms/one/.well-known/openid-configuration': metadata((base) => ({ issuer: `${base}/realms/one` })),
      },
    ],
    ['metadata with null fields', { [OAUTH]: metadata(() => ({ scopes_supported: null, service_documentation: null, revocation_endpoint: null })) }],
    ['metadata with empty addresses', { [OAUTH]: metadata(() => ({ service_documentation: '', revocation_endpoint: '', op_policy_uri: '' })) }],
    ['metadata with unknown fields', { [OAUTH]: metadata(() => ({ x_more: { a: [1] }, mtls_endpoint_aliases: null })) }],
    ['metadata without response types', { [OAUTH]: metadata(() => ({ response_types_supported: null })) }],
    ['PKCE methods as a text', { [OAUTH]: metadata(() => ({ code_challenge_methods_supported: 'plain S256' })) }],
    ['an issuer with a last slash', { [OAUTH]: metadata((base) => ({ issuer: `${base}/` })) }],
    [
      'a relative place in the challenge',
      { '/mcp': challenge('Bearer resource_metadata="/meta"'), '/meta': resource(() => ({})), [PATH_AWARE]: missing },
    ],
    ['a place on another host by plain http', { '/mcp': challenge('Bearer resource_metadata="http://elsewhere.test/meta"') }],
    ['a 401 without a header', { '/mcp': ({ headers }) => (headers.authorization ? undefined : { status: 401 }) }],
    ['a 401 with a body only', { '/mcp': ({ headers }) => (headers.authorization ? undefined : { status: 401, json: { error: 'unauthorized' } }) }],
    [
      'several challenges in several lines',
      {
        '/mcp': challenge('Negotiate dG9rZW4==', 'Basic realm="a, Bearer scope=no"', 'BEARER Realm="x, y" , Resource_Metadata=BASE/meta'),
        '/meta': resource(() => ({})),
        [PATH_AWARE]: missing,
      },
    ],
  ])('%s', async (_, answers) => {
    const odd = await oddStage(answers);
    await oddSignIn(odd);
    expect(await odd.one.call('s')).toMatchObject({ ok: true });
    expect(odd.one.browser.opened).toHaveLength(1);
    expect(odd.server.count('/token')).toBe(1);
    expect(odd.server.log.filter(({ path }) => path.includes('.well-known')).length).toBeLessThanOrEqual(10);
  });
});

describe('descriptions that end the sign-in, before any browser opens', () => {
  test.each<[string, OddAnswers, RegExp]>([
    ['resource of another server', { [PATH_AWARE]: resource(() => ({ resource: 'https://evil.test/mcp' })) }, /names another server as its own/],
    ['resource of another port', { [PATH_AWARE]: resource(() => ({ resource: 'http://127.0.0.1:1/mcp' })) }, /names another server/],
    ['resource of another path', { [PATH_AWARE]: resource((base) => ({ resource: `${base}/other` })) }, /names another server/],
    ['resource of a path in capitals', { [PATH_AWARE]: resource((base) => ({ resource: `${base}/MCP` })) }, /names another server/],
    ['resource of a path that begins alike', { [PATH_AWARE]: resource((base) => ({ resource: `${base}/mc` })) }, /names another server/],
    ['another issuer', { [OAUTH]: metadata(() => ({ issuer: 'https://evil.test' })) }, /under another name .*evil\.test/],
    [
      'another issuer in the second of several',
      {
        [PATH_AWARE]: resource((base) => ({ authorization_servers: [`${base}/none`, base] })),
        [OAUTH]: metadata(() => ({ issuer: 'https://evil.test' })),
      },
      /under another name/,
    ],
    ['no word on PKCE', { [OAUTH]: metadata(() => ({ code_challenge_methods_supported: null })) }, /PKCE/],
    ['no authorization code', { [OAUTH]: metadata(() => ({ response_types_supported: ['token'] })) }, /authorization code/],
    ['no token address', { [OAUTH]: metadata(() => ({ token_endpoint: null })) }, /does not describe itself/],
    ['a login page that is a script', { [OAUTH]: metadata(() => ({ authorization_endpoint: 'javascript:alert(1)' })) }, /not safe/],
    ['503 for good', { [OAUTH]: { status: 503 }, [OPENID]: { status: 503 } }, /in trouble.*503.*Wait/],
    ['503 for all descriptions', { [PATH_AWARE]: { status: 503 }, [ROOT]: { status: 503 }, [OAUTH]: missing }, /in trouble.*503/],
    [
      'a redirect in circles',
      { [PATH_AWARE]: resource(() => ({})), [OAUTH]: { status: 302, headers: { location: OAUTH } } },
      /does not describe itself/,
    ],
  ])('%s', async (_, answers, message) => {
    const odd = await oddStage(answers);
    const { text } = await oddFailure(odd);
    expect(text).toMatch(message);
    expect(odd.one.browser.opened).toHaveLength(0);
    expect(odd.server.count('/token') + odd.server.count('/register')).toBe(0);
    expect(odd.server.log.length).toBeLessThanOrEqual(20);
  });
});

describe('an odd registration', () => {
  test.each<[string, object]>([
    ['200 instead of 201', { status: 200, json: { client_id: 'odd' } }],
    [
      'fields that are null',
      { status: 201, json: { client_id: 'odd', client_secret: null, client_secret_expires_at: null, client_uri: null, contacts: null } },
    ],
    ['unknown fields', { status: 201, json: { client_id: 'odd', redirect_uris: [], x: [{ y: 1 }], registration_client_uri: 'not an address' } }],
    ['a secret that does not end', { status: 201, json: { client_id: 'odd', client_secret: 's3', client_secret_expires_at: 0 } }],
    ['an end as a text', { status: 201, json: { client_id: 'odd', client_secret: 's3', client_secret_expires_at: '4000000000' } }],
  ])('with %s does', async (_, answer) => {
    const odd = await oddStage({ '/register': answer });
    await oddSignIn(odd);
    expect(odd.server.count('/register')).toBe(1);
    await odd.one.auth.signIn(odd.config);
    expect(odd.server.count('/register')).toBe(1);
  });

  test.each<[string, object, RegExp]>([
    [
      '400 invalid_redirect_uri',
      { status: 400, json: { error: 'invalid_redirect_uri', error_description: 'no loopback' } },
      /refused to register.*400, invalid_redirect_uri: no loopback.*oauth\.clientId/,
    ],
    ['403', { status: 403, text: '<h1>no</h1>' }, /refused to register this app \(403\).*oauth\.clientId/],
    ['an error with 200', { status: 200, json: { error: 'access_denied' } }, /refused to register.*access_denied/],
    ['a page', { status: 200, text: '<h1>hi</h1>' }, /without a client id/],
    ['an empty client id', { status: 201, json: { client_id: '' } }, /without a client id/],
    ['500', { status: 500 }, /in trouble/],
  ])('with %s ends the sign-in and names the way out', async (_, answer, message) => {
    const odd = await oddStage({ '/register': answer });
    expect((await oddFailure(odd)).text).toMatch(message);
    expect(odd.server.count('/register')).toBe(1);
    expect(odd.one.browser.opened).toHaveLength(0);
  });

  test('whose secret is over is made again', async () => {
    const odd = await oddStage();
    await oddStore(odd, {}, { secret: 'old-secret', expiresAt: 1 });
    await odd.one.auth.signIn(odd.config, 'session', []);
    expect(odd.server.count('/register')).toBe(1);
    expect(JSON.stringify(odd.server.log)).not.toContain('old-secret');
  });
});

describe('how the client proves itself', () => {
  const basic = `Basic ${Buffer.from('me:s3%2Fcret').toString('base64')}`;
  test.each<[string, object, string[]]>([
    ['nothing said', {}, ['basic']],
    ['Basic', { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] }, ['basic']],
    ['the form', { token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_post'] }, ['form']],
    ['none', { token_endpoint_auth_methods_supported: ['none'] }, ['name']],
    ['null', { token_endpoint_auth_methods_supported: null }, ['basic']],
  ])('where the login server takes %s', async (_, more, ways) => {
    const odd = await oddStage({ [OAUTH]: metadata(() => more) }, { entry: { oauth: { clientId: 'me', clientSecret: 's3/cret' } } });
    await oddSignIn(odd);
    expect(odd.server.log.filter(({ path }) => path === '/token').map(wayOf)).toEqual(ways);
  });

  test('a login server that says nothing and wants the form is asked a second time, and no third', async () => {
    const only = ({ form }: OddRequest) => (form.has('client_secret') ? undefined : { status: 401, json: { error: 'invalid_client' } });
    const entry = { oauth: { clientId: 'me', clientSecret: 's3/cret' } };
    const odd = await oddStage({ '/token': only }, { entry });
    await oddSignIn(odd);
    expect(odd.server.log.filter(({ path }) => path === '/token').map(wayOf)).toEqual(['basic', 'form']);
    const never = await oddStage({ '/token': { status: 401, json: { error: 'invalid_client' } } }, { entry });
    const { text } = await oddFailure(never);
    expect(text).toContain('invalid_client');
    expect(text).not.toContain('s3');
    expect(never.server.count('/token')).toBe(2);
  });

  function wayOf({ headers, form }: OddRequest): string {
    if (headers.authorization) return headers.authorization === basic && !form.has('client_secret') ? 'basic' : 'odd';
    return form.has('client_secret') ? 'form' : 'name';
  }
});
