// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf, splitCommandLine } from '../../../main/core/config/commandLine.ts';
import type { Remark } from '../../../main/core/config/entryTemplate.ts';

test.each([
  ['npx -y pkg', ['npx', '-y', 'pkg']],
  ['  a   b  ', ['a', 'b']],
  ['a "b c" \'d e\'', ['a', 'b c', 'd e']],
  ['a "" b', ['a', '', 'b']],
  ['a --x="y z"', ['a', '--x=y z']],
  ['a b\\ c', ['a', 'b c']],
  ['a "say \\"hi\\""', ['a', 'say "hi"']],
  ["a 'no \\ escape'", ['a', 'no \\ escape']],
  ['a ${V:-b c} d', ['a', '${V:-b c}', 'd']],
  ['a "${V:-b c}"', ['a', '${V:-b c}']],
])('%s', (line, words) => expect(splitCommandLine(line)).toEqual({ words, unbalanced: false }));

test('on Windows a backslash is part of a path', () => {
  expect(splitCommandLine('node C:\\a\\b.js "C:\\My Files\\x"', 'win32').words).toEqual(['node', 'C:\\a\\b.js', 'C:\\My Files\\x']);
});

test.each([
  ['a | b', '|'],
  ['a && b', '&&'],
  ['a; b', ';'],
  ['a > f', '>'],
  ['a `b`', '`'],
  ['a $(b)', '$('],
])('%s needs a shell for %s', (line, operator) => expect(splitCommandLine(line).operator).toBe(operator));
test.each(['a "|" b', "a '&&' b", 'a $x ${y}', 'a b&c'])('%s does not', (line) => expect(splitCommandLine(line).operator).toBeUndefined());

describe('command', () => {
  const FILES = ['/opt/my tools/run', '/opt/plain', '/bin dir/my server'];
  const run = (command: string, args: string[] = []) => {
    const remarks: Remark[] = [];
    const context = {
      platform: 'linux' as const,
      isFile: (name: string) => FILES.includes(path.resolve('/', name)),
      pathFolders: ['/usr/bin', '/bin dir'],
    };
    return { ...commandOf(command, args, context, remarks), remarks: remarks.length };
  };

  test.each([
    ['npx', ['-y', 'a b'], 'npx', ['-y', 'a b'], 0],
    ['npx -y pkg', [], 'npx', ['-y', 'pkg'], 1],
    ['npx -y', ['pkg with blank'], 'npx', ['-y', 'pkg with blank'], 1],
    ['/opt/my tools/run', [], '/opt/my tools/run', [], 0],
    ['/opt/my tools/run', ['x'], '/opt/my tools/run', ['x'], 0],
    ['/opt/my tools/run --fast "a b"', [], '/opt/my tools/run', ['--fast', 'a b'], 1],
    ['/opt/plain x y', [], '/opt/plain', ['x', 'y'], 1],
    ['/opt/missing tools/run', [], '/opt/missing tools/run', [], 0],
    ['C:\\Program Files\\nodejs\\npx.cmd', ['-y'], 'C:\\Program Files\\nodejs\\npx.cmd', ['-y'], 0],
    ['my server', [], 'my server', [], 0],
    [' node ', [], 'node', [], 0],
    ['${HOME}/my dir/x', [], '${HOME}/my dir/x', [], 0],
  ])('%s with %j', (command, args, program, rest, remarks) => expect(run(command, args)).toEqual({ command: program, args: rest, remarks }));

  test.each(['cd /x && node y', 'node x | tee y', 'node "x'])('%s is refused: no shell runs', (command) =>
    expect(() => run(command)).toThrow(/shell|quote/),
  );
});
