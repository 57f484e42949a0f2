import { describe, expect, test } from 'vitest';
import { PagesInProgress } from '../../../main/core/servers/pagesInProgress.ts';
import { Waiting } from '../../../main/core/servers/waiting.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

const never = new AbortController().signal;

describe('pages a person has open', () => {
  test('the news that one is done may come before anyone waits, and counts once', async () => {
    const clock = new ManualClock();
    const pages = new PagesInProgress(clock);
    pages.done('e1');
    await pages.wait('e1', never);
    const again = pages.wait('e1', never);
    expect(clock.pending).toBe(1);
    pages.done('e1');
    await again;
    expect(clock.pending).toBe(0);
  });

  test('patience ends', async () => {
    const clock = new ManualClock();
    const waits = new PagesInProgress(clock).wait('e1', never);
    await clock.advance(600_000);
    await waits;
  });
});

describe('who still waits', () => {
  test('the last request that ends ends the watch; later ones do not count', () => {
    const waiting = new Waiting();
    const { signal } = waiting.watch([1, 2]);
    waiting.over(1);
    waiting.over(3);
    expect(signal.aborted).toBe(false);
    waiting.over(2);
    expect(signal.aborted).toBe(true);
  });

  test('a watch of none, or one that was ended, is never told', () => {
    const waiting = new Waiting();
    const none = waiting.watch([]);
    const ended = waiting.watch([1]);
    ended.end();
    waiting.over(1);
    expect([none.signal.aborted, ended.signal.aborted]).toEqual([false, false]);
  });
});
