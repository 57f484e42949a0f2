import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readLoginPath } from '../../../main/core/transports/loginShell.ts';
import { isAlive } from './stdioHarness.ts';

describe.skipIf(process.platform === 'win32')('readLoginPath', () => {
  let home = '';
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-login-'));
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  const read = (profile: string, timeoutMs = 10_000): Promise<string | undefined> => {
    fs.writeFileSync(path.join(home, '.profile'), profile);
    return readLoginPath({ shell: '/bin/sh', env: { HOME: home, PATH: '/usr/bin:/bin' }, timeoutMs });
  };

  test('reads what the start-up files make of PATH, whatever else they print', async () => {
    const profile = 'echo "Welcome back!"; printf "\\033[31mred\\033[0m"; export PATH="$HOME/tools:$PATH"; echo noise >&2';
    expect(await read(profile)).toMatch(new RegExp(`^${home}/tools:[/\\w:]*/bin$`));
  });

  test('start-up files that hang: nothing after the time, and what they started is ended', async () => {
    const file = path.join(home, 'pid');
    const reading = read(`sleep 300 & echo $! > ${file}; wait`, 1500);
    await vi.waitFor(() => expect(fs.readFileSync(file, 'utf8')).toMatch(/\d/), 10_000);
    expect(await reading).toBeUndefined();
    const pid = Number(fs.readFileSync(file, 'utf8'));
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  });

  test('a background job that keeps the output open is not waited for', async () => {
    expect(await read('sleep 300 & export PATH=/mine')).toBe('/mine');
  });

  test('a shell that fails or is not there', async () => {
    expect(await read('exit 3')).toBeUndefined();
    expect(await readLoginPath({ shell: '/nowhere/shell', env: {}, timeoutMs: 1000 })).toBeUndefined();
  });
});
