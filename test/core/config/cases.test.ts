// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { caseFile, caseJson, configNamed, createTestHome, type TestHome, transports } from './testService.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.dispose());

const loadCase = (id: string, name = 'mcp.json', env: Record<string, string> = {}) =>
  home.service({ explicitFiles: [caseFile(id, name)], env: { PATH: '/usr/bin:/bin', ...env } }).load();

describe.each(['c01-comments-trailing-commas', 'c03-one-bad-entry', 'c04-transport-spellings', 'c05-foreign-url-keys'])('%s', (id) => {
  const { servers, rejected = [] } = caseJson(id).expect.machine as { servers: Record<string, string>; rejected?: string[] };

  test('the good entries are there with their transports, the others are named with a reason and a way out', async () => {
    const before = fs.readFileSync(caseFile(id, 'mcp.json'));
    const state = await loadCase(id);
    // `http` in the cases does not say whether a fallback is due: `remote` is http with one.
    const seen = transports(state);
    for (const [name, transport] of Object.entries(servers)) expect([transport, 'auto'], name).toContain(seen[name]);
    for (const [name, transport] of Object.entries(servers)) if (transport !== 'http') expect(seen[name], name).toBe(transport);
    expect(state.configs.map(({ name }) => name).sort()).toEqual(Object.keys(servers).sort());
    expect(state.broken.map(({ name }) => name).sort()).toEqual([...rejected].sort());
    for (const { name, error } of state.broken) {
      expect(error).toMatchObject({ code: 'config.entry', fix: expect.stringMatching(/\w/) });
      const notice = state.notices.find(({ entry, code }) => entry === name && code === 'config.entry');
      expect(notice).toMatchObject({ file: caseFile(id, 'mcp.json'), line: expect.any(Number), column: expect.any(Number) });
    }
    expect(state.notices.filter(({ code }) => code === 'config.syntax')).toEqual([]);
    expect(fs.readFileSync(caseFile(id, 'mcp.json'))).toEqual(before);
  });
});

test('c03: the fields at fault are named', async () => {
  const { notices } = await loadCase('c03-one-bad-entry');
  expect(Object.fromEntries(notices.map(({ entry, field }) => [entry, field]))).toEqual({
    noTransport: 'command',
    badType: 'command',
    nothing: undefined,
    list: undefined,
    blankUrl: 'url',
    fileUrl: 'url',
  });
});

test('c04: an unknown word is answered with the words that are known', async () => {
  const { broken } = await loadCase('c04-transport-spellings');
  expect(broken[0]?.error.fix).toMatch(/stdio.*http.*sse.*ws/);
});

describe('c06', () => {
  test('inputs: a default counts, an unanswered question stops that server and names it; the answer brings it back', async () => {
    const service = home.service({ explicitFiles: [caseFile('c06-vscode-servers-inputs', 'mcp.json')] });
    const state = await service.load();
    expect(state.configs).toEqual([]);
    expect(state.broken).toMatchObject([
      { name: 'gh', transport: 'http', error: { code: 'config.variable', params: { variable: 'input:token', field: 'headers.Authorization' } } },
    ]);
    expect(state.missingInputs).toMatchObject([{ id: 'token', description: 'API token', password: true }]);
    await service.setInput(caseFile('c06-vscode-servers-inputs', 'mcp.json'), 'token', 'geheim-geheim', 'session');
    const answered = service.current();
    expect(answered.missingInputs).toEqual([]);
    expect(configNamed(answered, 'gh')).toMatchObject({
      transport: 'http',
      url: 'https://eu.example.test/mcp',
      headers: { Authorization: 'Bearer geheim-geheim' },
      fallbackToSse: false,
    });
    expect(home.redact('got geheim-geheim back')).toBe('got *** back');
  });

  test('settings.json: the servers under mcp', async () => {
    const state = await loadCase('c06-vscode-servers-inputs', 'settings.json');
    expect(configNamed(state, 'a')).toMatchObject({ transport: 'stdio', command: 'node', args: ['a.js'] });
    expect(state.notices).toEqual([]);
  });
});

