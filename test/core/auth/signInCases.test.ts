import net from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { caseScenario, type FakeHttp, type Scenario, startFake } from '../../servers/fakeHttp.ts';
import { authStage, type Stage, scriptedBrowser } from './kit.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function stage(more: Parameters<typeof authStage>[0] = {}): Stage {
  const made = authStage(more);
  open.push(() => made.end());
  return made;
}

async function fake(what: string | Scenario, change: (scenario: Scenario) => void = () => undefined): Promise<FakeHttp> {
  const scenario = typeof what === 'string' ? caseScenario(what) : what;
  change(scenario);
  const made = await startFake(scenario);
  open.push(() => made.close());
  return made;
}

const at = (server: FakeHttp, more: Partial<RemoteConfig> = {}): RemoteConfig => remoteConfig('s', { url: server.url, ...more });
const asked = (server: FakeHttp, path: string): string[] =>
  server.log.filter((entry) => entry.dir === 'in' && entry.path?.split('?')[0] === path).map((entry) => entry.path ?? '');
const oauthOf = (scenario: Scenario): Record<string, unknown> => scenario.oauth as Record<string, unknown>;
const query = (url: string | undefined): URLSearchParams => new URL(url ?? 'x:').searchParams;

async function signedIn(one: Stage, config: RemoteConfig): Promise<void> {
  await one.up(config);
  expect(one.host.get('s')?.state).toMatchObject({ kind: 'needs-auth', error: { code: 'auth.required' } });
  expect(one.browser.opened).toHaveLength(0);
  await one.auth.signIn(config);
  await one.reaches('s', 'connected');
}

describe('finding the login server', () => {
  test.each(['a01-metadata-only-at-root', 'a02-openid-only-with-path', 'a03-no-resource-metadata'])('%s', async (id) => {
    const server = await fake(id);
    const one = stage();
    await signedIn(one, at(server));
    expect(await one.call('s')).toMatchObject({ ok: true });
    const request = query(one.browser.opened[0]);
    expect(request.get('resource')).toBe(server.url);
    expect(request.get('code_challenge_method')).toBe('S256');
    expect(request.get('state')?.length).toBeGreaterThan(30);
    if (id.startsWith('a03')) expect(one.logged.join()).toContain('2025-03-26');
  });

  test('a06: without registration the user is asked for a client id, with the address to register', async () => {
    const server = await fake('a06-no-dynamic-registration');
    const one = stage();
    await one.up(at(server));
    await expect(one.auth.signIn(at(server))).rejects.toMatchObject({
      info: { code: 'auth.refused', fix: expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+\/callback.*oauth\.clientId/) },
    });
    expect(one.browser.opened).toHaveLength(0);
    expect(one.host.get('s')?.state.kind).toBe('needs-auth');
  });

  test('a06: a client id from the entry is used, nothing is registered', async () => {
    const server = await fake('a06-no-dynamic-registration');
    const one = stage();
    await signedIn(one, at(server, { oauth: { clientId: 'mine', scopes: ['files:write'] } }));
    expect(query(one.browser.opened[0]).get('client_id')).toBe('mine');
    expect(query(one.browser.opened[0]).get('scope')).toBe('files:write');
    expect(asked(server, '/register')).toHaveLength(0);
  });

  test('a client id metadata document comes before registration', async () => {
    const server = await fake('a08-wrong-state', (scenario) => {
      const docs = oauthOf(scenario).docs as { json: Record<string, unknown> }[];
      Object.assign(docs[1]?.json ?? {}, { client_id_metadata_document_supported: true });
      delete oauthOf(scenario).wrongState;
    });
    const one = stage({ documentUrl: 'https://app.example.test/client.json' });
    await signedIn(one, at(server));
    expect(query(one.browser.opened[0]).get('client_id')).toBe('https://app.example.test/client.json');
    expect(asked(server, '/register')).toHaveLength(0);
  });
});

