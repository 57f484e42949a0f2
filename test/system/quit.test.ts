import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeHome, removeHome, root, startCore, weather } from './appUnderTest.ts';

const fake = path.join(root, 'test/cases/fake-stdio.mjs');

/** Not a zombie, and still there. */
function alive(pid: number): boolean {
  try {
    return !fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  } catch {
    return false;
  }
}

test('quit with five servers, one that ignores everything and one with a grandchild that does: none is left', async () => {
  const home = makeHome();
  const log = path.join(home, 'fake.jsonl');
  const scenario = (name: string, value: object): string => {
    const file = path.join(home, `${name}.json`);
    fs.writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const played = (file: string, ...before: string[]) => ({ command: process.execPath, args: [...before, fake, file], env: { FAKE_LOG: log } });
  const deaf = 'data:text/javascript,for(const s of ["SIGINT","SIGTERM","SIGHUP"])process.on(s,()=>{})';
  const servers = {
    weather,
    plain: played(scenario('plain', {})),
    stubborn: played(scenario('stubborn', { sigterm: 'ignore', stdinEnd: 'ignore' }), '--import', deaf),
    parent: played(scenario('parent', { stdinEnd: 'ignore', start: [{ spawnChild: { lifeMs: 60000, stdio: 'inherit' } }] })),
    second: weather,
  };
  fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  const core = await startCore(home);
  expect(core.servers.list().map(({ state }) => state.kind)).toEqual(Array(5).fill('connected'));

  const report = await core.dispose();
  expect(report.stuck).toEqual([]);
  const entries = fs
    .readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const pids = entries.flatMap((entry) => (entry.dir === 'start' ? [entry.pid] : entry.dir === 'child' ? [entry.child] : []));
  expect(pids.length).toBe(4);
  await expect.poll(() => pids.filter(alive)).toEqual([]);
  console.log(`quit took ${Math.round(report.ms)} ms`);
  removeHome(home);
});
