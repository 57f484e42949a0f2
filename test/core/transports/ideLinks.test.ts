import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findIdeLinks, findIdeLock, ideLinkTarget } from '../../../main/core/transports/ideLinks.ts';
import { startOldSse } from '../../servers/oldSse.ts';
import { startWs } from '../../servers/wsServer.ts';
import { connect } from './remote.ts';

let root = '';
let folder = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'ide-')));
  folder = join(root, 'ide');
  for (const name of ['ide', 'work', 'work/deep', 'work-other']) await mkdir(join(root, name));
});
afterEach(() => rm(root, { recursive: true }));

const lock = (port: number | string, content: unknown): Promise<void> =>
  writeFile(join(folder, `${port}.lock`), typeof content === 'string' ? content : JSON.stringify(content));
const editor = (more: Record<string, unknown> = {}) => ({
  pid: 42,
  workspaceFolders: [join(root, 'work')],
  ideName: 'Code',
  transport: 'ws',
  authToken: 'secret',
  ...more,
});
const find = (project: string, isAlive = (pid: number): boolean => pid === 42) => findIdeLinks({ folder, projects: [join(root, project)], isAlive });

describe('editors on this machine (TRN-6)', () => {
  it('offers an editor that is alive and has the project open', async () => {
    await lock(1234, editor());
    expect(await find('work')).toEqual([
      { port: 1234, pid: 42, ideName: 'Code', workspaceFolders: [join(root, 'work')], transport: 'ws', authToken: 'secret' },
    ]);
    expect(await find('work/deep')).toHaveLength(1);
  });

  it.each(['.', 'work-other', 'nowhere'])('not for the project %s', async (project) => {
    await lock(1234, editor());
    expect(await find(project)).toEqual([]);
  });

  it('follows links to the same folder', async () => {
    await symlink(join(root, 'work'), join(root, 'link'));
    await lock(1234, editor());
    expect(await find('link')).toHaveLength(1);
  });

  it('not when the process is gone; this process is alive', async () => {
    await lock(1, editor({ pid: 0x3fff_ffff }));
    await lock(2, editor({ pid: process.pid }));
    expect((await findIdeLinks({ folder, projects: [join(root, 'work')] })).map((link) => link.port)).toEqual([2]);
    expect(await find('work', () => false)).toEqual([]);
  });

  it('passes over what is broken, and takes what is incomplete', async () => {
    await lock(1, '{ not json');
    await lock(2, 'null');
    await lock(3, editor({ pid: 'x' }));
    await lock(4, editor({ pid: -1 }));
    await lock('name', editor());
    await lock(70_000, editor());
    await lock(5, ' '.repeat(70_000) + JSON.stringify(editor()));
    await mkdir(join(folder, '6.lock'));
    await lock(7, { pid: 42, workspaceFolders: [7, join(root, 'work')] });
    expect(await find('work')).toEqual([
      { port: 7, pid: 42, ideName: 'Editor', workspaceFolders: [join(root, 'work')], transport: 'sse', authToken: undefined },
    ]);
  });

  it('no folder, no links', async () => {
    expect(await findIdeLinks({ folder: join(root, 'absent'), projects: [root] })).toEqual([]);
    expect(await findIdeLock(folder, Number.NaN)).toBeUndefined();
  });

  it.each([
    ['ws', 'ws-ide', 'ws://127.0.0.1:9'],
    ['sse', 'sse-ide', 'http://127.0.0.1:9/sse'],
  ] as const)('a target for %s', (transport, kind, url) => {
    const link = { port: 9, pid: 1, ideName: 'Code', workspaceFolders: [], transport, authToken: 't' };
    expect(ideLinkTarget(link)).toEqual({ transport: kind, url, headers: { 'X-Claude-Code-Ide-Authorization': 't' }, fallbackToSse: false });
  });
});

describe('connecting to an editor', () => {
  it('sse-ide takes the header from the lock file of its port', async () => {
    const server = await startOldSse();
    await lock(server.port, editor({ pid: process.pid, transport: 'sse', authToken: 'from-the-lock' }));
    const { client, transport } = await connect(server.url, { config: { transport: 'sse-ide' }, deps: { ideFolder: folder } });
    expect(transport.kind).toBe('sse-ide');
    expect(server.seen.every((seen) => seen.headers['x-claude-code-ide-authorization'] === 'from-the-lock')).toBe(true);
    await client.close();
    await server.close();
  });

  it("ws-ide prefers the entry's own header", async () => {
    const server = await startWs();
    await lock(server.port, editor({ pid: process.pid, authToken: 'from-the-lock' }));
    const config = { transport: 'ws-ide' as const, headers: { 'x-claude-code-ide-authorization': 'own' } };
    for (const more of [
      { config, deps: { ideFolder: folder } },
      { config: { transport: 'ws-ide' as const }, deps: { ideFolder: folder } },
    ]) {
      const { client, transport } = await connect(server.url, more);
      expect(transport.kind).toBe('ws-ide');
      await client.close();
    }
    expect(server.upgrades.map((headers) => headers['x-claude-code-ide-authorization'])).toEqual(['own', 'from-the-lock']);
    await server.close();
  });
});
