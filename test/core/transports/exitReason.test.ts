import { describe, expect, test } from 'vitest';
import { exitReason } from '../../../main/core/transports/exitReason.ts';

const reason = (stderr: string, more: { code?: number | null; signal?: string | null; spoke?: boolean } = {}): ReturnType<typeof exitReason> =>
  exitReason({ server: 'w', command: 'npx', code: 1, signal: null, spoke: false, stderr: stderr.split('\n').filter(Boolean), ...more });

describe('exitReason', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'a stack of Node',
      "node:internal/modules/esm/resolve:275\n    throw new ERR_MODULE_NOT_FOUND(\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /x.mjs\n    at packageResolve (node:internal)\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v24.1.0",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /x.mjs",
      /Install what the server needs/,
    ],
    [
      'a stack of Python',
      'Traceback (most recent call last):\n  File "/x.py", line 1, in <module>\n    import mcp\nModuleNotFoundError: No module named \'mcp\'',
      "ModuleNotFoundError: No module named 'mcp'",
      /Install what the server needs/,
    ],
    [
      'a missing variable',
      'starting\nError: BRAVE_API_KEY environment variable is required',
      'Error: BRAVE_API_KEY environment variable is required',
      /"env"/,
    ],
    [
      'a package that does not exist',
      'npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/nope\nnpm error A complete log of this run can be found in: /x',
      'npm error 404 Not Found - GET https://registry.npmjs.org/nope',
      /name and version of the package/,
    ],
    [
      'no network',
      'npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org failed',
      'npm error request to https://registry.npmjs.org failed',
      /network/,
    ],
    [
      'a docker that sleeps',
      'docker: Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?',
      'docker: Cannot connect',
      /Start Docker/,
    ],
    ['a port that is taken', 'Error: listen EADDRINUSE: address already in use :::3000', 'Error: listen EADDRINUSE', /port/],
    ['only talk', 'one\ntwo', 'two', /log/],
  ])('%s', (_, stderr, line, fix) => {
    const info = reason(stderr);
    expect(info.code).toBe('connect.exited');
    expect(info.message.startsWith(`Server "w" exited with code 1: ${line}`)).toBe(true);
    expect(info.fix).toMatch(fix);
  });

  test('without a word', () => {
    expect(reason('')).toEqual({
      code: 'connect.exited',
      message: 'Server "w" exited with code 1.',
      fix: 'Try the command in a terminal to see what it says.',
      params: { server: 'w', command: 'npx', code: 1 },
    });
    expect(reason('', { code: 0 }).fix).toContain('stdio');
    expect(reason('', { code: 127 }).fix).toContain('PATH');
  });

  test('a signal', () => {
    expect(reason('', { code: null, signal: 'SIGKILL' })).toMatchObject({
      message: 'Server "w" was ended by SIGKILL.',
      params: { signal: 'SIGKILL' },
    });
    expect(reason('', { code: null, signal: 'SIGSEGV' }).fix).toContain('crashed');
  });

  test('long lines and long logs are cut', () => {
    const info = reason(`${'x'.repeat(5000)}\n`.repeat(30));
    expect(info.message.length).toBeLessThan(400);
    expect(String(info.params?.stderr).length).toBeLessThanOrEqual(2000);
  });
});
