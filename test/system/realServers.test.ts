import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Core } from '../../main/compose/core.ts';
import type { Rule } from '../../preload/contract/permissions.ts';
import { makeHome, removeHome, root, startCore } from './appUnderTest.ts';

const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(servers: Record<string, unknown>): Promise<Core> {
  const home = makeHome(servers);
  undo.push(() => removeHome(home));
  const rules = ['echo', 'list_directory', 'read_graph'].map(
    (tool): Omit<Rule, 'id' | 'createdAt'> => ({
      effect: 'allow',
      server: '*',
      tool,
      conditions: [],
      scope: { kind: 'always' },
      source: 'command-line',
    }),
  );
  const core = await startCore(home, { interactive: false, rules });
  undo.push(() => core.dispose());
  return core;
}

async function call(core: Core, server: string, original: string, args: Record<string, unknown>) {
  const tool = core.tools.find(server, original);
  if (!tool) throw new Error(`no ${original}: ${JSON.stringify(core.servers.get(server)?.state)}`);
  expect(core.tools.quarantined(server)).toEqual([]);
  return core.execute({ callId: 'c', tool, arguments: args, asker: 'command-line', signal: new AbortController().signal });
}

test('everything, filesystem and memory over stdio: connected, listed, called', async () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'real-servers-')));
  undo.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(path.join(folder, 'hello.txt'), 'hi');
  const core = await start({
    everything: { command: process.execPath, args: [bin('mcp-server-everything')] },
    filesystem: { command: process.execPath, args: [bin('mcp-server-filesystem'), folder] },
    memory: { command: process.execPath, args: [bin('mcp-server-memory')], env: { MEMORY_FILE_PATH: path.join(folder, 'memory.json') } },
  });
  expect(core.servers.list().map(({ name, state }) => [name, state.kind])).toEqual([
    ['everything', 'connected'],
    ['filesystem', 'connected'],
    ['memory', 'connected'],
  ]);
  expect((await call(core, 'everything', 'echo', { message: '你好' })).modelText).toContain('你好');
  expect((await call(core, 'filesystem', 'list_directory', { path: folder })).modelText).toContain('hello.txt');
  expect((await call(core, 'memory', 'read_graph', {})).isError).toBe(false);
});

test('everything over Streamable HTTP', async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [bin('mcp-server-everything'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  undo.push(() => server.kill('SIGKILL'));
  await new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => /listening|running|started/i.test(String(chunk)) && resolve());
  });
  const core = await start({ remote: { url: `http://127.0.0.1:${port}/mcp` } });
  expect(core.servers.get('remote')).toMatchObject({ state: { kind: 'connected' }, transport: 'http' });
  expect((await call(core, 'remote', 'echo', { message: 'over http' })).modelText).toContain('over http');
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
