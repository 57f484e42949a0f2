import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { needsAuthKey } from '../../../main/core/servers/serverManager.ts';
import { RpcError } from '../../../main/core/servers/sessionErrors.ts';
import type { FakeHandle } from '../../fakes/fakeSession.ts';
import { settle } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

const later = (): void => undefined;
const boom = { code: 'connect.exited', message: 'It exited (1): DEMO_KEY is not set.' } as const;
const login = { code: 'auth.required', message: 'Sign in.' } as const;

describe('reconciling', () => {
  test('a server comes up: tools first, then connected', async () => {
    const { host, sessions, found, states, up } = stage();
    const order: string[] = [];
    host.onTools(() => order.push(states().a ?? ''));
    host.onChange((name) => order.push(`${name} ${states()[name]}`));
    await up(stdioConfig('a'));
    expect(states()).toEqual({ a: 'connected' });
    expect(found).toEqual([{ server: 'a', generation: 1, items: [{ name: 'echo' }], notices: [] }]);
    expect(order.indexOf('connecting')).toBeLessThan(order.indexOf('a connected'));
    expect(host.get('a')).toMatchObject({ counts: { tools: 1 }, info: { era: 'legacy' }, transport: 'stdio' });
    expect(sessions.handles).toHaveLength(1);
  });

  test('only changed entries restart; other fields take effect in place', async () => {
    const { host, sessions, states, up } = stage();
    await up(stdioConfig('a'), stdioConfig('b'), stdioConfig('c'));
    await up(stdioConfig('a'), stdioConfig('b', { timeoutMs: 5 }), stdioConfig('c', { args: ['--new'] }));
    expect(['a', 'b', 'c'].map((name) => sessions.of(name).length)).toEqual([1, 1, 2]);
    expect(host.get('b')?.config.timeoutMs).toBe(5);
    expect(sessions.last('c').request.config).toMatchObject({ args: ['--new'] });
    expect(states()).toEqual({ a: 'connected', b: 'connected', c: 'connected' });
  });

  test('disable, enable, remove act on one server only', async () => {
    const { host, sessions, states, up } = stage();
    await up(stdioConfig('a'), stdioConfig('b'));
    await up(stdioConfig('a'), stdioConfig('b', { disabled: true }));
    expect(states()).toEqual({ a: 'connected', b: 'disabled' });
    await up(stdioConfig('a'), stdioConfig('b'));
    expect(states()).toEqual({ a: 'connected', b: 'connected' });
    await up(stdioConfig('b'));
    expect(states()).toEqual({ b: 'connected' });
    expect(host.get('a')).toBeUndefined();
    expect(sessions.running.map((handle) => handle.name)).toEqual(['b']);
  });

  test('a disabled entry never connects, and MCP can be off as a whole', async () => {
    const one = stage();
    await one.up(stdioConfig('a', { disabled: true }));
    expect(one.states()).toEqual({ a: 'disabled' });
    const two = stage();
    two.settings.enabled = false;
    await two.up(stdioConfig('a'));
    expect(two.sessions.handles).toHaveLength(0);
    two.settings.enabled = true;
    await two.up(stdioConfig('a'));
    expect(two.states()).toEqual({ a: 'connected' });
  });

  test('the old process is gone before the new one starts', async () => {
    const { sessions, up, states } = stage((handle) => {
      handle.hold = true;
      handle.accept();
    });
    await up(stdioConfig('a'));
    await up(stdioConfig('a', { args: ['x'] }));
    expect(sessions.of('a')).toHaveLength(1);
    sessions.last('a').letGo();
    await settle();
    expect(sessions.of('a')).toHaveLength(2);
    expect(states()).toEqual({ a: 'connected' });
    // Removed and added again in one breath: the same.
    await up();
    await up(stdioConfig('a'));
    expect(sessions.of('a')).toHaveLength(2);
    sessions.last('a').letGo();
    await settle();
    expect(sessions.of('a')).toHaveLength(3);
  });
});

