import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostError } from '../../../main/core/base/hostError.ts';
import { type ServerProcess, spawnChild } from '../../../main/core/transports/spawnChild.ts';

let root = '';
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-spawn-'));
  fs.writeFileSync(path.join(root, 'script'), '#!/nowhere/interpreter\n', { mode: 0o755 });
  fs.writeFileSync(path.join(root, 'file'), '');
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const env = { PATH: process.env.PATH ?? '' };
async function failure(more: Partial<Parameters<typeof spawnChild>[0]>): Promise<HostError> {
  let spawned: ServerProcess | undefined;
  const error = await spawnChild({ server: 'weather', command: process.execPath, args: [], env, ...more }, (child) => {
    spawned = child;
  }).catch((reason: unknown) => reason);
  expect(spawned).toBeUndefined();
  return error as HostError;
}

describe('every failure names the server, the thing and the way out', () => {
  test.each<[string, () => Partial<Parameters<typeof spawnChild>[0]>, string, RegExp]>([
    ['no such command', () => ({ command: 'nope-nope' }), 'spawn.not_found', /"weather".*"nope-nope" was not found/],
    ['no command', () => ({ command: ' ' }), 'spawn.not_found', /names no command/],
    ['no such folder', () => ({ cwd: path.join(root, 'gone') }), 'spawn.failed', /working folder ".*gone" does not exist/],
    ['a file as folder', () => ({ cwd: path.join(root, 'file') }), 'spawn.failed', /working folder ".*file" is not a folder/],
    ['a missing interpreter', () => ({ command: path.join(root, 'script') }), 'spawn.not_found', /program that runs ".*script"/],
    ['too long', () => ({ args: ['x'.repeat(5_000_000)] }), 'spawn.failed', /too long/],
    ['a null character in args', () => ({ args: ['a\0b'] }), 'spawn.failed', /"args" holds a null character/],
    ['a null character in a variable', () => ({ env: { ...env, API_KEY: 'sec\0ret' } }), 'spawn.failed', /"API_KEY" holds a null character/],
  ])('%s', async (_, more, code, message) => {
    const error = await failure(more());
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), info: { params: { server: 'weather' } } });
    expect(error.info.fix).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(error.info)).not.toContain('ret"');
  });
});

describe('a child that starts', () => {
  test('leads a group and a session of its own, and has the given environment and nothing else', async () => {
    const code = 'process.stdout.write(JSON.stringify([process.env, process.cwd()])); process.stdin.resume()';
    let adopted: ServerProcess | undefined;
    const child = await spawnChild({ server: 's', command: 'node', args: ['-e', code], env: { ...env, ONLY: '1' }, cwd: root }, (given) => {
      adopted = given;
    });
    expect(adopted).toBe(child);
    const [seen, cwd] = JSON.parse(await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))));
    expect(seen).toEqual({ ...env, ONLY: '1' });
    expect(cwd).toBe(fs.realpathSync(root));
    if (process.platform === 'linux') {
      const [, , group, session] = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      expect([Number(group), Number(session)]).toEqual([child.pid, child.pid]);
    }
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    await exited;
  });
});
