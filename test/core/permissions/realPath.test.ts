import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../../main/core/permissions/evaluate.ts';
import { realPathOf } from '../../../main/core/permissions/realPath.ts';
import { makeCall, makeContext, makeRule } from './fixtures.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'real-path-')));
  mkdirSync(path.join(root, 'inside/deep'), { recursive: true });
  mkdirSync(path.join(root, 'outside'));
  writeFileSync(path.join(root, 'outside/secret'), 's');
  symlinkSync(path.join(root, 'outside'), path.join(root, 'inside/absolute'));
  symlinkSync('../outside', path.join(root, 'inside/relative'));
  symlinkSync('../outside/not-there-yet', path.join(root, 'inside/dangling'));
  symlinkSync('deep', path.join(root, 'inside/fine'));
  symlinkSync('loop-b', path.join(root, 'inside/loop-a'));
  symlinkSync('loop-a', path.join(root, 'inside/loop-b'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('real links on disk', () => {
  test.each([
    ['inside/deep', 'inside/deep'],
    ['inside/fine/x', 'inside/deep/x'],
    ['inside/absolute/secret', 'outside/secret'],
    ['inside/relative/secret', 'outside/secret'],
    ['inside/relative/../inside', 'inside'],
    ['inside/dangling', 'outside/not-there-yet'],
    ['inside/new/file', 'inside/new/file'],
    ['inside/new/../../outside/x', 'outside/x'],
    ['outside/secret/below-a-file', 'outside/secret/below-a-file'],
  ])('%s leads to %s', (given, expected) => {
    expect(realPathOf(`${root}/${given}`)).toBe(path.join(root, expected));
  });

  test.each([
    ['inside/deep/a', 'allow'],
    ['inside/fine/a', 'allow'],
    ['inside/new/a', 'allow'],
    ['inside/absolute/secret', 'ask'],
    ['inside/relative/secret', 'ask'],
    ['inside/dangling', 'ask'],
    ['inside/absolute/../inside/deep', 'allow'],
    ['inside/fine/../absolute/secret', 'ask'],
    ['inside/../outside/secret', 'ask'],
    ['inside/loop-a/x', 'deny'],
  ])('a rule for the folder: %s %s', (given, verdict) => {
    const context = makeContext({ realPath: realPathOf });
    const call = makeCall({ args: { path: `${root}/${given}` } });
    expect(evaluate(call, [makeRule(`allow mcp__fs__read(path in ${root}/inside)`)], context).verdict).toBe(verdict);
  });
});
