import { describe, expect, test } from 'vitest';
import { COMMANDS, helpText, parseCli } from '../../main/cli/arguments.ts';
import { exitOf } from '../../main/cli/exitCodes.ts';

describe('the command line', () => {
  test('global options stand before or after the command', () => {
    for (const argv of [
      ['--json', '--config', 'a', 'servers', '--config', 'b'],
      ['servers', '--config', 'a', '--json', '--config', 'b'],
    ]) {
      expect(parseCli(argv)).toMatchObject({ kind: 'run', args: { command: 'servers', json: true, config: ['a', 'b'] } });
    }
  });
  test.each([
    [['fly'], /no command "fly"/],
    [['toString'], /no command "toString"/],
    [['call', 'srv'], /needs TOOL/],
    [['servers', 'extra'], /"extra"/],
    [['servers', '--allow', 'x'], /"servers" takes no --allow/],
    [['servers', '--nonsense'], /nonsense/],
    [['call', 'a', 'b', '--timeout', '1.5'], /--timeout wants milliseconds/],
    [['call', 'a', 'b', '--timeout', '-1'], /timeout/],
    [['ask', 'hi', '--config'], /config/],
  ])('%j is refused with a reason', (argv, message) => {
    expect(() => parseCli(argv)).toThrow(message);
  });
  test('a text that begins with a dash can be asked after --', () => {
    expect(parseCli(['ask', '--offline', '--', '-5 degrees?'])).toMatchObject({ args: { positionals: ['-5 degrees?'] } });
  });
  test('help names every command, and each command has its own', () => {
    for (const name of Object.keys(COMMANDS)) {
      expect(helpText()).toContain(name);
      expect(parseCli([name, '--help'])).toMatchObject({ kind: 'help', command: name });
    }
    expect(parseCli([])).toEqual({ kind: 'help' });
  });
  test('exit codes', () => {
    expect([exitOf('call.denied'), exitOf('auth.required'), exitOf('call.timeout'), exitOf('host.bad_input')]).toEqual([3, 4, 1, 2]);
  });
});