test('c08: variables', async () => {
  const env = JSON.parse(fs.readFileSync(caseFile('c08-variable-expansion', 'env.json'), 'utf8'));
  const service = home.service({ explicitFiles: [caseFile('c08-variable-expansion', 'mcp.json')], env, projectFolder: home.project });
  const state = await service.load();
  const { s, remote } = caseJson('c08-variable-expansion').expect.machine;
  expect(configNamed(state, 's')).toMatchObject({ ...s, args: s.args.map((arg: string) => arg.replace('<workspace>', home.project)) });
  expect(configNamed(state, 'remote')).toMatchObject(remote);
  expect(state.broken).toMatchObject([
    {
      name: 'broken',
      transport: 'stdio',
      error: { code: 'config.variable', message: expect.stringMatching(/NOPE.*env\.KEY/), params: { variable: 'NOPE', field: 'env.KEY' } },
    },
  ]);
  expect(state.notices).toMatchObject([{ code: 'config.variable', entry: 'broken', field: 'env.KEY', line: 22 }]);
});

test('c11: arguments and commands with blanks and shell characters stay as they are', async () => {
  const { windows, posix } = caseJson('c11-spaces-and-shell-characters').input;
  const file = home.write(path.join(home.root, 'x.json'), { mcpServers: { windows, posix: { command: 'node', args: posix.args } } });
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const state = await home.service({ explicitFiles: [file], platform }).load();
    expect(configNamed(state, 'windows')).toMatchObject(windows);
    expect(configNamed(state, 'posix')).toMatchObject({ command: 'node', args: posix.args });
    expect(state.notices).toEqual([]);
  }
});

test('c12: numbers and booleans become text with a remark, null is left out, lists and objects refuse the entry', async () => {
  const { config } = caseJson('c12-env-not-strings').input;
  const { LIST, OBJ, ...fine } = config.env;
  const file = home.write(path.join(home.root, 'x.json'), {
    mcpServers: { fine: { ...config, env: fine }, list: { ...config, env: { LIST } }, obj: { ...config, env: { OBJ } } },
  });
  const state = await home.service({ explicitFiles: [file] }).load();
  expect(configNamed(state, 'fine')).toMatchObject({ env: { PORT: '8080', DEBUG: 'true' } });
  expect(configNamed(state, 'fine')).not.toHaveProperty('env.EMPTY');
  expect(state.notices.map(({ entry, field, code }) => [entry, field, code])).toEqual([
    ['fine', 'env.PORT', 'config.field'],
    ['fine', 'env.DEBUG', 'config.field'],
    ['list', 'env.LIST', 'config.entry'],
    ['obj', 'env.OBJ', 'config.entry'],
  ]);
  expect(state.broken.map(({ name }) => name)).toEqual(['list', 'obj']);
});

test('c14: a stranger’s JSON is refused before anything is stored', async () => {
  const service = home.service();
  await service.load();
  const result = await service.importFile(caseFile('c14-foreign-json-bricks-page', 'import.json'), { write: true });
  expect(result.servers).toEqual([]);
  expect(result.notices).toMatchObject([
    { code: 'config.entry', message: expect.stringMatching(/no MCP servers/), fix: expect.stringMatching(/mcpServers/) },
  ]);
  expect(fs.existsSync(home.paths.userServersFile)).toBe(false);
  const pasted = await service.importPreview(fs.readFileSync(caseFile('c14-foreign-json-bricks-page', 'import.json'), 'utf8'));
  expect(pasted).toMatchObject({ candidates: [], errors: [{ code: 'config.entry' }] });
});

test('c17: any flag that says off means off, a contradiction is named, unknown keys survive', async () => {
  const state = await loadCase('c17-disabled-flags-unknown-keys');
  expect(state.configs.filter(({ disabled }) => !disabled).map(({ name }) => name)).toEqual(['on']);
  expect(state.configs).toHaveLength(6);
  expect(configNamed(state, 'on').suggestedAllow).toEqual(['read']);
  expect(state.notices.filter(({ severity }) => severity === 'warning')).toMatchObject([{ entry: 'd5', field: 'enabled' }]);
});
