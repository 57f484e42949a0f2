import http from 'node:http';
import { describe, expect, test } from 'vitest';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import { createLoginFetch, type LoginFetch } from '../../../main/core/transports/httpClient/loginFetch.ts';
import { authStage, type ScriptedBrowser, scriptedBrowser } from './kit.ts';
import { oddFailure, oddSignIn, oddStage, oddStore } from './oddKit.ts';

const hang = { hang: true };

/** A browser that keeps the address it should go back to, and stays there. */
function heldBrowser(): { browser: ScriptedBrowser; back: Promise<URL> } {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const browser = scriptedBrowser((url) => {
    resolve(url);
    return undefined;
  });
  return { browser, back: promise };
}

/** A plain request without what fetch would forbid. */
const request = (url: URL, more: http.RequestOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .request(url, { agent: false, ...more }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject)
      .end();
  });

const listens = (url: URL): Promise<boolean> =>
  request(url, {}).then(
    () => true,
    () => false,
  );

describe('what comes back to the app', () => {
  test('counts once, and only as the browser sends it', async () => {
    const { browser, back } = heldBrowser();
    const odd = await oddStage({}, { browser });
    await odd.one.up(odd.config);
    const done = odd.one.auth.signIn(odd.config);
    const url = await back;
    const foreign = { headers: { host: `evil.test:${url.port}` } };
    expect(await Promise.all([request(url, { method: 'HEAD' }), request(url, { method: 'POST' }), request(url, foreign)])).toEqual([404, 404, 404]);
    expect(await request(new URL('/favicon.ico', url), {})).toBe(404);
    const guess = new URL(url);
    guess.searchParams.set('state', 'guessed');
    expect(await request(guess, { headers: { origin: 'https://evil.test' } })).toBe(400);
    expect(odd.server.count('/token')).toBe(0);
    const answers = await Promise.all([request(url, {}), request(url, {})]);
    expect(answers.sort()).toEqual([200, 410]);
    await done;
    expect(odd.server.count('/token')).toBe(1);
    expect(await listens(url)).toBe(false);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['declined', { error: 'access_denied' }, /declined in the browser/],
    ['declined, though a code came along', { error: 'access_denied', code: 'x' }, /declined in the browser/],
    [
      'odd words',
      { error: 'bad\u202E\n<i>', error_description: '\r\n<script>alert(1)</script>\u200B %0a' },
      /\(bad <i>: <script>alert\(1\)<\/script> %0a\)/,
    ],
    ['another issuer', { code: 'x', iss: 'https://evil.test' }, /not the one that answered/],
  ])('%s ends the sign-in, shown as text', async (_, params, message) => {
    const browser = scriptedBrowser((url) => {
      url.searchParams.delete('code');
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
      return url;
    });
    const odd = await oddStage({}, { browser });
    const { code, text } = await oddFailure(odd);
    expect(code).toBe('auth.refused');
    expect(text).toMatch(message);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(odd.server.count('/token')).toBe(0);
  });

  test('without the issuer that was promised ends the sign-in (RFC 9207)', async () => {
    const odd = await oddStage();
    const { serverMetadata } = await import('../../servers/oddLogin.ts');
    odd.server.answers['/.well-known/oauth-authorization-server'] = {
      json: { ...serverMetadata(odd.server.base), authorization_response_iss_parameter_supported: true },
    };
    expect((await oddFailure(odd)).text).toMatch(/gave no name/);
    expect(odd.server.count('/token')).toBe(0);
  });
});

describe('a sign-in that is cancelled', () => {
  test.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server', '/register', '/token'])(
    'while %s hangs ends at once; the next click begins anew',
    async (path) => {
      // No limit of its own ends the request that hangs.
      const fetchFor = (config: RemoteConfig): LoginFetch => createLoginFetch(config, undefined, 600_000);
      const odd = await oddStage({ [path]: ({ nth }) => (nth === 1 ? hang : undefined) }, { fetchFor });
      await odd.one.up(odd.config);
      const first = odd.one.auth.signIn(odd.config);
      const ended = expect(first).rejects.toMatchObject({ info: { code: 'call.cancelled' } });
      await odd.server.asked(path);
      odd.one.auth.cancelSignIn('s');
      // Clicked before the first has wound up.
      const second = odd.one.auth.signIn(odd.config);
      await ended;
      await second;
      await odd.one.reaches('s', 'connected');
      const backs = odd.server.log.filter((entry) => entry.path === '/authorize').map(({ form }) => new URL(form.get('redirect_uri') ?? ''));
      expect(await Promise.all(backs.map(listens))).toEqual(backs.map(() => false));
    },
  );

  test('while the browser is being opened ends at once', async () => {
    const opening = Promise.withResolvers<void>();
    const openExternal = (): Promise<void> => {
      opening.resolve();
      return new Promise(() => undefined);
    };
    const odd = await oddStage({}, { openExternal });
    await odd.one.up(odd.config);
    const done = odd.one.auth.signIn(odd.config);
    const ended = expect(done).rejects.toMatchObject({ info: { code: 'call.cancelled' } });
    await opening.promise;
    odd.one.auth.cancelSignIn('s');
    await ended;
  });

  test('by the end of the app leaves nothing listening; the next run signs in', async () => {
    const { browser, back } = heldBrowser();
    const odd = await oddStage({}, { browser });
    await odd.one.up(odd.config);
    const done = odd.one.auth.signIn(odd.config);
    const ended = expect(done).rejects.toMatchObject({ info: { code: 'call.cancelled' } });
    const url = await back;
    odd.one.auth.dispose();
    await ended;
    expect(await listens(url)).toBe(false);
    const next = authStage({ folder: odd.one.folder });
    await oddSignIn({ ...odd, one: next });
    expect(await request(url, {}).catch(() => 'nobody')).toBe('nobody');
    await next.end();
  });

  test('two sign-ins of two servers do not meet; a second click shows the running page', async () => {
    const [a, b] = [heldBrowser(), heldBrowser()];
    const [one, two] = [await oddStage({}, { browser: a.browser, name: 'one' }), await oddStage({}, { browser: b.browser, name: 'two' })];
    await Promise.all([one.one.up(one.config), two.one.up(two.config)]);
    const done = [one.one.auth.signIn(one.config), two.one.auth.signIn(two.config)];
    const [first, second] = await Promise.all([a.back, b.back]);
    const again = one.one.auth.signIn(one.config);
    // The answer of one, brought to the other.
    const crossed = new URL(second);
    crossed.port = first.port;
    expect(await request(crossed, {})).toBe(400);
    expect(await Promise.all([request(first, {}), request(second, {})])).toEqual([200, 200]);
    await Promise.all([...done, again]);
    expect(new Set(a.browser.opened).size).toBe(1);
    expect([one.server.count('/token'), two.server.count('/token')]).toEqual([1, 1]);
  });
});