describe('the answer of the browser', () => {
  const login = (more: Record<string, unknown> = {}): Promise<FakeHttp> =>
    fake('a08-wrong-state', (scenario) => {
      delete oauthOf(scenario).wrongState;
      Object.assign(oauthOf(scenario), more);
    });

  test('a08: a foreign state is never redeemed, and the sign-in goes on waiting', async () => {
    const server = await fake('a08-wrong-state');
    const foreign = Promise.withResolvers<void>();
    const browser = scriptedBrowser((back) => {
      void fetch(back).then((page) => {
        expect(page.status).toBe(400);
        foreign.resolve();
      });
      return undefined;
    });
    const one = stage({ browser });
    await one.up(at(server));
    const done = one.auth.signIn(at(server));
    await foreign.promise;
    expect(asked(server, '/token')).toHaveLength(0);
    expect(one.auth.stateOf(at(server))).toMatchObject({ signedIn: false, signingIn: true });
    one.auth.cancelSignIn('s');
    await expect(done).rejects.toMatchObject({ info: { code: 'call.cancelled' } });
    expect(asked(server, '/token')).toHaveLength(0);
  });

  test('an answer of another login server is not redeemed (RFC 9207)', async () => {
    const server = await login({ iss: 'https://evil.test' });
    const one = stage();
    await one.up(at(server));
    await expect(one.auth.signIn(at(server))).rejects.toMatchObject({ info: { code: 'auth.refused' } });
    expect(asked(server, '/token')).toHaveLength(0);
  });

  test('a07: a refusal in the browser ends the sign-in and says so', async () => {
    const server = await login();
    const browser = scriptedBrowser((back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
      return back;
    });
    const one = stage({ browser });
    await one.up(at(server));
    await expect(one.auth.signIn(at(server))).rejects.toMatchObject({ info: { code: 'auth.refused', message: expect.stringContaining('declined') } });
  });

  test('a07: a browser that never comes back is given up on', async () => {
    const server = await login();
    const one = stage({ browser: scriptedBrowser(() => undefined), limitMs: 50 });
    await one.up(at(server));
    await expect(one.auth.signIn(at(server))).rejects.toMatchObject({ info: { code: 'connect.timeout' } });
    expect(one.auth.stateOf(at(server))?.signingIn).toBeUndefined();
  });

  test('a07: the configured port is used; taken, another is found and said', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    open.push(() => void taken.close());
    const { port } = taken.address() as net.AddressInfo;
    const server = await login();
    const one = stage();
    await signedIn(one, at(server, { oauth: { callbackPort: port } }));
    expect(query(one.browser.opened[0]).get('redirect_uri')).not.toContain(`:${port}/`);
    expect(one.logged.join()).toContain(`Port ${port}`);
  });

  test('a07: a client registered for one port stops with the name of the setting when it is taken', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    open.push(() => void taken.close());
    const { port } = taken.address() as net.AddressInfo;
    const server = await login();
    const config = at(server, { oauth: { callbackPort: port, clientId: 'mine' } });
    const one = stage();
    await one.up(config);
    await expect(one.auth.signIn(config)).rejects.toMatchObject({ info: { fix: expect.stringContaining('oauth.callbackPort') } });
    expect(one.browser.opened).toHaveLength(0);
  });

  test('a07: a second sign-in uses the registration and its port again; a taken port means a new registration', async () => {
    const server = await login();
    const one = stage();
    await signedIn(one, at(server));
    await one.auth.signIn(at(server));
    expect(query(one.browser.opened[1]).get('redirect_uri')).toBe(query(one.browser.opened[0]).get('redirect_uri'));
    expect(asked(server, '/register')).toHaveLength(1);
    const taken = net.createServer();
    const port = Number(new URL(query(one.browser.opened[0]).get('redirect_uri') ?? '').port);
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    open.push(() => void taken.close());
    await one.auth.signIn(at(server));
    expect(asked(server, '/register')).toHaveLength(2);
  });

  test('a pasted address finishes what the browser could not', async () => {
    const server = await login();
    let address = '';
    const shown = Promise.withResolvers<void>();
    const browser = scriptedBrowser((back) => {
      address = back.href;
      shown.resolve();
      return undefined;
    });
    const one = stage({ browser });
    await one.up(at(server));
    const done = one.auth.signIn(at(server));
    await shown.promise;
    one.auth.pasteCallback('s', address);
    await done;
    expect(one.auth.stateOf(at(server))).toMatchObject({ signedIn: true, issuer: server.base });
  });
});

describe('when a login is wanted', () => {
  test('a10: background work opens no browser; many refusals are one change of state; a second click shows the running page', async () => {
    const server = await fake('a10-many-browser-tabs');
    const held = Promise.withResolvers<void>();
    let back = '';
    const browser = scriptedBrowser((url) => {
      back = url.href;
      held.resolve();
      return undefined;
    });
    const one = stage({ browser });
    const config = at(server);
    // A login from before whose token the server takes for everything but calls.
    await store(one, config, { access: 'at-0' });
    await one.up(config);
    expect(one.host.get('s')?.state.kind).toBe('connected');
    one.states.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => one.call('s')));
    // Of those that are under way when the first refusal ends the connection, some never hear their own.
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.code === 'auth.required').length).toBeGreaterThan(0);
    expect(outcomes.some((outcome) => outcome.ok)).toBe(false);
    expect(one.states).toEqual(['s:needs-auth']);
    expect(browser.opened).toHaveLength(0);

    const first = one.auth.signIn(config);
    await held.promise;
    const second = one.auth.signIn(config);
    await fetch(back);
    await Promise.all([first, second]);
    expect(new Set(browser.opened).size).toBe(1);
    expect(asked(server, '/token')).toHaveLength(1);
    await one.reaches('s', 'connected');
    expect(await one.call('s')).toMatchObject({ ok: true });
  });

  test('a11: a fixed header that is refused starts no sign-in', async () => {
    const server = await fake('a11-fixed-header-refused');
    const config = at(server, { headers: { Authorization: 'Bearer wrong-value' } });
    const one = stage();
    await one.up(config);
    const state = one.host.get('s')?.state;
    expect(state).toMatchObject({ kind: 'failed', error: { code: 'auth.refused', message: expect.stringContaining('headers.Authorization') } });
    expect(JSON.stringify(state)).not.toContain('wrong-value');
    await expect(one.auth.signIn(config)).rejects.toMatchObject({ info: { code: 'auth.refused', fix: expect.stringContaining('Remove') } });
    expect(one.browser.opened).toHaveLength(0);
    expect(one.auth.stateOf(config)).toBeUndefined();
  });
});

