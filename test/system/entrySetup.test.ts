import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerDraft } from '../../preload/contract/servers.ts';
import { FakeWindow, makeHome, removeHome, weather } from './appUnderTest.ts';

const TOKEN = 'tok-9f3a7c51e2b8d604';
const homes: string[] = [];
const windows: FakeWindow[] = [];
function open(home: string, more: ConstructorParameters<typeof FakeWindow>[1] = {}): FakeWindow {
  if (!homes.includes(home)) homes.push(home);
  const window = new FakeWindow(home, more);
  windows.push(window);
  return window;
}
async function close(window: FakeWindow): Promise<void> {
  windows.splice(windows.indexOf(window), 1);
  await window.desktop.dispose();
}
afterEach(async () => {
  for (const window of windows.splice(0)) await window.desktop.dispose();
  for (const home of homes.splice(0)) removeHome(home);
});
const draft = (more: Partial<ServerDraft> = {}): ServerDraft => ({ name: 'mine', level: 'user', transport: 'stdio', ...weather, ...more });
const said = (window: FakeWindow): string => JSON.stringify(window.events);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a connection test', () => {
  const SILENT = `console.error('pid ' + process.pid); console.error('key ${TOKEN}'); setInterval(() => {}, 1000);`;
  const silent = draft({ command: process.execPath, args: ['-e', SILENT], env: { API_TOKEN: TOKEN } });

  test('is seen while it runs, stage by stage, with the last lines of the program', async () => {
    const window = open(makeHome());
    await window.desktop.start();
    const result = await window.send('server.test', { testId: 't', draft: draft() });
    expect(result).toMatchObject({ tools: expect.any(Number), stages: [{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }] });
    await window.until((state) => Object.keys(state.connectionTests ?? {}).length === 0);
    const seen = said(window);
    expect(seen).toContain('Waiting for its first answer');
    expect(window.state?.servers).toEqual({});
  });

  test('can be cancelled: it says so, and its process is gone when it answers', async () => {
    const window = open(makeHome());
    await window.desktop.start();
    const result = window.send('server.test', { testId: 't', draft: silent });
    const line = await window.until((state) => state.connectionTests?.t?.stderr.find((text) => text.startsWith('pid ')));
    const pid = Number(line.slice(4));
    expect(isAlive(pid)).toBe(true);
    const running = await window.until((state) => state.connectionTests?.t?.stages.find(({ state: now }) => now === 'running'));
    expect(running).toMatchObject({ stage: 'connect', at: expect.any(Number) });
    await window.send('server.cancelTest', { testId: 't' });
    expect(await result).toMatchObject({ cancelled: true, stages: [{ state: 'ok' }, { stage: 'connect', state: 'skipped' }, { state: 'skipped' }] });
    expect(isAlive(pid)).toBe(false);
    expect(said(window)).not.toContain(TOKEN);
  });

  test('ends with the app, and leaves no process', async () => {
    const window = open(makeHome());
    await window.desktop.start();
    void window.try('server.test', { testId: 't', draft: silent });
    const line = await window.until((state) => state.connectionTests?.t?.stderr.find((text) => text.startsWith('pid ')));
    await close(window);
    expect(isAlive(Number(line.slice(4)))).toBe(false);
  });

  test('a failure brings the code, the fix and the last words; the same id twice is refused', async () => {
    const window = open(makeHome());
    await window.desktop.start();
    const dying = draft({ command: process.execPath, args: ['-e', "console.error('no database'); process.exit(3)"] });
    const first = window.send('server.test', { testId: 't', draft: dying });
    expect(await window.try('server.test', { testId: 't', draft: dying })).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
    expect(await first).toMatchObject({
      code: 'connect.exited',
      stderr: expect.arrayContaining(['no database']),
      stages: [{ state: 'ok' }, { stage: 'connect', state: 'failed', fix: expect.any(String) }, { state: 'skipped' }],
    });
    const missing = await window.send('server.test', { testId: 'u', draft: draft({ env: { KEY: '${SURELY_NOT_SET}' } }) });
    expect(missing).toMatchObject({ code: 'config.variable', stages: [{ stage: 'config', state: 'failed' }, {}, {}] });
  });
});