describe('refusals while a server is in use', () => {
  const lacks = (status: number, scope: string) => ({ status, headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope=${scope}` } });

  test.each([401, 403])('a step-up that never satisfies (%i) is proposed once, then told plainly', async (status) => {
    const odd = await oddStage({ '/mcp tools/call': lacks(status, 'write') });
    await oddSignIn(odd);
    expect(await odd.one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required', message: expect.stringContaining('(write)') } });
    await odd.one.auth.signIn(odd.config);
    await odd.one.reaches('s', 'connected');
    for (let n = 0; n < 3; n += 1) {
      expect(await odd.one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.refused', message: expect.stringContaining('already') } });
    }
    expect(odd.one.host.get('s')?.state.kind).toBe('connected');
    expect(odd.one.browser.opened).toHaveLength(2);
    expect(odd.server.count('/token')).toBeLessThanOrEqual(8);
  });

  test('403 without a challenge is no sign-in', async () => {
    const odd = await oddStage({ '/mcp tools/call': { status: 403, text: 'no' } });
    await oddSignIn(odd);
    expect(await odd.one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.refused' } });
    expect(odd.one.host.get('s')?.state.kind).toBe('connected');
    expect(odd.one.browser.opened).toHaveLength(1);
  });

  test('401 on the GET stream only does not take the tools away, and does not go on for ever', async () => {
    const odd = await oddStage({ '/mcp GET': { status: 401 } });
    await oddSignIn(odd);
    for (let n = 0; n < 3; n += 1) expect(await odd.one.call('s')).toMatchObject({ ok: true });
    expect(odd.one.browser.opened).toHaveLength(1);
    expect(odd.server.log.filter(({ method, path }) => method === 'GET' && path === '/mcp').length).toBeLessThanOrEqual(4);
    expect(odd.server.count('/token')).toBeLessThanOrEqual(2);
  });

  test('401 on tools/call only: one renewal for each call, no browser, and the state says it', async () => {
    const odd = await oddStage({ '/mcp tools/call': { status: 401 } });
    await oddSignIn(odd);
    for (let n = 0; n < 3; n += 1) expect(await odd.one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required' } });
    expect(odd.one.host.get('s')?.state.kind).toBe('needs-auth');
    expect(odd.server.count('/token')).toBe(2);
    expect(odd.one.browser.opened).toHaveLength(1);
  });

  test('a token that is revoked while calls run is renewed once for all of them', async () => {
    const odd = await oddStage();
    await oddSignIn(odd);
    odd.server.revoked.add('at-1');
    expect((await Promise.all(Array.from({ length: 8 }, () => odd.one.call('s')))).every(({ ok }) => ok)).toBe(true);
    expect(odd.server.count('/token')).toBe(2);
  });
});

describe('sign-out', () => {
  const cut = { cut: true };
  test.each<[string, object, boolean, number]>([
    ['is told', {}, true, 2],
    ['fails', { status: 500, text: 'no' }, false, 2],
    ['knows no such thing', { status: 404 }, false, 2],
    ['is out of reach', cut, false, 1],
  ])('forgets when the login server %s', async (_, answer, revoked, requests) => {
    const odd = await oddStage({ '/revoke': answer });
    await oddStore(odd, { access: 'at-0', expiresAt: undefined });
    await odd.one.up(odd.config);
    expect(await odd.one.auth.signOut(odd.config)).toEqual({ revoked });
    await odd.one.reaches('s', 'needs-auth');
    expect(await odd.one.auth.bearer(odd.config)).toBeUndefined();
    expect(odd.server.count('/revoke')).toBe(requests);
    expect(odd.one.logged.join()).not.toMatch(/at-0|rt-old/);
  });
});
