import { expect, test } from 'vitest';
import { createSaveThrottle } from '../../../main/core/agent/saveThrottle.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

test('text is saved once a pause, a save at once takes the waiting one with it', async () => {
  const clock = new ManualClock();
  let saves = 0;
  const throttle = createSaveThrottle(clock, () => {
    saves += 1;
  });
  throttle.soon();
  throttle.soon();
  await clock.advance(500);
  expect(saves).toBe(1);
  throttle.soon();
  throttle.now();
  expect([saves, clock.pending]).toEqual([2, 0]);
  throttle.soon();
  throttle.cancel();
  await clock.advance(1000);
  expect(saves).toBe(2);
});
