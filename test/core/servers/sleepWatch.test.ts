import { describe, expect, test } from 'vitest';
import { watchSleep } from '../../../main/core/servers/sleepWatch.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

describe('sleep', () => {
  test('a timer that rings much too late means the machine slept', async () => {
    const clock = new ManualClock();
    let woke = 0;
    const end = watchSleep(clock, () => woke++);
    await clock.advance(300_000);
    expect(woke).toBe(0);
    clock.jump(3_600_000);
    await clock.advance(30_000);
    expect(woke).toBe(1);
    end();
    expect(clock.pending).toBe(0);
  });

  test('then remote servers are pinged before use', async () => {
    const { up, host, clock, sessions } = stage();
    await up(remoteConfig('a'));
    clock.jump(3_600_000);
    await clock.advance(1);
    await host.callTool('a', 'echo', {}, callOptions());
    expect(sessions.last('a').session.pings).toBe(1);
  });
});
