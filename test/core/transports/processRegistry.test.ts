import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { ProcessGroup } from '../../../main/core/transports/processGroup.ts';
import { ProcessRegistry } from '../../../main/core/transports/processRegistry.ts';
import { createWatchdog } from '../../../main/core/transports/watchdog.ts';
import { isAlive, serverFile } from './stdioHarness.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Runs the app with its servers until it has told their pids. */
async function startApp(...args: string[]): Promise<{ app: ChildProcess; pids: number[]; exited: Promise<void> }> {
  const app = spawn(process.execPath, [serverFile('stdioApp.ts'), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(app);
  const told = deferred<number[]>();
  const exited = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  let out = '';
  app.stdout?.on('data', (chunk) => {
    out += chunk;
    if (out.includes('\n')) told.resolve(JSON.parse(out));
  });
  return { app, pids: await told.promise, exited };
}

const allGone = (pids: number[]): Promise<void> => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 20 });

describe('no orphans', () => {
  test('the app is killed with SIGKILL: stubborn servers and their grandchildren end too', async () => {
    const { app, pids, exited } = await startApp('2');
    expect(pids).toHaveLength(4);
    expect(pids.every(isAlive)).toBe(true);
    app.kill('SIGKILL');
    await exited;
    await allGone(pids);
  });

  test.each(['exit', 'throw'])('the app ends by itself (%s) without stopping its servers', async (manner) => {
    const { pids, exited } = await startApp('1', manner);
    await exited;
    await allGone(pids);
  });
});

describe('ProcessRegistry', () => {
  const group = (pid: number, killed: number[]): ProcessGroup => ({
    pid,
    signal: () => undefined,
    alive: () => true,
    killNow: () => void killed.push(pid),
  });

  test('knows what runs, tells the watchdog, and sweeps the rest', () => {
    const told: string[] = [];
    const killed: number[] = [];
    const registry = new ProcessRegistry(() => ({ watch: (pid) => void told.push(`+${pid}`), forget: (pid) => void told.push(`-${pid}`) }));
    const [one, two, other] = [group(11, killed), group(12, killed), group(11, killed)];
    registry.add(one, silentLogger);
    registry.add(two, silentLogger);
    // A new process may have got the same number: the old one's owner must not remove it.
    registry.remove(other);
    expect(registry.pids()).toEqual([11, 12]);
    registry.remove(one);
    registry.sweep();
    expect(killed).toEqual([12]);
    expect(told).toEqual(['+11', '+12', '-11']);
    registry.sweep();
    expect(killed).toEqual([12]);
  });
});

describe('watchdog', () => {
  test('runs while something is watched, in a session of its own, and one for all', async () => {
    const watchdog = createWatchdog(() => undefined);
    expect(watchdog.pid).toBeUndefined();
    watchdog.watch(4_000_001);
    const { pid } = watchdog;
    if (pid === undefined) throw new Error('no helper');
    watchdog.watch(4_000_002);
    expect(watchdog.pid).toBe(pid);
    watchdog.forget(4_000_001);
    expect(isAlive(pid)).toBe(true);
    watchdog.forget(4_000_002);
    await allGone([pid]);
    expect(watchdog.pid).toBeUndefined();
  });

  test('one that was ended is replaced with the whole list', async () => {
    const watchdog = createWatchdog(() => undefined);
    watchdog.watch(4_000_003);
    const first = watchdog.pid;
    if (first === undefined) throw new Error('no helper');
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(watchdog.pid).not.toBe(first), 10_000);
    expect(watchdog.pid).toBeGreaterThan(0);
    watchdog.forget(4_000_003);
  });

  test('Windows has none', () => {
    const watchdog = createWatchdog(() => undefined, 'win32');
    watchdog.watch(4_000_004);
    expect(watchdog.pid).toBeUndefined();
  });
});
