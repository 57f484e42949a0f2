import { describe, expect, test } from 'vitest';
import { retryAfterOf } from '../../../main/core/models/providers/providerErrors.ts';
import { defaultRetryPolicy, retryDelay } from '../../../main/core/models/providers/retryDelay.ts';

describe('retryDelay', () => {
  test.each([
    [1, undefined, 1, 1000],
    [1, undefined, 0, 750],
    [2, undefined, 1, 2000],
    [4, undefined, 1, 8000],
    [5, undefined, 1, undefined],
    [1, 5000, 0, 5000],
    [1, 0, 1, 0],
    [1, 60_001, 1, undefined],
  ])('attempt %i, asked %s, random %s → %s', (attempt, asked, random, wait) => {
    expect(retryDelay(defaultRetryPolicy, attempt, asked, random)).toBe(wait);
  });
  test('never beyond the cap', () => {
    expect(retryDelay({ ...defaultRetryPolicy, maxRetries: 99 }, 20, undefined, 1)).toBe(30_000);
  });
});

describe('retryAfterOf', () => {
  const now = Date.parse('2026-03-04T10:00:00Z');
  test.each([
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Wed, 04 Mar 2026 10:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Wed, 04 Mar 2026 09:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '30', 'retry-after': '9' }, 30],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j → %s', (headers, ms) => {
    expect(retryAfterOf(headers, now)).toBe(ms);
  });
});
