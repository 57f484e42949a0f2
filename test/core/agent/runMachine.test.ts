import { describe, expect, test } from 'vitest';
import { newRun, type RunEvent, type RunMachine, type RunPhase, runState, transition } from '../../../main/core/agent/runMachine.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

const error: ErrorInfo = { code: 'model.failed', message: 'x' };
const idle: RunPhase = { kind: 'idle' };
const streaming = (step = 1): RunPhase => ({ kind: 'streaming', step });
const calling = (calls: Record<string, 'queued' | 'waiting' | 'running' | 'settled'>, step = 1): RunPhase => ({ kind: 'calling', step, calls });
const stopping: RunPhase = { kind: 'stopping', step: 1 };
const failed: RunPhase = { kind: 'failed', error };
const call = (id: string, to: 'waiting' | 'running' | 'settled'): RunEvent => ({ kind: 'call', id, to });

describe('transition', () => {
  test.each<[string, RunPhase, RunEvent, RunPhase, string[]]>([
    ['start', idle, { kind: 'start' }, streaming(), ['stream']],
    ['start with an answered form', idle, { kind: 'start', calls: ['a'] }, calling({ a: 'queued' }, 0), ['run-calls']],
    ['start after a failure', failed, { kind: 'start' }, streaming(), ['stream']],
    ['end', streaming(), { kind: 'streamed', calls: [] }, idle, ['end end']],
    ['calls', streaming(), { kind: 'streamed', calls: ['a', 'b'] }, calling({ a: 'queued', b: 'queued' }), ['run-calls']],
    ['model failed', streaming(), { kind: 'failed', error }, failed, ['end error']],
    ['stop while streaming', streaming(), { kind: 'stop' }, stopping, ['abort']],
    ['stop while calling', calling({ a: 'running' }), { kind: 'stop' }, stopping, ['abort']],
    ['stopped', stopping, { kind: 'settled' }, idle, ['end aborted']],
    ['late stream', stopping, { kind: 'streamed', calls: ['a'] }, stopping, []],
    ['late failure', stopping, { kind: 'failed', error }, stopping, []],
    ['late call', stopping, call('a', 'settled'), stopping, []],
    ['second stop', stopping, { kind: 'stop' }, stopping, []],
    ['asks', calling({ a: 'queued' }), call('a', 'waiting'), calling({ a: 'waiting' }), []],
    ['runs', calling({ a: 'waiting' }), call('a', 'running'), calling({ a: 'running' }), []],
    ['settles', calling({ a: 'running', b: 'waiting' }), call('a', 'settled'), calling({ a: 'settled', b: 'waiting' }), []],
    ['settled stays settled', calling({ a: 'settled' }), call('a', 'running'), calling({ a: 'settled' }), []],
    ['unknown call', calling({ a: 'queued' }), call('b', 'running'), calling({ a: 'queued' }), []],
    ['inherited names are no calls', calling({ a: 'queued' }), call('toString', 'running'), calling({ a: 'queued' }), []],
    ['next only when all are settled', calling({ a: 'settled', b: 'running' }), { kind: 'next' }, calling({ a: 'settled', b: 'running' }), []],
    ['next', calling({ a: 'settled' }), { kind: 'next' }, streaming(2), ['stream']],
    ['limit', calling({ a: 'settled' }, 3), { kind: 'next' }, idle, ['end limit']],
    ['stuck', calling({ a: 'settled' }), { kind: 'stuck' }, idle, ['end limit']],
    ['nothing to stop', idle, { kind: 'stop' }, idle, []],
    ['start twice', streaming(), { kind: 'start' }, streaming(), []],
    ['next while streaming', streaming(), { kind: 'next' }, streaming(), []],
    ['settled while idle', idle, { kind: 'settled' }, idle, []],
  ])('%s', (_name, phase, event, after, effects) => {
    const result = transition({ phase, maxSteps: 3 }, event);
    expect(result.machine.phase).toEqual(after);
    expect(result.effects.map((effect) => (effect.kind === 'end' ? `end ${effect.stop}` : effect.kind))).toEqual(effects);
  });

  test.each<[RunPhase, string]>([
    [idle, 'idle'],
    [streaming(), 'streaming'],
    [calling({ a: 'queued' }), 'running-tools'],
    [calling({ a: 'running', b: 'waiting' }), 'waiting-approval'],
    [calling({ a: 'running', b: 'settled' }), 'running-tools'],
    [stopping, 'stopping'],
    [failed, 'failed'],
  ])('state of %j is %s', (phase, state) => {
    expect(runState({ phase, maxSteps: 3 })).toBe(state);
  });
});

test('random events: one end a run, nothing runs after it, steps never exceed the limit', () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = seededRandom(seed);
    const roll = (n: number): number => Math.floor(random() * n);
    const events: (() => RunEvent)[] = [
      () => ({ kind: 'start' }),
      () => ({ kind: 'start', calls: ['a'] }),
      () => ({ kind: 'streamed', calls: ['a', 'b', 'c'].slice(0, roll(4)) }),
      () => ({ kind: 'failed', error }),
      () => call(['a', 'b', 'c', 'd'][roll(4)] ?? 'a', (['waiting', 'running', 'settled'] as const)[roll(3)] ?? 'settled'),
      () => call(['a', 'b', 'c'][roll(3)] ?? 'a', 'settled'),
      () => ({ kind: 'next' }),
      () => (roll(6) === 0 ? { kind: 'stuck' } : { kind: 'next' }),
      () => (roll(6) === 0 ? { kind: 'stop' } : { kind: 'next' }),
      () => ({ kind: 'settled' }),
    ];
    let machine: RunMachine = newRun(4);
    let running = false;
    for (let n = 0; n < 200; n++) {
      const before = machine;
      const result = transition(machine, (events[roll(events.length)] ?? (() => ({ kind: 'start' })))());
      machine = result.machine;
      const ends = result.effects.filter((effect) => effect.kind === 'end').length;
      if (!running && machine.phase !== before.phase && (before.phase.kind === 'idle' || before.phase.kind === 'failed')) running = true;
      expect(ends).toBeLessThanOrEqual(running ? 1 : 0);
      if (ends > 0) running = false;
      expect(running).toBe(machine.phase.kind !== 'idle' && machine.phase.kind !== 'failed');
      for (const effect of result.effects) if (effect.kind === 'stream') expect(effect.step).toBeLessThanOrEqual(4);
      // Whatever happened, a stop and its settling always lead out.
      const stopped = transition(transition(machine, { kind: 'stop' }).machine, { kind: 'settled' }).machine;
      expect(['idle', 'failed']).toContain(stopped.phase.kind);
    }
  }
});
