import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingCommandFix, programName } from '../../../main/core/transports/commandHints.ts';
import { findCommand } from '../../../main/core/transports/findCommand.ts';

let root = '';
const at = (...parts: string[]): string => path.join(root, ...parts);
const put = (file: string, content: string | Buffer, mode: number): void => {
  fs.mkdirSync(path.dirname(at(file)), { recursive: true });
  fs.writeFileSync(at(file), content);
  fs.chmodSync(at(file), mode);
};

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-find-'));
  put('one/tool', '#!/bin/sh\n', 0o755);
  put('one/locked', '#!/bin/sh\n', 0o644);
  put('two/locked', '#!/bin/sh\n', 0o755);
  put('two/only-locked', '#!/bin/sh\n', 0o644);
  put('two/data', '{"a":1}', 0o755);
  put('two/program', Buffer.from('7f454c4602010100', 'hex'), 0o755);
  put('two/empty', '', 0o755);
  put('win/tool.cmd', '@echo off', 0o644);
  put('win/run.EXE', 'MZ', 0o644);
  fs.mkdirSync(at('one/program'), { recursive: true });
  fs.symlinkSync(at('one/tool'), at('two/link'));
  fs.symlinkSync(at('nowhere'), at('two/dangling'));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe('findCommand', () => {
  const find = (command: string): ReturnType<typeof findCommand> =>
    findCommand(command, { env: { PATH: `${at('one')}::${at('none')}:${at('two')}` }, cwd: at('one'), platform: 'linux' });

  test.each<[string, string, string, string]>([
    ['on PATH', 'tool', 'found', 'one/tool'],
    ['through a link', 'link', 'found', 'two/link'],
    ['behind a file that may not be run', 'locked', 'found', 'two/locked'],
    ['behind a folder of that name', 'program', 'found', 'two/program'],
    ['relative to the working folder', './tool', 'found', 'one/tool'],
    ['without the x bit', 'only-locked', 'not-executable', 'two/only-locked'],
    ['neither program nor script', 'data', 'no-program', 'two/data'],
    ['an empty file', 'empty', 'no-program', 'two/empty'],
  ])('%s', async (_, command, kind, file) => {
    expect(await find(command)).toEqual({ kind, file: at(file) });
  });

  test('a folder by its path', async () => {
    expect(await find(root)).toEqual({ kind: 'directory', file: root });
  });

  test('missing: tells where it looked', async () => {
    expect(await find('nope')).toEqual({ kind: 'missing', searched: [at('one'), at('none'), at('two')] });
    expect(await find('dangling')).toMatchObject({ kind: 'missing' });
    expect(await find('./nope')).toEqual({ kind: 'missing', searched: [at('one/nope')] });
    expect(await find('tool/below')).toMatchObject({ kind: 'missing' });
  });

  test('no PATH at all', async () => {
    expect(await findCommand('tool', { env: {}, cwd: root, platform: 'linux' })).toEqual({ kind: 'missing', searched: [] });
  });

  test('Windows: the endings of PATHEXT, Path in any case, quoted folders', async () => {
    const place = { env: { Path: `"${at('win')}";${at('one')}`, PATHEXT: '.EXE;.cmd' }, cwd: root, platform: 'win32' as const };
    expect(await findCommand('tool', place)).toMatchObject({ kind: 'found', file: at('win/tool.cmd') });
    expect(await findCommand('run.EXE', place)).toMatchObject({ kind: 'found', file: at('win/run.EXE') });
    expect(await findCommand('nope', place)).toMatchObject({ kind: 'missing' });
  });
});

describe('hints', () => {
  test.each([
    ['npx', /Install Node\.js .* or give the full path of npx/],
    ['uvx', /Install uv/],
    ['docker', /Install Docker .* start it/],
    ['npx -y some-server', /Put only "npx" into "command"/],
    ['https://example.test/mcp', /use "url"/],
    ['~/bin/server', /full path/],
    ['/opt/server/run', /Check the path/],
    ['my-server', /Install my-server/],
  ])('%s', (command, expected) => {
    expect(missingCommandFix(command)).toMatch(expected);
  });

  test('programs are named without folder and ending', () => {
    expect(['C:\\Program Files\\nodejs\\npx.CMD', '/usr/bin/Docker', 'uvx.exe', 'python3.12'].map(programName)).toEqual([
      'npx',
      'docker',
      'uvx',
      'python3.12',
    ]);
  });
});
