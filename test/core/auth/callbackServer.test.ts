import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Callback, type CallbackOptions, openCallback } from '../../../main/core/auth/callbackServer.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function callback(more: Partial<CallbackOptions> = {}): Promise<Callback> {
  const made = await openCallback({ server: 's', state: 'right-state', preferred: [], fixed: false, language: () => 'en', ...more });
  open.push(() => made.close());
  return made;
}

const send = async (to: Callback, query: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const response = await fetch(`${to.redirectUri}?${query}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

async function occupy(): Promise<number> {
  const taken = net.createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  open.push(() => taken.close());
  return (taken.address() as net.AddressInfo).port;
}

describe('the listener of a sign-in', () => {
  test('a08: an answer with a foreign state is refused, and the right one is still waited for', async () => {
    const one = await callback();
    const foreign = await send(one, 'code=evil&state=not-yours');
    expect(foreign).toMatchObject({ status: 400, text: expect.stringContaining('another sign-in') });
    expect(await send(one, 'code=evil')).toMatchObject({ status: 400 });
    expect(await send(one, 'code=good&state=right-state')).toMatchObject({ status: 200, text: expect.stringContaining('close this window') });
    expect((await one.answer).get('code')).toBe('good');
  });

  test('a07: an answer counts once', async () => {
    const one = await callback();
    await send(one, 'code=first&state=right-state');
    expect(await send(one, 'code=second&state=right-state')).toMatchObject({ status: 410 });
    expect((await one.answer).get('code')).toBe('first');
  });

  test('a07: a refusal is an answer as well', async () => {
    const one = await callback();
    expect(await send(one, 'error=access_denied&state=right-state')).toMatchObject({ status: 200, text: expect.stringContaining('not signed in') });
    expect((await one.answer).get('error')).toBe('access_denied');
  });

  test('a07: a taken port is passed over for a free one', async () => {
    const port = await occupy();
    const one = await callback({ preferred: [port] });
    expect(new URL(one.redirectUri).port).not.toBe(String(port));
  });

  test('a07: a taken port that the client is registered for ends the sign-in and names the setting', async () => {
    const port = await occupy();
    await expect(callback({ preferred: [port], fixed: true })).rejects.toMatchObject({
      info: { code: 'host.unavailable', fix: expect.stringContaining('oauth.callbackPort') },
    });
  });

  test('only GET of the one path under the one name is answered', async () => {
    const one = await callback();
    expect((await fetch(`${one.redirectUri}?code=x&state=right-state`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(one.redirectUri.replace('/callback', '/other?code=x&state=right-state'))).status).toBe(404);
    const { port } = new URL(one.redirectUri);
    const status = await new Promise((resolve) => {
      http.get({ port, host: '127.0.0.1', path: '/callback?code=x&state=right-state', headers: { host: `evil.test:${port}` } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(404);
  });

  test('the page is in the language of the app, and runs and loads nothing', async () => {
    const one = await callback({ language: () => 'zh-CN' });
    const page = await send(one, 'code=<script>alert(1)</script>&state=right-state');
    expect(page.text).toContain('登录成功');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('a pasted address does what the browser could not', async () => {
    const one = await callback();
    expect(() => one.take('not an address')).toThrow(/not the address/);
    expect(() => one.take(`${one.redirectUri}?code=x&state=other`)).toThrow(/another sign-in/);
    one.take(`  ${one.redirectUri}?code=pasted&state=right-state\n`);
    expect((await one.answer).get('code')).toBe('pasted');
  });
});
