import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkRuntimes, findProgram } from '../../../main/core/discovery/runtimes.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-runtimes-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A program of its own, written in shell, so the PATH of the test decides nothing but what is tested. */
const program = (name: string, body: string, mode = 0o755): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode });
  return file;
};
const check = (timeoutMs = 5000) => checkRuntimes({ childEnvironment: async () => ({ PATH: folder }), platform: 'linux', timeoutMs });
const posixOnly = process.platform === 'win32' ? test.skip : test;

posixOnly('what a server would find is found, with its version; what is missing says how to get it', async () => {
  const node = program('node', 'echo v24.1.0');
  program('uv', 'echo "uv 0.9.2 (abc 2026-01-01)"');
  program('docker', 'echo "Docker version 29.1.2, build abc"');
  program('python', 'echo Python 3.13.1 >&2');
  program('npx', 'echo 11.0.0', 0o644);
  const found = Object.fromEntries((await check()).map(({ name, ...rest }) => [name, rest]));
  expect(found).toMatchObject({
    node: { found: true, path: node, version: '24.1.0' },
    uv: { found: true, version: '0.9.2' },
    docker: { found: true, version: '29.1.2' },
    python: { found: true, version: '3.13.1' },
    npx: { found: false, fix: expect.stringMatching(/nodejs\.org/) },
    uvx: { found: false, fix: expect.stringMatching(/uv/) },
  });
});

posixOnly('a program that hangs is ended with its children, one that fails is told apart from a missing one', async () => {
  const pidFile = path.join(folder, 'pids');
  program('node', `/bin/sleep 60 & echo $! > ${pidFile}; wait`);
  program('uv', 'exit 3');
  const found = Object.fromEntries((await check(300)).map(({ name, ...rest }) => [name, rest]));
  expect(found.node).toMatchObject({ found: true, fix: expect.stringMatching(/did not tell/) });
  expect(found.node).not.toHaveProperty('version');
  expect(found.uv).toMatchObject({ found: true, fix: expect.any(String) });
  const pid = Number(fs.readFileSync(pidFile, 'utf8'));
  const alive = (): boolean => {
    try {
      return !fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .startsWith('Z');
    } catch {
      return false;
    }
  };
  if (process.platform === 'linux') await vi.waitFor(() => expect(alive()).toBe(false));
});

test('on Windows PATHEXT decides, whatever the case of the names', () => {
  fs.writeFileSync(path.join(folder, 'npx.cmd'), '');
  fs.writeFileSync(path.join(folder, 'npx'), '');
  expect(findProgram('npx', { Path: `C:\\nowhere;${folder}`, PATHEXT: '.EXE;.CMD' }, 'win32')).toBe(path.join(folder, 'npx.cmd'));
  expect(findProgram('npx', { Path: folder, PATHEXT: '.EXE' }, 'win32')).toBeUndefined();
});

test('folders and an empty part of the path are no programs', () => {
  fs.mkdirSync(path.join(folder, 'node'));
  expect(findProgram('node', { PATH: `:${folder}` }, 'linux')).toBeUndefined();
  expect(findProgram('node', {}, 'linux')).toBeUndefined();
});