describe('many servers', () => {
  const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `s${i + from}`);

  test('three local servers at a time, twenty remote ones', async () => {
    const { sessions, up } = stage(later);
    await up(...names(8).map((name) => stdioConfig(name)), ...names(30, 100).map((name) => remoteConfig(name)));
    expect(sessions.handles.filter((handle) => handle.request.config.transport === 'stdio')).toHaveLength(3);
    expect(sessions.handles.filter((handle) => handle.request.config.transport === 'http')).toHaveLength(20);
  });

  test('a hung server gives its slot back after 2 s, and its own limit runs from the slot', async () => {
    const { host, sessions, clock, states, up } = stage((handle) => {
      if (!handle.name.startsWith('hung')) handle.accept();
    });
    await up(stdioConfig('hung1'), stdioConfig('hung2'), stdioConfig('hung3'), stdioConfig('good'));
    expect(states().good).toBe('queued');
    await clock.advance(2_000);
    expect(states()).toMatchObject({ good: 'connected', hung1: 'connecting' });
    const settled = host.settled();
    await clock.advance(28_000);
    await settled;
    expect(host.get('hung1')?.state).toMatchObject({ kind: 'failed', error: { code: 'connect.timeout', message: expect.stringContaining('30 s') } });
    expect(sessions.running.map((handle) => handle.name)).toEqual(['good']);
  });

  test('fifty hung servers never delay a good one by more than the patience for them', async () => {
    const { states, clock, up } = stage((handle) => {
      if (handle.name === 'good') handle.accept();
    });
    await up(...names(50).map((name) => remoteConfig(name)), remoteConfig('good'));
    await clock.advance(4_000);
    expect(states().good).toBe('connected');
  });

  test('who failed last time goes last', async () => {
    const { host, sessions, up, settings, clock } = stage((handle) =>
      handle.name === 'bad' && clock.now() < 1_000_001 ? handle.refuse(boom) : undefined,
    );
    settings.localConcurrency = 1;
    await up(stdioConfig('bad'));
    expect(host.get('bad')?.state.kind).toBe('failed');
    await clock.advance(10);
    await up();
    await up(stdioConfig('first'), stdioConfig('bad'), stdioConfig('good'));
    sessions.last('first').accept();
    await settle();
    expect(sessions.handles.at(-1)?.name).toBe('good');
  });

  test('installing has a limit of its own', async () => {
    const { host, sessions, clock, up } = stage(later);
    await up(stdioConfig('npx'));
    sessions.last('npx').request.onInstalling();
    await clock.advance(299_999);
    expect(host.get('npx')?.state).toMatchObject({ kind: 'pending', phase: 'installing' });
    sessions.last('npx').emit({ kind: 'log', line: { at: 0, source: 'stderr', text: 'downloading 39/40' } });
    await clock.advance(1);
    expect(host.get('npx')?.state).toMatchObject({ error: { code: 'connect.timeout', message: expect.stringContaining('downloading 39/40') } });
  });
});

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

describe('settled, restart, stop', () => {
  test('settled waits for every server, and for the counts of what it declares', async () => {
    const { host, sessions, up } = stage(later);
    await up(stdioConfig('a'), stdioConfig('b'));
    let done = false;
    void host.settled().then(() => (done = true));
    sessions.last('b').refuse(boom);
    const { session } = sessions.last('a');
    session.info = { ...session.info, capabilities: { tools: {}, resources: {}, prompts: {} } };
    session.list = async (kind) => {
      if (kind === 'prompts') throw new HostError('call.protocol', 'not today');
      return { items: kind === 'tools' ? [] : [1, 2, 3] };
    };
    await settle();
    expect(done).toBe(false);
    sessions.last('a').accept();
    await settle();
    expect(done).toBe(true);
    expect(host.get('a')).toMatchObject({ state: { kind: 'connected' }, counts: { resources: 3, prompts: 0 } });
  });

  test('settled ends with its signal', async () => {
    const { host, up } = stage(later);
    await up(stdioConfig('a'));
    const stop = new AbortController();
    const settled = host.settled(stop.signal);
    stop.abort();
    await settled;
  });

  test('stopAll ends all in parallel, reports who did not stop, and nothing connects again', async () => {
    const hold = (handle: FakeHandle): void => {
      handle.hold = true;
      handle.accept();
    };
    const { host, sessions, clock, up, states } = stage(hold);
    await up(stdioConfig('a'), stdioConfig('b'), remoteConfig('c'));
    const report = host.stopAll();
    await settle();
    expect(sessions.handles.map((handle) => handle.stops)).toEqual([1, 1, 1]);
    await clock.advance(600);
    for (const handle of sessions.handles) handle.letGo(handle.name === 'b' ? { stuck: true, pid: 77 } : { stuck: false });
    expect(await report).toEqual({ ms: 600, stuck: [{ server: 'b', pid: 77 }] });
    await up(stdioConfig('a'), stdioConfig('new'));
    await host.restart('a');
    await clock.advance(1e6);
    expect(sessions.handles).toHaveLength(3);
    expect(states().a).toBe('disabled');
    expect(clock.pending).toBe(0);
  });

  test('a start that is under way is ended too', async () => {
    const { host, sessions, clock, up } = stage(later);
    await up(stdioConfig('a'), stdioConfig('b'), stdioConfig('c'), stdioConfig('waiting'));
    await host.stopAll();
    expect(sessions.handles.map((handle) => handle.stops)).toEqual([1, 1, 1]);
    expect(clock.pending).toBe(0);
  });
});

