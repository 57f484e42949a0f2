import { describe, expect, test } from 'vitest';
import type { ServerMachine } from '../../../main/core/servers/machineTypes.ts';
import { mayTry, transition } from '../../../main/core/servers/serverMachine.ts';
import { boom, doing, EVENTS, type Loose, login, placeOf, play, policyAt, refused, WAYS, withEpoch } from './machineKit.ts';

const leaveSlot = 'cancelTimer:slot releaseSlot';
const leaveOpening = `cancelTimer:connect ${leaveSlot} close dropCaches`;
const leaveListing = `${leaveSlot} close dropCaches`;
const begin = 'takeSlot notify';
const off = (before: string): string => `disabled | ${before} notify`.replace('|  ', '| ');

/** from place → event → "new place | effects". What is not listed changes nothing. */
const TABLE: Record<string, Record<string, string>> = {
  disabled: {
    enabled: `queued | ${begin}`,
    'enabled (deferred)': 'deferred | notify',
    'enabled (sign-in missing)': 'needs-auth | notify',
    removed: off(''),
    stopAll: off(''),
  },
  deferred: {
    disabled: off(''),
    retryNow: `queued | ${begin}`,
    needCall: `queued | ${begin}`,
    configChanged: `queued | ${begin}`,
    removed: off(''),
    stopAll: off(''),
  },
  queued: {
    disabled: off('releaseSlot'),
    slotTaken: 'connecting | open notify schedule:connect schedule:slot',
    retryNow: `queued | releaseSlot ${begin}`,
    configChanged: `queued | releaseSlot ${begin}`,
    removed: off('releaseSlot'),
    stopAll: off('releaseSlot'),
  },
  connecting: {
    disabled: off(leaveOpening),
    slotPatienceOver: 'connecting | releaseSlot',
    installing: 'installing | schedule:connect notify',
    opened: 'listing | cancelTimer:connect schedule:slot discover notify',
    authRequired: `needs-auth | ${leaveOpening} notify`,
    closed: `failed | ${leaveOpening} notify`,
    failed: `failed | ${leaveOpening} notify`,
    'failed (login refused)': `failed | ${leaveOpening} notify`,
    retryNow: `queued | ${leaveOpening} ${begin}`,
    configChanged: `queued | ${leaveOpening} ${begin}`,
    removed: off(leaveOpening),
    stopAll: off(leaveOpening),
  },
  installing: {
    disabled: off(leaveOpening),
    slotPatienceOver: 'installing | releaseSlot',
    installing: 'installing | schedule:connect notify',
    opened: 'listing | cancelTimer:connect schedule:slot discover notify',
    authRequired: `needs-auth | ${leaveOpening} notify`,
    closed: `failed | ${leaveOpening} notify`,
    failed: `failed | ${leaveOpening} notify`,
    'failed (login refused)': `failed | ${leaveOpening} notify`,
    retryNow: `queued | ${leaveOpening} ${begin}`,
    configChanged: `queued | ${leaveOpening} ${begin}`,
    removed: off(leaveOpening),
    stopAll: off(leaveOpening),
  },
  listing: {
    disabled: off(leaveListing),
    slotPatienceOver: 'listing | releaseSlot',
    listed: 'connected | cancelTimer:slot releaseSlot notify',
    listFailed: `failed | ${leaveListing} notify`,
    'listFailed (session gone)': `queued | ${leaveListing} ${begin}`,
    authRequired: `needs-auth | ${leaveListing} notify`,
    closed: `failed | ${leaveListing} notify`,
    failed: `failed | ${leaveListing} notify`,
    'failed (login refused)': `failed | ${leaveListing} notify`,
    retryNow: `queued | ${leaveListing} ${begin}`,
    configChanged: `queued | ${leaveListing} ${begin}`,
    removed: off(leaveListing),
    stopAll: off(leaveListing),
  },
  connected: {
    disabled: off('close dropCaches'),
    authRequired: 'needs-auth | close dropCaches notify',
    closed: 'backing-off | close dropCaches notify schedule:retry',
    failed: 'backing-off | close dropCaches notify schedule:retry',
    'failed (login refused)': 'failed | close dropCaches notify',
    renew: `queued | close dropCaches ${begin}`,
    retryNow: `queued | close dropCaches ${begin}`,
    configChanged: `queued | close dropCaches ${begin}`,
    removed: off('close dropCaches'),
    stopAll: off('close dropCaches'),
  },
  'backing-off': {
    disabled: off('cancelTimer:retry'),
    retryDue: `queued | ${begin}`,
    retryNow: `queued | cancelTimer:retry ${begin}`,
    needCall: `queued | cancelTimer:retry ${begin}`,
    configChanged: `queued | cancelTimer:retry ${begin}`,
    removed: off('cancelTimer:retry'),
    stopAll: off('cancelTimer:retry'),
  },
  'needs-auth': {
    disabled: off(''),
    retryNow: `queued | ${begin}`,
    configChanged: `queued | ${begin}`,
    removed: off(''),
    stopAll: off(''),
  },
  failed: {
    disabled: off(''),
    retryNow: `queued | ${begin}`,
    configChanged: `queued | ${begin}`,
    removed: off(''),
    stopAll: off(''),
  },
};

