import { describe, expect, test } from 'vitest';
import { InstallWatch } from '../../../main/core/transports/installWatch.ts';
import { packageRunner, saysFetching } from '../../../main/core/transports/packageRunner.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

describe('packageRunner', () => {
  test.each<[string, string[], string | undefined]>([
    ['npx', ['-y', 'x'], 'npx'],
    ['C:\\nodejs\\npx.cmd', [], 'npx'],
    ['cmd', ['/c', 'npx', '-y', 'x'], 'npx'],
    ['env', ['A=1', 'uvx', 'x'], 'uvx'],
    ['sh', ['-c', 'exec npx -y x'], 'npx'],
    ['npm', ['exec', 'x'], 'npm'],
    ['npm', ['start'], undefined],
    ['pnpm', ['dlx', 'x'], 'pnpm'],
    ['bun', ['x', 'y'], 'bun'],
    ['uv', ['tool', 'run', 'x'], 'uv'],
    ['uv', ['--directory', 'd', 'pip'], undefined],
    ['docker', ['run', '-i', '--rm', 'x'], 'docker'],
    ['docker', ['exec', 'x'], undefined],
    ['node', ['npx.js'], undefined],
    ['/usr/local/bin/my-server', [], undefined],
  ])('%s %j', (command, args, expected) => {
    expect(packageRunner(command, args)).toBe(expected);
  });

  test.each([
    ['npm warn exec The following package was not found and will be installed: x@1.0.0', true],
    ['Downloading numpy (16.1MiB)', true],
    ["Unable to find image 'mcp/time:latest' locally", true],
    ['Server listening', false],
    ['Error: Downloading failed', false],
  ])('%s', (line, expected) => {
    expect(saysFetching(line)).toBe(expected);
  });
});

describe('InstallWatch', () => {
  const watch = (command: string): { clock: ManualClock; told: number[]; watch: InstallWatch } => {
    const clock = new ManualClock(0);
    const told: number[] = [];
    return { clock, told, watch: new InstallWatch({ command, args: [] }, clock, () => told.push(clock.now())) };
  };

  test('a runner that stays silent is fetching; told once', async () => {
    const { clock, told, watch: it } = watch('npx');
    it.begin();
    await clock.advance(60_000);
    it.stderrLine('Downloading x');
    expect(told).toEqual([2500]);
  });

  test('one that says so is told at once', async () => {
    const { clock, told, watch: it } = watch('uvx');
    it.begin();
    await clock.advance(300);
    it.stderrLine('Downloading numpy (16.1MiB)');
    await clock.advance(60_000);
    expect(told).toEqual([300]);
  });

  test('a server that speaks in time, or is no runner, is not', async () => {
    const quick = watch('npx');
    quick.watch.begin();
    quick.watch.over();
    const plain = watch('node');
    plain.watch.begin();
    plain.watch.stderrLine('Downloading x');
    await Promise.all([quick.clock.advance(60_000), plain.clock.advance(60_000)]);
    expect([...quick.told, ...plain.told]).toEqual([]);
    expect(quick.clock.pending + plain.clock.pending).toBe(0);
  });
});
