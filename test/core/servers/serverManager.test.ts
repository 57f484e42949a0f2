import { describe, expect, test } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { HostError } from '../../../main/core/base/hostError.ts';
import type { FakeHandle } from '../../fakes/fakeSession.ts';
import { settle } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { stage } from './managerKit.ts';

const later = (): void => undefined;
const boom = { code: 'connect.exited', message: 'It exited (1): DEMO_KEY is not set.' } as const;

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

  test('whoever takes a long list in is waited for: connected means that the tools are there', async () => {
    const { host, states, up } = stage();
    const taken = deferred<void>();
    host.onTools(() => taken.promise);
    await up(stdioConfig('a'));
    expect(states()).toEqual({ a: 'connecting' });
    taken.resolve();
    await settle();
    expect(states()).toEqual({ a: 'connected' });
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

  test('two hundred hung remote servers delay a good one by half a second', async () => {
    const { states, clock, up } = stage((handle) => {
      if (handle.name === 'good') handle.accept();
    });
    await up(...names(200).map((name) => remoteConfig(name)), remoteConfig('good'));
    await clock.advance(500);
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
