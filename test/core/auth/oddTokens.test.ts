import { describe, expect, test } from 'vitest';
import type { OddAnswer } from '../../servers/oddLogin.ts';
import { oddFailure, oddSignIn, oddStage, oddStore } from './oddKit.ts';

const good = { access_token: 'at-odd', token_type: 'Bearer' };
const form = (text: string, type = 'application/x-www-form-urlencoded'): OddAnswer => ({ headers: { 'content-type': type }, text });

describe('an odd token answer signs in all the same', () => {
  test.each<[string, OddAnswer]>([
    ['a form', form('access_token=at-odd&token_type=bearer&scope=a+b')],
    ['a form that calls itself text', form('access_token=at-odd&token_type=bearer\n', 'text/plain')],
    ['JSON that calls itself HTML', { headers: { 'content-type': 'text/html' }, text: JSON.stringify(good) }],
    ['a byte order mark', { text: `\uFEFF${JSON.stringify(good)}` }],
    ['status 201', { status: 201, json: good }],
    ['no token_type', { json: { access_token: 'at-odd' } }],
    ['token_type in another case', { json: { ...good, token_type: 'BEARER' } }],
    [
      'token_type null, scope null, refresh_token null, id_token null',
      { json: { ...good, token_type: null, scope: null, refresh_token: null, id_token: null } },
    ],
    ['expires_in as text', { json: { ...good, expires_in: '3600' } }],
    ['expires_in null', { json: { ...good, expires_in: null } }],
    ['expires_in as a word', { json: { ...good, expires_in: 'never' } }],
    ['expires_in empty', { json: { ...good, expires_in: '' } }],
    ['expires_in 0', { json: { ...good, expires_in: 0, refresh_token: 'rt-odd' } }],
    ['expires_in negative', { json: { ...good, expires_in: -60, refresh_token: 'rt-odd' } }],
    ['expires_in huge', { json: { ...good, expires_in: 1e18 } }],
    ['expires_in beyond numbers', { headers: { 'content-type': 'application/json' }, text: '{"access_token":"at-odd","expires_in":1e999}' }],
    ['scope as a list', { json: { ...good, scope: ['a', 'b'] } }],
    ['an empty error beside the token', { json: { ...good, error: '' } }],
    ['an issuer of its own', { json: { ...good, issuer: 'https://elsewhere.test' } }],
  ])('%s', async (_, answer) => {
    const odd = await oddStage({ '/token': answer });
    await oddSignIn(odd);
    for (let n = 0; n < 3; n += 1) expect(await odd.one.call('s')).toMatchObject({ ok: true });
    // Nothing loops: the code was redeemed once, and nothing was renewed.
    expect(odd.server.count('/token')).toBe(1);
    const { expiresAt } = odd.one.auth.stateOf(odd.config) ?? {};
    if (expiresAt !== undefined) expect(Number.isNaN(new Date(expiresAt).getTime())).toBe(false);
  });

  test('a 5xx that passes is asked once more', async () => {
    const odd = await oddStage({ '/token': ({ nth }) => (nth === 1 ? { status: 503, text: 'busy' } : undefined) });
    await oddSignIn(odd);
    expect(odd.server.count('/token')).toBe(2);
  });

  test('a scope that was narrowed is shown as it was granted', async () => {
    const odd = await oddStage({ '/token': { json: { ...good, scope: 'read' } } }, { entry: { oauth: { scopes: ['read', 'write'] } } });
    await oddSignIn(odd);
    expect(odd.one.auth.stateOf(odd.config)?.scopes).toEqual(['read']);
  });

  test('without a word on scope the granted is what was asked for', async () => {
    const odd = await oddStage({ '/token': { json: good } }, { entry: { oauth: { scopes: ['read', 'write'] } } });
    await oddSignIn(odd);
    expect(odd.one.auth.stateOf(odd.config)?.scopes).toEqual(['read', 'write']);
  });
});

