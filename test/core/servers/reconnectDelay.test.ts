import { expect, test } from 'vitest';
import { decayed, NO_FAILURES, oneMore } from '../../../main/core/servers/failureCount.ts';
import { reconnectDelay } from '../../../main/core/servers/reconnectDelay.ts';

test.each([
  [1, 0, 500],
  [1, 0.999, 1_000],
  [2, 0, 1_000],
  [3, 0.5, 3_000],
  [5, 0, 8_000],
  [9, 0, 15_000],
  [900, 0.999, 29_985],
  [0, 0, 500],
])('after %i failures with jitter %d: %i ms', (failures, random, ms) => {
  expect(reconnectDelay(failures, random)).toBe(ms);
});

test('failures fade one by one', () => {
  let failures = NO_FAILURES;
  for (let turn = 0; turn < 3; turn++) failures = oneMore(failures, 1_000, 100);
  expect([1_099, 1_100, 1_250, 1_300].map((now) => decayed(failures, now, 100).count)).toEqual([3, 2, 1, 0]);
  expect(oneMore(failures, 1_250, 100)).toEqual({ count: 2, at: 1_250 });
  expect(decayed(failures, 500, 100), 'a clock that was set back').toEqual(failures);
});
