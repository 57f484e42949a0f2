// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configNamed, createTestHome, type TestHome } from './testService.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.dispose());

async function resolve(entry: object, env: Record<string, string> = {}) {
  home.write(home.paths.localServersFile(home.project), { mcpServers: { s: entry } });
  return home.service({ projectFolder: home.project, env }).load();
}
const config = async (entry: object, env?: Record<string, string>) => configNamed(await resolve(entry, env), 's');
const problem = async (entry: object, env?: Record<string, string>) => (await resolve(entry, env)).broken[0]?.error;

describe('folders', () => {
  test.each([
    [{}, '.'],
    [{ cwd: 'sub' }, 'sub'],
    [{ cwd: './a/../b' }, 'b'],
    [{ cwd: '${workspaceFolder}/c' }, 'c'],
    [{ cwd: ' ' }, '.'],
  ])('%j', async (more, folder) => expect(await config({ command: 'x', ...more })).toMatchObject({ cwd: path.resolve(home.project, folder) }));

  test('~ is the home folder in command and cwd, and text in arguments', async () => {
    expect(await config({ command: '~/bin/x', args: ['~/y'], cwd: '~' })).toMatchObject({
      command: path.join(home.homeDir, 'bin/x'),
      args: ['~/y'],
      cwd: home.homeDir,
    });
  });

  test('entries of the user file count from their own folder and have no working directory of their own', async () => {
    home.write(home.paths.userServersFile, {
      mcpServers: { a: { command: 'x' }, b: { command: 'x', cwd: 'sub' }, c: { command: '${workspaceFolder}' } },
    });
    const state = await home.service().load();
    expect(configNamed(state, 'a')).not.toHaveProperty('cwd');
    expect(configNamed(state, 'b')).toMatchObject({ cwd: path.join(home.paths.home, 'sub') });
    expect(state.broken).toMatchObject([{ name: 'c', error: { code: 'config.variable', fix: expect.stringMatching(/project folder/) } }]);
  });
});

describe('env files', () => {
  test('their lines are below the entry’s own variables', async () => {
    home.write(
      path.join(home.project, '.env'),
      '# x\nexport A=1\r\nB = "two words\\n" # no\nC=\'$raw\'\nD=plain # remark\nE=\nOVER=file\nnot a line\n',
    );
    expect(await config({ command: 'x', envFile: '${workspaceFolder}/.env', env: { OVER: 'entry' } })).toMatchObject({
      env: { A: '1', B: 'two words\n', C: '$raw', D: 'plain', E: '', OVER: 'entry' },
    });
  });
  test('one that is not there refuses the entry', async () => {
    expect(await problem({ command: 'x', envFile: '.env' })).toMatchObject({ code: 'config.entry', params: { field: 'envFile' } });
    expect(await config({ command: 'x', envFile: '.env', disabled: true })).toMatchObject({ disabled: true });
  });
});

describe('addresses', () => {
  test('a name and a password become Basic credentials, unless there is a header', async () => {
    expect(await config({ url: 'https://me:p%40ss@a.test/mcp' })).toMatchObject({
      url: 'https://a.test/mcp',
      headers: { Authorization: `Basic ${btoa('me:p@ss')}` },
    });
    expect(await config({ url: 'https://me:x@a.test/mcp', headers: { authorization: 'Bearer y' } })).toMatchObject({
      url: 'https://a.test/mcp',
      headers: { authorization: 'Bearer y' },
    });
  });
  test('WebSocket takes either scheme, HTTP does not', async () => {
    expect(await config({ type: 'ws', url: 'https://a.test/x' })).toMatchObject({ transport: 'ws', url: 'wss://a.test/x' });
    expect(await problem({ type: 'http', url: 'ws://a.test/x' })).toMatchObject({ params: { field: 'url' } });
  });
  test.each([
    [{ url: '${U}' }, { U: 'file:///etc/passwd' }],
    [{ url: '${U}' }, { U: '' }],
    [{ url: 'https://${U}' }, { U: '' }],
    [{ url: 'https://a b/' }, {}],
    [{ url: 'https://a.test:99999/' }, {}],
  ])('%j with %j is refused after its variables are replaced, without showing them', async (entry, env) => {
    const error = await problem(entry, env);
    expect(error).toMatchObject({ code: 'config.entry', params: { field: 'url' } });
    expect(error?.message).not.toContain('passwd');
  });
});

describe('headers', () => {
  test.each([[{ 'X-A': 'a\r\nX-Evil: 1' }], [{ 'X-A': '${V}' }], [{ 'X A': '1' }], [{ 'X-Ü': '1' }]])(
    '%j is refused and the value is not shown',
    async (headers) => {
      const error = await problem({ url: 'https://a.test', headers }, { V: 'geheim\n' });
      expect(error).toMatchObject({ code: 'config.entry', params: { field: expect.stringMatching(/^headers\./) } });
      expect(error?.message).not.toMatch(/Evil|geheim/);
    },
  );
});

test('a command that is empty after its variables are replaced is refused', async () => {
  expect(await problem({ command: '${C}' }, { C: '' })).toMatchObject({ code: 'config.entry', params: { field: 'command' } });
});

test('a disabled entry may have variables without a value; it stays as written', async () => {
  expect(await config({ url: 'https://${NOPE}/mcp', headers: { A: '${NOPE2}' }, disabled: true })).toMatchObject({
    disabled: true,
    url: 'https://${NOPE}/mcp',
    headers: { A: '${NOPE2}' },
  });
});

test('OAuth facts are expanded and the client secret is masked from then on', async () => {
  expect(
    await config({ url: 'https://a.test', oauth: { clientId: '${ID}', clientSecret: '${SEC}' } }, { ID: 'me', SEC: 'geheim-geheim' }),
  ).toMatchObject({ oauth: { clientId: 'me', clientSecret: 'geheim-geheim' } });
  expect(home.redact('geheim-geheim')).toBe('***');
});

test('a hostile file is read in reasonable time and its findings are bounded', async () => {
  const entries = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`s${i}`, i % 2 ? { command: i } : { command: 'x', args: [1, 2] }]));
  home.write(home.paths.userServersFile, JSON.stringify({ mcpServers: entries }, null, 1));
  const state = await home.service().load();
  expect(state.configs.length + state.broken.length).toBe(1000);
  expect(state.notices.length).toBeLessThan(300);
  expect(state.notices.some(({ message }) => message.includes('20000 servers'))).toBe(true);
});