describe('questions of an entry', () => {
  function withQuestions(): string {
    const home = makeHome();
    const inputs = [
      { id: 'token', type: 'promptString', description: 'API token', password: true },
      { id: 'region', type: 'pickString', options: ['eu', 'us'], default: 'eu' },
    ];
    const servers = { asking: { ...weather, env: { TOKEN: '${input:token}', REGION: '${input:region}', TEAM: '${input:team:-a}' } } };
    fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ servers, inputs }));
    return home;
  }

  test('stand on its server; answered, it starts, and the answer is seen nowhere', async () => {
    const home = withQuestions();
    const window = open(home);
    await window.desktop.start();
    const server = await window.until((state) => state.servers.asking);
    expect(server.state).toMatchObject({ kind: 'failed', error: { code: 'config.variable', params: { variable: 'input:token' } } });
    expect(server.inputs).toEqual([
      { id: 'token', description: 'API token', password: true, state: 'missing' },
      { id: 'region', password: false, options: ['eu', 'us'], default: 'eu', state: 'default' },
      { id: 'team', password: false, state: 'default' },
    ]);
    expect(await window.try('server.setInputs', { name: 'asking', values: { other: 'x' } })).toMatchObject({
      ok: false,
      error: { code: 'host.bad_input' },
    });
    await window.send('server.setInputs', { name: 'asking', values: { token: TOKEN }, remember: 'session' });
    const started = await window.until((state) => state.servers.asking?.state.kind === 'connected' && state.servers.asking);
    expect(started.inputs?.map(({ state }) => state)).toEqual(['answered', 'default', 'default']);
    expect(said(window)).not.toContain(TOKEN);
    expect(
      fs.readdirSync(home).some((name) => fs.statSync(path.join(home, name)).isFile() && fs.readFileSync(path.join(home, name)).includes(TOKEN)),
    ).toBe(false);
  });

  test('kept in the file they are there after a restart; for the session they are asked again', async () => {
    const home = withQuestions();
    const first = open(home);
    await first.desktop.start();
    await first.send('server.setInputs', { name: 'asking', values: { token: TOKEN }, remember: 'session' });
    await close(first);
    const second = open(home);
    await second.desktop.start();
    const asked = await second.until((state) => state.servers.asking);
    expect(asked.inputs?.[0]?.state).toBe('missing');
    await second.send('server.setInputs', { name: 'asking', values: { token: TOKEN }, remember: 'file' });
    await close(second);
    const third = open(home);
    await third.desktop.start();
    await third.until((state) => state.servers.asking?.state.kind === 'connected');
    expect(fs.statSync(path.join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});

describe('secrets of an entry', () => {
  test('go where the person chose, and the entry says where; a session’s secret is asked for again', async () => {
    const home = makeHome();
    const window = open(home);
    await window.desktop.start();
    await window.send('server.save', { draft: draft({ env: { API_TOKEN: TOKEN } }), remember: 'session' });
    const saved = await window.until((state) => state.servers.mine?.secrets && state.servers.mine);
    expect(saved.secrets).toEqual([{ field: 'API_TOKEN', kept: 'session' }]);
    expect(fs.readFileSync(path.join(home, 'mcp.json'), 'utf8')).not.toContain(TOKEN);
    expect(fs.existsSync(path.join(home, 'secrets.json')) && fs.readFileSync(path.join(home, 'secrets.json'), 'utf8')).not.toContain(TOKEN);
    // The form gets neither the value nor the name it is stored under.
    expect((await window.send('server.draft', { name: 'mine' })).draft.env).toEqual({ API_TOKEN: { keep: true } });
    await close(window);

    const again = open(home);
    await again.desktop.start();
    const lost = await again.until((state) => state.servers.mine);
    expect(lost.state).toMatchObject({ kind: 'failed', error: { code: 'config.variable' } });
    expect(lost.secrets).toEqual([{ field: 'API_TOKEN', kept: 'gone' }]);
    const { draft: form } = await again.send('server.draft', { name: 'mine' });
    await again.send('server.save', { draft: { ...form, env: { API_TOKEN: TOKEN } }, replaces: 'mine', remember: 'file' });
    const kept = await again.until((state) => state.servers.mine?.state.kind === 'connected' && state.servers.mine);
    expect(kept.secrets).toEqual([{ field: 'API_TOKEN', kept: 'file' }]);
    expect(fs.readFileSync(path.join(home, 'secrets.json'), 'utf8')).toContain(TOKEN);
    expect(said(window) + said(again)).not.toContain(TOKEN);
  });
});

test('a server that starts on first use is offered at once after a restart, and runs when called', async () => {
  const home = makeHome();
  const window = open(home);
  await window.desktop.start();
  await window.send('server.save', { draft: draft({ startOnFirstUse: true }) });
  await window.until((state) => state.servers.mine?.state.kind === 'connected');
  expect(JSON.parse(fs.readFileSync(path.join(home, 'mcp.json'), 'utf8')).mcpServers.mine.startOnFirstUse).toBe(true);
  await close(window);
  const again = open(home);
  await again.desktop.start();
  const ready = await again.until((state) => state.servers.mine);
  expect(ready.state).toMatchObject({ kind: 'pending', phase: 'deferred' });
  expect(ready.counts.tools).toBeGreaterThan(0);
  expect(ready.startOnFirstUse).toBe(true);
  const { draft: form } = await again.send('server.draft', { name: 'mine' });
  expect(form.startOnFirstUse).toBe(true);
  await again.send('server.save', { draft: { ...form, startOnFirstUse: false }, replaces: 'mine' });
  await again.until((state) => state.servers.mine?.startOnFirstUse === undefined);
  expect(JSON.parse(fs.readFileSync(path.join(home, 'mcp.json'), 'utf8')).mcpServers.mine).not.toHaveProperty('startOnFirstUse');
});

test('servers are exported without their secrets, and no file is written over', async () => {
  const home = makeHome({ weather: { ...weather, env: { API_TOKEN: TOKEN, REGION: 'eu' } }, other: { url: 'https://example.test/mcp' } });
  const window = open(home);
  await window.desktop.start();
  const { text } = await window.send('servers.export', { names: ['weather'] });
  expect(JSON.parse(text).mcpServers).toEqual({ weather: expect.objectContaining({ env: { API_TOKEN: '${API_TOKEN}', REGION: 'eu' } }) });
  expect(await window.send('servers.exportSave', {})).toEqual({});
  window.folder = fs.mkdtempSync(path.join(home, 'out-'));
  const { file = '' } = await window.send('servers.exportSave', {});
  const { file: second } = await window.send('servers.exportSave', {});
  expect([path.basename(file), path.basename(second ?? '')]).toEqual(['mcp-servers.json', 'mcp-servers-2.json']);
  expect(fs.readFileSync(file, 'utf8')).not.toContain(TOKEN);
  expect(Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')).mcpServers)).toEqual(['weather', 'other']);
});

test('the preview of an import says what is missing, what is secret and what is off; secrets go where the person chose', async () => {
  const home = makeHome({ taken: weather });
  const window = open(home);
  await window.desktop.start();
  await window.until((state) => state.servers.taken?.state.kind === 'connected');
  const text = JSON.stringify({
    mcpServers: {
      taken: { command: 'npx' },
      fresh: { ...weather, env: { API_TOKEN: TOKEN, REGION: '${SURELY_NOT_SET}', ASKED: '${input:who}' }, disabled: true },
    },
  });
  const { candidates } = await window.send('servers.importPreview', { text });
  expect(candidates).toEqual([
    expect.objectContaining({ name: 'taken', conflict: true }),
    expect.objectContaining({
      name: 'fresh',
      conflict: false,
      disabled: true,
      missing: ['SURELY_NOT_SET', 'input:who'],
      secretFields: ['API_TOKEN'],
    }),
  ]);
  expect(Object.keys(window.state?.servers ?? {})).toEqual(['taken']);
  const { file = '' } = candidates[1] ?? {};
  await window.send('servers.importApply', { text, remember: 'session', choices: [{ file, name: 'fresh', action: 'replace' }] });
  const fresh = await window.until((state) => state.servers.fresh);
  expect(fresh.secrets).toEqual([{ field: 'API_TOKEN', kept: 'session' }]);
  expect(said(window)).not.toContain(TOKEN);
});

test('files of servers and notices can be opened and shown, nothing else', async () => {
  const home = makeHome({ half: { command: '' } });
  const window = open(home);
  await window.desktop.start();
  const notice = await window.until((state) => Object.values(state.notices).find(({ code }) => code === 'config.entry'));
  const file = path.join(home, 'mcp.json');
  expect(notice).toMatchObject({ file, entry: 'half', line: 1, column: expect.any(Number), fix: expect.any(String) });
  expect(notice.params?.excerpt).toMatch(/\n *\^$/);
  await window.send('host.openFile', { path: file });
  await window.send('host.showFile', { path: file });
  expect([window.opened, window.shown]).toEqual([[file], [file]]);
  for (const other of ['/etc/passwd', path.join(home, 'secrets.json'), process.execPath]) {
    expect(await window.try('host.openFile', { path: other })).toMatchObject({ ok: false, error: { code: 'host.forbidden' } });
  }
  expect(window.state?.servers.half?.state).toMatchObject({ kind: 'failed', error: { params: { reason: expect.stringContaining('command') } } });
});