describe('more rights, and none', () => {
  test('a step-up asks for the old rights and the new ones, and the call then works', async () => {
    const server = await fake('a08-wrong-state', (scenario) => {
      delete oauthOf(scenario).wrongState;
      const challenge = 'Bearer error="insufficient_scope", scope="files:write"';
      scenario.routes = [
        {
          match: { rpc: 'tools/call', header: { authorization: 'Bearer at-1' } },
          respond: { status: 403, headers: { 'www-authenticate': challenge }, text: 'no' },
        },
      ];
    });
    const one = stage();
    await signedIn(one, at(server));
    expect(query(one.browser.opened[0]).get('scope')).toBe('files:read');
    expect(await one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required', message: expect.stringContaining('files:write') } });
    expect(one.browser.opened).toHaveLength(1);
    await one.auth.signIn(at(server));
    expect(query(one.browser.opened[1]).get('scope')).toBe('files:read files:write');
    await one.reaches('s', 'connected');
    expect(await one.call('s')).toMatchObject({ ok: true });
  });

  test('missing rights are shown, and the person may choose exactly what to grant', async () => {
    const server = await fake('a08-wrong-state', (scenario) => {
      delete oauthOf(scenario).wrongState;
      scenario.routes = [
        {
          match: { rpc: 'tools/call' },
          respond: { status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files:read files:write"' }, text: 'no' },
        },
      ];
    });
    const one = stage();
    const config = at(server, { oauth: { scopes: ['files:read', 'files:list'] } });
    await signedIn(one, config);
    expect(one.auth.stateOf(config)).not.toHaveProperty('missingScopes');
    await one.call('s');
    expect(one.auth.stateOf(config)).toMatchObject({ missingScopes: ['files:write'] });
    await one.auth.signIn(config, undefined, ['files:list']);
    expect(query(one.browser.opened[1]).get('scope')).toBe('files:list');
    expect(one.auth.stateOf(config)).not.toHaveProperty('missingScopes');
    await one.auth.signIn(config, undefined, []);
    expect(query(one.browser.opened[2]).has('scope')).toBe(false);
  });

  test('a login made by another run over the same data folder is taken instead of a second one', async () => {
    const server = await fake('a08-wrong-state', (scenario) => void delete oauthOf(scenario).wrongState);
    const config = at(server);
    const window = stage();
    await window.up(config);
    expect(window.auth.stateOf(config)).toEqual({ signedIn: false });
    const terminal = stage({ folder: window.folder });
    await terminal.up(config);
    await terminal.auth.signIn(config, 'file');
    await vi.waitFor(async () => expect(await window.auth.bearer(config)).toBe('at-1'), 3000);
    await window.auth.signIn(config);
    await window.reaches('s', 'connected');
    expect(window.browser.opened).toHaveLength(0);
  });

  test('a key store that cannot be read does not keep a server from connecting that wants no login', async () => {
    const server = await fake({ name: 'open' });
    const broken = async (): Promise<never> => Promise.reject(new Error('locked'));
    const one = stage({ secrets: { canEncrypt: true, get: broken, whereKept: broken, set: broken, delete: broken } });
    await one.up(at(server));
    expect(one.host.get('s')?.state.kind).toBe('connected');
    expect(one.logged.join()).toContain('could not be read');
  });

  test('a name and password in the address are a fixed login', async () => {
    const one = stage();
    const config = remoteConfig('s', { url: 'https://me:secret@mcp.example.test/mcp' });
    expect(one.auth.stateOf(config)).toBeUndefined();
    await expect(one.auth.signIn(config)).rejects.toMatchObject({ info: { code: 'auth.refused' } });
  });
});

describe('whose login it is', () => {
  const login = (): Promise<FakeHttp> => fake('a08-wrong-state', (scenario) => void delete oauthOf(scenario).wrongState);

  test('a13: two entries with one address are two logins; another address, a removal and a rename count', async () => {
    const [server, elsewhere] = [await login(), await login()];
    const [work, home] = [remoteConfig('work', { url: server.url }), remoteConfig('home', { url: server.url })];
    const one = stage();
    await one.up(work, home);
    await one.auth.signIn(work);
    await one.reaches('work', 'connected');
    expect(one.host.get('home')?.state.kind).toBe('needs-auth');
    expect(await one.auth.bearer(home)).toBeUndefined();
    await one.auth.signIn(home);
    expect(await one.auth.bearer(home)).not.toBe(await one.auth.bearer(work));

    expect(await one.auth.bearer({ ...work, url: elsewhere.url })).toBeUndefined();
    const renamed = remoteConfig('office', { url: server.url });
    const token = await one.auth.bearer(work);
    await one.auth.move(work, renamed);
    expect(await one.auth.bearer(renamed)).toBe(token);
    expect(await one.auth.bearer(work)).toBeUndefined();
    await one.auth.forget(home);
    expect(await one.auth.bearer(home)).toBeUndefined();
    expect(elsewhere.log).toHaveLength(0);
  });

  test('a14: nothing of one login server is sent to another', async () => {
    const server = await fake('a14-login-server-moved');
    const config = at(server);
    const one = stage();
    await store(one, config, { access: 'old-at-secret', refresh: 'old-rt-secret' }, 'https://old-as.example.test/');
    await one.up(config);
    await one.auth.signIn(config);
    expect(one.logged.join()).toMatch(/changed from https:\/\/old-as\.example\.test\/ to http/);
    const toLogin = server.log.filter((entry) => /register|authorize|token/.test(entry.path ?? ''));
    expect(JSON.stringify(toLogin)).not.toMatch(/old-(at|rt|client)/);
    expect(asked(server, '/register')).toHaveLength(1);
  });

  test('a14: a client id from the entry is not taken to another login server unasked', async () => {
    const server = await fake('a14-login-server-moved');
    const config = at(server, { oauth: { clientId: 'old-client' } });
    const one = stage();
    await store(one, config, {}, 'https://old-as.example.test/', 'configured');
    await one.up(config);
    await expect(one.auth.signIn(config)).rejects.toMatchObject({ info: { message: expect.stringContaining('old-as.example.test') } });
    await one.auth.signOut(config);
    await one.auth.signIn(config);
  });

  test('a15: a dead refresh token means one renewal, a new sign-in, and then the call works', async () => {
    const server = await fake('a15-refresh-token-dead');
    const config = at(server);
    const one = stage();
    await store(one, config, { access: 'at-0', refresh: 'rt-0' }, server.base);
    await one.up(config);
    expect(await one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required' } });
    expect(await one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required' } });
    expect(asked(server, '/token')).toHaveLength(1);
    expect(one.host.get('s')?.state.kind).toBe('needs-auth');
    expect(one.auth.stateOf(config)).toMatchObject({ signedIn: false });
    await one.auth.signIn(config);
    await one.reaches('s', 'connected');
    expect(await one.call('s')).toMatchObject({ ok: true });
    expect(asked(server, '/token')).toHaveLength(2);
  });

  test('a15: a login server in trouble costs no login', async () => {
    const server = await fake('a15-refresh-token-dead', (scenario) => {
      (scenario.routes as unknown[]).push({ match: { http: 'POST', path: '/token' }, respond: { status: 503, text: 'busy' } });
    });
    const config = at(server);
    const one = stage();
    await store(one, config, { access: 'at-0', refresh: 'rt-0' }, server.base);
    await one.up(config);
    expect(await one.call('s')).toMatchObject({ ok: false, error: { code: 'connect.http' } });
    expect(await one.auth.bearer(config)).toBe('at-0');
  });
});

/** A login from an earlier day. */
async function store(
  one: Stage,
  config: RemoteConfig,
  tokens: { access?: string; refresh?: string },
  issuer?: string,
  source = 'registered',
): Promise<void> {
  const { accountKey } = await import('../../../main/core/auth/account.ts');
  const base = issuer ?? new URL(config.url).origin;
  const account = {
    version: 1,
    issuer: base,
    resource: config.url,
    endpoints: { url: base, token: new URL('/token', base).href },
    client: { id: 'old-client', source, redirectUri: 'http://127.0.0.1:0/callback' },
    ...(tokens.access ? { tokens: { ...tokens, obtainedAt: 0 } } : {}),
    remember: 'session',
  };
  await one.secrets.set(accountKey(config), JSON.stringify(account), 'session');
}
