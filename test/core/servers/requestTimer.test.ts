import { describe, expect, test } from 'vitest';
import { RequestTimer } from '../../../main/core/servers/requestTimer.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

describe('the clock of a request', () => {
  const timer = (limits: { timeoutMs: number; totalTimeoutMs?: number }) => {
    const clock = new ManualClock(0);
    const rings: [number, number][] = [];
    return { clock, rings, timer: new RequestTimer(clock, limits, (limit) => rings.push([clock.now(), limit])) };
  };

  test('rings after silence, or at the cap', async () => {
    const quiet = timer({ timeoutMs: 100, totalTimeoutMs: 1_000 });
    await quiet.clock.advance(100);
    expect(quiet.rings).toEqual([[100, 100]]);
    const busy = timer({ timeoutMs: 100, totalTimeoutMs: 250 });
    for (let at = 90; at <= 270; at += 90) {
      await busy.clock.advance(90);
      busy.timer.progress();
    }
    expect(busy.rings).toEqual([[250, 250]]);
  });

  test('pauses may be nested, and progress during one counts from its end', async () => {
    const { clock, rings, timer: paused } = timer({ timeoutMs: 100, totalTimeoutMs: 300 });
    await clock.advance(50);
    paused.pause();
    paused.pause();
    await clock.advance(10_000);
    paused.progress();
    paused.resume();
    await clock.advance(10_000);
    paused.resume();
    paused.resume();
    await clock.advance(99);
    expect(rings).toEqual([]);
    await clock.advance(1);
    expect(rings).toEqual([[20_150, 100]]);
  });

  test('limits longer than setTimeout knows do not ring at once', async () => {
    const { clock, rings } = timer({ timeoutMs: 1e12 });
    await clock.advance(3e9);
    expect(rings).toEqual([]);
  });
});