describe('every place and every event', () => {
  for (const [place, way] of Object.entries(WAYS)) {
    test.each(Object.keys(EVENTS))(`${place}: %s`, (name) => {
      const from = play(way).machine;
      expect(placeOf(from)).toBe(place);
      const { machine, effects } = transition(from, withEpoch(from, EVENTS[name] as Loose), policyAt(0));
      expect(`${placeOf(machine)} | ${doing(effects).join(' ')}`.trim()).toBe(TABLE[place]?.[name] ?? `${place} |`);
    });
  }
});

describe('epochs', () => {
  test('what an older epoch reports is dropped', () => {
    const before = play(WAYS.connected as Loose[]).machine;
    const after = transition(before, { type: 'retryNow' }, policyAt(0)).machine;
    for (const type of ['closed', 'failed', 'authRequired'] as const) {
      expect(transition(after, { type, epoch: before.epoch, error: boom }, policyAt(0))).toEqual({ machine: after, effects: [] });
    }
    expect(after.epoch).toBeGreaterThan(before.epoch);
  });

  test('the close caused by a missing sign-in does not push the server into backoff', () => {
    const before = play(WAYS.connected as Loose[]).machine;
    const asked = transition(before, { type: 'authRequired', epoch: before.epoch, error: login }, policyAt(0)).machine;
    const later = transition(asked, { type: 'closed', epoch: before.epoch, error: boom }, policyAt(0)).machine;
    expect(later.state).toEqual({ kind: 'needs-auth', since: 0, error: login });
    expect(later.failures.count).toBe(0);
  });
});

const crash = (machine: ServerMachine, now: number): ServerMachine => {
  let next = machine;
  for (const event of ['retryDue', 'slotTaken', 'failed'] as const) {
    next = transition(next, withEpoch(next, { type: event, error: boom } as Loose), policyAt(now)).machine;
  }
  return next;
};

