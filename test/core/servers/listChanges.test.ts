import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { RpcError } from '../../../main/core/servers/sessionErrors.ts';
import { settle } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

const later = (): void => undefined;

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