describe('list changes', () => {
  const changed = { kind: 'list-changed', list: 'tools' } as const;

  test('a burst is one refresh, a change during it one more (t12)', async () => {
    const { sessions, clock, found, up } = stage();
    await up(stdioConfig('a'));
    for (let i = 0; i < 200; i++) sessions.last('a').emit(changed);
    await clock.advance(300);
    expect(found).toHaveLength(2);
    await clock.advance(60_000);
    expect(found).toHaveLength(2);
  });

  test('a server whose list changes because it was listed is slowed down', async () => {
    const { sessions, clock, up } = stage((handle) => {
      handle.session.list = () => {
        setImmediate(() => handle.emit(changed));
        return { items: [] };
      };
      handle.accept();
    });
    await up(stdioConfig('loop'));
    await clock.advance(60_000);
    expect(sessions.last('loop').session.lists.length).toBeLessThan(12);
    await clock.advance(600_000);
    expect(sessions.last('loop').session.lists.length).toBeLessThan(40);
  });

  test('a refresh that fails keeps the last good list', async () => {
    const { host, sessions, clock, found, up, states } = stage();
    await up(stdioConfig('a'));
    sessions.last('a').session.list = () => Promise.reject(new HostError('call.timeout', 'slow'));
    sessions.last('a').emit(changed);
    await clock.advance(300);
    expect(found).toHaveLength(1);
    expect(host.get('a')).toMatchObject({ counts: { tools: 1 }, marks: { listError: { code: 'call.timeout' } } });
    expect(states()).toEqual({ a: 'connected' });
  });

  test('a refresh with a hole in it does not replace a whole list', async () => {
    const { sessions, clock, found, up } = stage();
    await up(stdioConfig('a'));
    sessions.last('a').session.list = async (_kind, cursor) => {
      if (cursor !== undefined) throw new HostError('call.timeout', 'slow');
      return { items: ['half'], nextCursor: '2' };
    };
    sessions.last('a').emit(changed);
    await clock.advance(300);
    expect(found).toHaveLength(1);
  });

  test('what an old connection still lists is dropped', async () => {
    let answer: (page: { items: unknown[] }) => void = later;
    const { sessions, clock, found, up } = stage();
    await up(stdioConfig('a'));
    sessions.last('a').session.list = () => new Promise((resolve) => (answer = resolve));
    sessions.last('a').emit(changed);
    await clock.advance(300);
    await up(stdioConfig('a', { args: ['new'] }));
    answer({ items: ['stale'] });
    await settle();
    expect(found.map(({ generation, items }) => [generation, items])).toEqual([
      [1, [{ name: 'echo' }]],
      [2, [{ name: 'echo' }]],
    ]);
  });
});

test('noise is counted and told in moderation', async () => {
  const { host, sessions, clock, up } = stage();
  await up(stdioConfig('a'));
  let changes = 0;
  host.onChange(() => changes++);
  for (let i = 1; i <= 1_000; i++) sessions.last('a').emit({ kind: 'noise', text: `banner ${i}` });
  await clock.advance(100);
  expect(host.get('a')?.noise).toEqual({ lines: 1_000, last: 'banner 1000' });
  expect(changes).toBe(1);
});

test('closing is told to whoever keeps what was fetched', async () => {
  const { host, sessions, up } = stage();
  const heard: string[] = [];
  host.onEvent(({ server, event }) => heard.push(`${server} ${event.kind}`));
  await up(stdioConfig('a'));
  sessions.last('a').emit({ kind: 'resource-updated', uri: 'x:y' });
  sessions.last('a').emit({ kind: 'closed', error: boom });
  expect(heard).toEqual(['a resource-updated', 'a closed']);
});

test('a removed server that comes back is not taken for an older one', async () => {
  const { up, found } = stage();
  await up(stdioConfig('a'));
  await up();
  await up(stdioConfig('a'));
  expect(found.map(({ generation }) => generation)).toEqual([1, 2]);
});

test('a stale schema is looked up again after a header mismatch', async () => {
  const { up, host, sessions, clock, found } = stage();
  await up(remoteConfig('a'));
  sessions.last('a').session.call = () => Promise.reject(new RpcError('a', 'tools/call', { code: -32020, message: 'header mismatch' }));
  expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({ error: { code: 'call.protocol' } });
  await clock.advance(300);
  expect(found).toHaveLength(2);
});

test('news about roots reach the sessions', async () => {
  const { up, host, sessions } = stage();
  await up(stdioConfig('a'));
  host.rootsChanged();
  await settle();
  expect(sessions.last('a').session.rootsNews).toBe(1);
});

test('foreign errors of a session do not escape as exceptions', async () => {
  const { up, host, sessions } = stage();
  await up(stdioConfig('a'));
  sessions.last('a').session.call = () => Promise.reject(new TypeError('bug'));
  expect(await host.callTool('a', 'echo', {}, callOptions())).toEqual({ ok: false, error: { code: 'host.internal', message: 'bug' } });
});

test('watched resources are watched on every connection', async () => {
  const { up, host, sessions, clock } = stage();
  await up(stdioConfig('a'));
  host.watchResources('a', ['x:1']);
  expect(sessions.last('a').session.watched).toEqual(['x:1']);
  sessions.last('a').emit({ kind: 'closed' });
  await clock.advance(1_000);
  expect(sessions.of('a')).toHaveLength(2);
  expect(sessions.last('a').session.watched).toEqual(['x:1']);
});