describe('failures', () => {
  test('a server that keeps crashing is restarted with growing delays and given up with its reason', () => {
    let machine = play(WAYS['backing-off'] as Loose[]).machine;
    const seen = [machine.state];
    for (let turn = 0; turn < 4; turn++) {
      machine = crash(machine, 0);
      seen.push(machine.state);
    }
    expect(seen.map((state) => ('retryAt' in state ? [state.kind, state.retryAt] : state.kind))).toEqual([
      ['pending', 1_000],
      ['pending', 2_000],
      ['pending', 3_000],
      ['pending', 4_000],
      ['failed', 120_000],
    ]);
    expect(seen.at(-1)).toMatchObject({ error: boom });
  });

  test('only the first try after a loss is for calls to hasten', () => {
    const second = crash(play(WAYS['backing-off'] as Loose[]).machine, 0);
    expect(transition(second, { type: 'needCall' }, policyAt(0)).effects).toEqual([]);
  });

  test('a failed start cools down, then a run or a call may try again', () => {
    const failed = play(WAYS.failed as Loose[]).machine;
    expect(failed.state).toEqual({ kind: 'failed', since: 0, error: boom, retryAt: 30_000 });
    expect(mayTry(failed, policyAt(29_999))).toBe(false);
    for (const type of ['runStarts', 'needCall'] as const) {
      const { machine } = transition(failed, { type }, policyAt(30_000));
      expect(machine.state).toEqual({ kind: 'pending', phase: 'queued', since: 30_000, lastError: boom });
    }
  });

  test('at the limit nothing is tried until one failure has faded', () => {
    let machine = play(WAYS.failed as Loose[]).machine;
    for (let now = 30_000; now <= 120_000; now += 30_000) {
      machine = transition(machine, { type: 'runStarts' }, policyAt(now)).machine;
      machine = transition(machine, { type: 'slotTaken', epoch: machine.epoch }, policyAt(now)).machine;
      machine = transition(machine, { type: 'failed', epoch: machine.epoch, error: boom }, policyAt(now)).machine;
    }
    expect(machine.state).toMatchObject({ kind: 'failed', retryAt: 240_000 });
    expect(mayTry(machine, policyAt(239_999))).toBe(false);
    expect(mayTry(machine, policyAt(240_000))).toBe(true);
  });

  test('a refused login is never tried again with the same credentials', () => {
    const machine = play([...(WAYS.connecting as Loose[]), { type: 'failed', error: refused }]).machine;
    expect(machine.state).toEqual({ kind: 'failed', since: 0, error: refused });
    expect(transition(machine, { type: 'needCall' }, policyAt(1e9)).effects).toEqual([]);
    expect(doing(transition(machine, { type: 'retryNow' }, policyAt(0)).effects)).toEqual(['takeSlot', 'notify']);
  });

  test('success forgets all failures, once it has lasted', () => {
    const back = play([
      ...(WAYS['backing-off'] as Loose[]),
      { type: 'retryDue' },
      { type: 'slotTaken' },
      { type: 'opened' },
      { type: 'listed' },
    ]).machine;
    const lostAt = (now: number) => transition(back, { type: 'closed', epoch: back.epoch, error: boom }, policyAt(now)).machine.failures.count;
    expect([lostAt(9_999), lostAt(10_000)]).toEqual([2, 1]);
  });

  test('a server that connects and crashes again and again is given up too', () => {
    let machine = play(WAYS.connected as Loose[]).machine;
    for (let turn = 1; turn < 5; turn++) {
      for (const type of ['closed', 'retryDue', 'slotTaken', 'opened', 'listed'] as const) {
        machine = transition(machine, withEpoch(machine, { type, error: boom } as Loose), policyAt(turn * 1_000)).machine;
      }
      expect(machine.state.kind).toBe('connected');
    }
    machine = transition(machine, { type: 'closed', epoch: machine.epoch, error: boom }, policyAt(5_000)).machine;
    expect(machine.state).toMatchObject({ kind: 'failed', error: boom });
  });

  test('a renewed session counts no failure and needs no cooldown', () => {
    const machine = play([...(WAYS.connected as Loose[]), { type: 'renew', error: boom }]).machine;
    expect(machine.failures.count).toBe(0);
    expect(placeOf(machine)).toBe('queued');
  });
});

describe('what is under way when a connection is left', () => {
  const drains = (event: Loose): boolean[] =>
    play([...(WAYS.connected as Loose[]), event]).effects.flatMap((effect) => (effect.do === 'close' ? [effect.drain] : []));

  test('a login that dies and a session that was forgotten let it come to its end', () => {
    expect(drains({ type: 'authRequired', error: login })).toEqual([true]);
    expect(drains({ type: 'renew', error: boom, drain: true })).toEqual([true]);
  });

  test.each(['disabled', 'retryNow', 'removed', 'stopAll'] as const)('%s ends it at once', (type) => {
    expect(drains({ type })).toEqual([false]);
  });

  test('so does a connection that is of no use', () => expect(drains({ type: 'renew', error: boom })).toEqual([false]));
});

test('a session lost before its first list gets one new one at once, then it is a failure like any other', () => {
  const lost: Loose = { type: 'listFailed', error: boom, sessionExpired: true };
  const again = play([...(WAYS.listing as Loose[]), lost]).machine;
  expect([placeOf(again), again.failures.count]).toEqual(['queued', 1]);
  expect(again.state).toMatchObject({ lastError: boom });
  const twice = play([...(WAYS.listing as Loose[]), lost, { type: 'slotTaken' }, { type: 'opened' }, lost]).machine;
  expect(twice.state).toMatchObject({ kind: 'failed', error: boom });
});

test('after removal nothing starts any more', () => {
  for (const way of Object.values(WAYS)) {
    const { machine } = play([...way, { type: 'removed' }]);
    for (const event of Object.values(EVENTS)) expect(transition(machine, withEpoch(machine, event), policyAt(0)).effects).toEqual([]);
  }
});

test('a connection that gave its slot back does not give it back twice', () => {
  const { effects } = play([...(WAYS.connecting as Loose[]), { type: 'slotPatienceOver' }, { type: 'failed', error: boom }]);
  expect(doing(effects)).toEqual(['cancelTimer:connect', 'close', 'dropCaches', 'notify']);
});