describe('an answer that is none ends the sign-in in plain words', () => {
  const page = '<!doctype html><title>Sorry</title><p>secret-in-page</p>';
  test.each<[string, OddAnswer, number, RegExp]>([
    ['an HTML page', { headers: { 'content-type': 'text/html' }, text: page }, 1, /without a token \(200, text\/html\)/],
    ['nothing', { text: '' }, 1, /without a token/],
    ['a list', { json: ['at'] }, 1, /without a token/],
    ['null', { json: null }, 1, /without a token/],
    ['an empty token', { json: { access_token: '' } }, 1, /without a token/],
    ['a token that is a number', { json: { access_token: 7 } }, 1, /without a token/],
    ['a token with a line break', { json: { access_token: 'a\r\nx-evil: 1' } }, 1, /cannot be sent/],
    ['a token that needs a key', { json: { access_token: 'x', token_type: 'DPoP' } }, 1, /cannot use \(dpop\)/],
    ['an error with 200', { json: { error: 'invalid_grant', error_description: 'code is old' } }, 1, /invalid_grant: code is old/],
    ['an error as a form', form('error=bad_verification_code&error_description=code+is+old'), 1, /bad_verification_code: code is old/],
    ['an HTML page with 500', { status: 500, text: page }, 2, /in trouble \(500\)/],
    ['an HTML page with 403', { status: 403, text: page }, 1, /in trouble \(403\)/],
    ['temporarily_unavailable', { status: 400, json: { error: 'temporarily_unavailable' } }, 1, /temporarily_unavailable/],
    ['a redirect elsewhere', { status: 307, headers: { location: 'https://elsewhere.test/token' } }, 1, /in trouble \(307\)/],
    ['a redirect in circles', { status: 307, headers: { location: '/token' } }, 4, /in trouble \(307\)/],
    ['a closed connection', { cut: true }, 1, /cannot be reached/],
  ])('%s', async (_, answer, requests, message) => {
    const odd = await oddStage({ '/token': answer });
    const { text } = await oddFailure(odd);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/secret-in-page|code-1|at .*\.ts|JSON|Zod/);
    expect(odd.server.count('/token')).toBe(requests);
    expect(odd.one.auth.stateOf(odd.config)).toMatchObject({ signedIn: false });
    expect(odd.one.auth.stateOf(odd.config)).not.toHaveProperty('signingIn');
  });

  test('the words of an error are shown as text: short, in one line, nothing hidden', async () => {
    const said = { error: 'bad\u202Ecode\n', error_description: `\n\u0000<b>no</b>\u200B\u202E ${'x'.repeat(5000)}\ud800` };
    const { text } = await oddFailure(await oddStage({ '/token': { status: 400, json: said } }));
    expect(text).toContain('bad code: <b>no</b> xxx');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.length).toBeLessThan(500);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('a renewal', () => {
  const renewed = { access_token: 'at-new', token_type: 'Bearer' };

  test.each<[string, object, string]>([
    ['without a new refresh token keeps the old one', {}, 'rt-old'],
    ['with the same refresh token', { refresh_token: 'rt-old' }, 'rt-old'],
    ['with an empty one keeps the old one', { refresh_token: '' }, 'rt-old'],
    ['with another one takes it', { refresh_token: 'rt-2' }, 'rt-2'],
  ])('%s', async (_, more, next) => {
    const odd = await oddStage({ '/token': { json: { ...renewed, ...more } } });
    await oddStore(odd, { scope: 'read' });
    await odd.one.up(odd.config);
    expect(await odd.one.call('s')).toMatchObject({ ok: true });
    expect(odd.server.count('/token')).toBe(1);
    expect(odd.one.auth.stateOf(odd.config)?.scopes).toEqual(['read']);
    odd.server.revoked.add('at-new');
    await odd.one.call('s');
    expect(odd.server.lastForm().get('refresh_token')).toBe(next);
  });

  test.each<[string, OddAnswer, number]>([
    ['503', { status: 503, text: 'busy' }, 2],
    ['500 with an OAuth error', { status: 500, json: { error: 'invalid_grant' } }, 2],
    ['temporarily_unavailable', { status: 400, json: { error: 'temporarily_unavailable' } }, 1],
    ['server_error with 200', { json: { error: 'server_error' } }, 1],
    ['429', { status: 429, json: { error: 'invalid_request' } }, 1],
    ['an HTML page', { headers: { 'content-type': 'text/html' }, text: '<html>' }, 1],
    ['404', { status: 404, text: 'gone' }, 1],
    ['a closed connection', { cut: true }, 1],
  ])('that meets %s loses no login, and the next one works', async (_, answer, requests) => {
    const odd = await oddStage({ '/token': ({ nth }) => (nth <= requests ? answer : undefined) });
    await oddStore(odd);
    await expect(odd.one.auth.bearer(odd.config)).rejects.toMatchObject({ info: { code: expect.stringMatching(/^connect\./) } });
    expect(odd.server.count('/token')).toBe(requests);
    expect(await odd.one.auth.bearer(odd.config)).toBe('at-1');
    expect(odd.server.lastForm().get('refresh_token')).toBe('rt-old');
  });

  test.each<[string, OddAnswer]>([
    ['invalid_grant', { status: 400, json: { error: 'invalid_grant' } }],
    ['invalid_grant with 200', { json: { error: 'invalid_grant' } }],
    ['invalid_grant with 401', { status: 401, json: { error: 'invalid_grant' } }],
    ['a word of its own', { json: { error: 'bad_refresh_token' } }],
    ['unsupported_grant_type', { status: 400, json: { error: 'unsupported_grant_type' } }],
    ['invalid_client', { status: 401, json: { error: 'invalid_client' } }],
  ])('refused with %s means "needs sign-in" after one request', async (_, answer) => {
    const odd = await oddStage({ '/token': answer });
    await oddStore(odd);
    await odd.one.up(odd.config);
    expect(odd.one.host.get('s')?.state.kind).toBe('needs-auth');
    for (let n = 0; n < 3; n += 1) expect(await odd.one.call('s')).toMatchObject({ ok: false, error: { code: 'auth.required' } });
    expect(odd.server.count('/token')).toBe(1);
    expect(odd.one.browser.opened).toHaveLength(0);
  });

  test('whose token is refused as well is not repeated', async () => {
    const odd = await oddStage({ '/token': { json: renewed } });
    await oddStore(odd);
    odd.server.revoked.add('at-new');
    await odd.one.up(odd.config);
    expect(odd.one.host.get('s')?.state.kind).toBe('needs-auth');
    await odd.one.call('s');
    expect(odd.server.count('/token')).toBeLessThanOrEqual(2);
  });
});
