import { describe, expect, test } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { type GroupSystem, posixGroup, windowsGroup } from '../../../main/core/transports/processGroup.ts';
import type { ProcessEntry } from '../../../main/core/transports/processTable.ts';
import { climbDown } from '../../../main/core/transports/stopLadder.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { isAlive, LADDER, nodeServer, Probe, serverFile } from './stdioHarness.ts';

type Death = 'input' | 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'never';

/** A leader and what it started, each ending of one thing. */
function fakeServer(leader: Death, others: Death[]): { run(): Promise<{ stuck: boolean; at: number; steps: string[] }> } {
  const order: Death[] = ['input', 'SIGINT', 'SIGTERM', 'SIGKILL', 'never'];
  const clock = new ManualClock(0);
  const steps: string[] = [];
  const exited = deferred<void>();
  let leaderLives = true;
  let alive = others;
  const anyone = (): boolean => leaderLives || alive.length > 0;
  const hit = (force: Death): void => {
    steps.push(`${force}@${clock.now()}`);
    const survives = (death: Death): boolean => order.indexOf(death) > order.indexOf(force);
    alive = alive.filter(survives);
    if (leaderLives && !survives(leader)) {
      leaderLives = false;
      exited.resolve();
    }
  };
  const group = {
    pid: 77,
    signal: (signal: Death) => hit(signal),
    alive: (gone: boolean, since?: number) => (!gone && since === undefined) || anyone(),
    killNow: () => undefined,
  };
  return {
    async run() {
      let result: { stuck: boolean; at: number } | undefined;
      void climbDown({ group, endInput: () => hit('input'), exited: exited.promise }, LADDER, clock).then(({ stuck }) => {
        result = { stuck, at: clock.now() };
      });
      await clock.advance(2000);
      if (!result) throw new Error('the ladder has no end');
      expect(clock.pending).toBe(0);
      return { ...result, steps };
    },
  };
}

describe('the ladder', () => {
  test.each<[string, Death, Death[], number, boolean]>([
    ['a polite server', 'input', [], 0, false],
    ['one that waits for SIGINT', 'SIGINT', [], 0, false],
    ['one that waits for SIGTERM', 'SIGTERM', [], 100, false],
    ['one that ignores everything', 'SIGKILL', [], 500, false],
    ['a polite leader with a stubborn grandchild', 'input', ['SIGKILL'], 500, false],
    ['a stubborn leader with a polite grandchild', 'SIGKILL', ['input'], 500, false],
    ['one that cannot be killed', 'never', [], 600, true],
    ['a grandchild that cannot be killed', 'input', ['never'], 600, true],
  ])('%s', async (_, leader, others, at, stuck) => {
    const result = await fakeServer(leader, others).run();
    expect(result.stuck).toBe(stuck);
    expect(result.at).toBeGreaterThanOrEqual(at);
    expect(result.at).toBeLessThanOrEqual(at + 10);
    const planned = ['input@0', 'SIGINT@0', 'SIGTERM@100', 'SIGKILL@500'];
    expect(result.steps).toEqual(planned.filter((step) => Number(step.split('@')[1]) <= at));
  });
});

describe('groups of POSIX', () => {
  const system = (entries: ProcessEntry[] | undefined, kills: string[], refuse: Record<number, string> = {}): GroupSystem => ({
    kill: (pid, signal) => {
      const code = refuse[pid];
      if (code) throw Object.assign(new Error(code), { code });
      kills.push(`${pid} ${signal}`);
    },
    list: () => entries,
  });
  const entry = (pid: number, parent: number, group: number, zombie = false): ProcessEntry => ({ pid, parent, group, zombie });

  test('signals go to the group, and to groups that descendants have made; daemons are left alone', () => {
    const kills: string[] = [];
    // 10 → 11 (same group) → 12 (own group) → 13; 14 was let go by its parent on purpose.
    const group = posixGroup(10, system([entry(10, 1, 10), entry(11, 10, 10), entry(12, 11, 12), entry(13, 12, 12), entry(14, 1, 14)], kills));
    group.signal('SIGTERM');
    expect(kills).toEqual(['-10 SIGTERM', '-12 SIGTERM']);
  });

  test('strays that were found are remembered when their parents are gone', () => {
    const kills: string[] = [];
    let entries = [entry(10, 1, 10), entry(12, 10, 12)];
    const group = posixGroup(10, { ...system([], kills), list: () => entries });
    group.signal('SIGINT');
    entries = [entry(12, 1, 12)];
    expect(group.alive(true)).toBe(true);
    group.signal('SIGKILL');
    expect(kills.at(-1)).toBe('-12 SIGKILL');
  });

  test.each<[string, ProcessEntry[] | undefined, Record<number, string>, boolean]>([
    ['nobody is there', [], { [-10]: 'ESRCH' }, false],
    ['a member runs', [entry(11, 1, 10)], {}, true],
    ['only zombies are left', [entry(11, 1, 10, true)], {}, false],
    ['the system gives no list', undefined, {}, true],
    ['the list is older than it', [], {}, true],
  ])('alive when %s', (_, entries, refuse, expected) => {
    expect(posixGroup(10, system(entries, [], refuse)).alive(true)).toBe(expected);
  });

  test('what is dead but not reported is found by a look of one’s own', () => {
    const asked: (number | undefined)[] = [];
    const list = (since?: number): ProcessEntry[] => {
      asked.push(since);
      return [entry(10, 1, 10, true)];
    };
    const zombie = { ...system([], []), list };
    expect(posixGroup(10, zombie).alive(false, 42)).toBe(false);
    expect(asked).toEqual([42]);
  });

  test('while the leader’s end is not reported it is alive', () => {
    expect(posixGroup(10, system([], [], { [-10]: 'ESRCH' })).alive(false)).toBe(true);
  });
});

test('Windows: the end of stdin is the polite way, taskkill with the whole tree the other', () => {
  const calls: [string[], boolean][] = [];
  const group = windowsGroup(55, (args, wait) => void calls.push([args, wait]));
  group.signal('SIGINT');
  expect(calls).toEqual([]);
  group.signal('SIGTERM');
  group.killNow();
  expect([group.alive(false), group.alive(false, 1), group.alive(true)]).toEqual([true, true, false]);
  const args = ['/PID', '55', '/T', '/F'];
  expect(calls).toEqual([
    [args, false],
    [args, true],
  ]);
});

describe('real processes', () => {
  const pidsOf = ({ messages: [first] }: Probe): number[] => (first as { params: { pids: number[] } }).params.pids;

  test.each([
    ['a stubborn server with a stubborn grandchild', []],
    ['a polite server with a stubborn grandchild', ['--polite']],
    ['a grandchild in a group of its own', ['--detached']],
  ])('%s: nothing is left', async (_, args) => {
    const probe = new Probe(nodeServer(serverFile('stdioStubborn.mjs'), args));
    await probe.transport.start();
    await probe.until(() => probe.messages.length > 0);
    const pids = pidsOf(probe);
    expect(pids.every(isAlive)).toBe(true);
    expect(await probe.transport.stop()).toEqual({ stuck: false, pid: pids[0] });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('many at once take the time of one', async () => {
    const probes = Array.from({ length: 8 }, () => new Probe(nodeServer(serverFile('stdioStubborn.mjs'))));
    await Promise.all(probes.map((probe) => probe.transport.start()));
    await Promise.all(probes.map((probe) => probe.until(() => probe.messages.length > 0)));
    const pids = probes.flatMap(pidsOf);
    const stopped = await Promise.all(probes.map((probe) => probe.transport.stop()));
    expect(stopped.filter((result) => result.stuck)).toEqual([]);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
