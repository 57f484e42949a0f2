import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { needsAuthKey } from '../../../main/core/servers/serverManager.ts';
import { settle } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

const boom = { code: 'connect.exited', message: 'It exited (1): DEMO_KEY is not set.' } as const;
const login = { code: 'auth.required', message: 'Sign in.' } as const;

describe('failures', () => {
  test('a start that fails is kept with its reason and tried again by a later run', async () => {
    const { host, sessions, clock, up, states } = stage((handle) => handle.refuse(boom));
    await up(stdioConfig('a'));
    await host.settled();
    expect(host.get('a')?.state).toMatchObject({ kind: 'failed', error: boom });
    expect(host.logs('a').map((line) => line.text)).toContain(boom.message);
    host.runStarts();
    await settle();
    expect(sessions.handles).toHaveLength(1);
    await clock.advance(30_000);
    host.runStarts();
    await settle();
    expect(sessions.handles).toHaveLength(2);
    expect(states()).toEqual({ a: 'failed' });
  });

  test('a list that fails is a failure, and no tool enters', async () => {
    const { host, found, up } = stage((handle) => {
      handle.session.list = () => Promise.reject(new HostError('call.timeout', 'no answer to tools/list'));
      handle.accept();
    });
    await up(stdioConfig('a'));
    expect(host.get('a')?.state).toMatchObject({
      kind: 'failed',
      error: { code: 'connect.list_failed', message: expect.stringContaining('tools/list') },
    });
    expect(host.get('a')?.marks.listError).toMatchObject({ code: 'connect.list_failed' });
    expect(found).toEqual([]);
  });

  test('a crash is followed by a restart; the tools stay meanwhile', async () => {
    const { host, sessions, clock, found, up, states } = stage();
    await up(stdioConfig('a'));
    sessions.last('a').emit({ kind: 'closed', error: boom });
    expect(host.get('a')).toMatchObject({ state: { kind: 'pending', phase: 'backing-off', lastError: boom }, counts: { tools: 1 } });
    await clock.advance(1_000);
    expect(states()).toEqual({ a: 'connected' });
    expect(found.map(({ generation }) => generation)).toEqual([1, 2]);
  });

  test('one that crashes for ever is given up', async () => {
    let up1 = true;
    const { host, sessions, clock, up } = stage((handle) => (up1 ? handle.accept() : handle.refuse(boom)));
    await up(stdioConfig('a'));
    up1 = false;
    sessions.last('a').emit({ kind: 'closed', error: boom });
    await clock.advance(100_000);
    expect(host.get('a')?.state).toMatchObject({ kind: 'failed', error: boom });
    expect(sessions.handles).toHaveLength(5);
  });

  test('secrets of the entry are blotted out of errors and logs', async () => {
    const config = remoteConfig('a', { headers: { Authorization: 'Bearer hunter2-hunter2' } });
    const { host, up } = stage((handle) => {
      handle.emit({ kind: 'log', line: { at: 0, source: 'server', text: 'got hunter2-hunter2' } });
      handle.refuse({ code: 'connect.http', message: 'refused: Bearer hunter2-hunter2', params: { header: 'hunter2-hunter2' } });
    });
    await up(config);
    expect(JSON.stringify([host.get('a')?.state, host.logs('a')])).not.toContain('hunter2');
    expect(host.get('a')?.state).toMatchObject({ kind: 'failed' });
  });
});

describe('sign-in', () => {
  test('401 leads to needs-auth and is remembered; a restart forgets it', async () => {
    let known = false;
    const { host, sessions, needsAuth, up, states } = stage((handle) => (known ? handle.accept() : handle.refuse(login)));
    await up(remoteConfig('a'));
    expect(host.get('a')?.state).toMatchObject({ kind: 'needs-auth', error: login });
    expect([...needsAuth.keys]).toEqual([needsAuthKey(remoteConfig('a'))]);
    known = true;
    await host.restart('a');
    expect(states()).toEqual({ a: 'connected' });
    expect(needsAuth.keys.size).toBe(0);
    expect(sessions.handles).toHaveLength(2);
  });

  test('a known missing sign-in spares the connection; a changed entry is asked anew', async () => {
    const { sessions, needsAuth, up, states } = stage();
    needsAuth.set(needsAuthKey(remoteConfig('a')));
    await up(remoteConfig('a'));
    expect(states()).toEqual({ a: 'needs-auth' });
    expect(sessions.handles).toHaveLength(0);
    await up(remoteConfig('a', { url: 'https://other.example.test/' }));
    expect(states()).toEqual({ a: 'connected' });
  });

  test('a call that meets a 401 puts the server into needs-auth and says so', async () => {
    const { host, sessions, up, states } = stage();
    await up(remoteConfig('a'));
    sessions.last('a').session.call = () => Promise.reject(new HostError('auth.required', 'The sign-in has run out.'));
    expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({ ok: false, error: { code: 'auth.required' } });
    expect(states()).toEqual({ a: 'needs-auth' });
    expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({
      error: { code: 'auth.required', message: 'The sign-in has run out.' },
    });
    expect(sessions.handles).toHaveLength(1);
  });
});

test('foreign errors of a session do not escape as exceptions', async () => {
  const { up, host, sessions } = stage();
  await up(stdioConfig('a'));
  sessions.last('a').session.call = () => Promise.reject(new TypeError('bug'));
  expect(await host.callTool('a', 'echo', {}, callOptions())).toEqual({ ok: false, error: { code: 'host.internal', message: 'bug' } });
});
