// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Node, parseJsonc, plainValue } from '../../../../main/core/settings/files/jsonc.ts';
import { PASTED } from '../../../../preload/contract/servers.ts';
import { configNamed, createTestHome, type TestHome } from '../testService.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.dispose());

const servers = (entries: Record<string, unknown>): object => ({ mcpServers: entries });
const own = () => plainValue(parseJsonc(home.read(home.paths.userServersFile)).root as Node) as { mcpServers: Record<string, unknown> };
const readRows = (file: string, table: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};

describe('what is found on this machine', () => {
  /** Paths by platform, below the user's home. */
  const PLACES = {
    linux: {
      'Claude Desktop': '.config/Claude/claude_desktop_config.json',
      'Claude Code': '.claude.json',
      Cursor: '.cursor/mcp.json',
      'VS Code': '.config/Code/User/mcp.json',
      Windsurf: '.codeium/windsurf/mcp_config.json',
      Zed: '.config/zed/settings.json',
    },
    darwin: {
      'Claude Desktop': 'Library/Application Support/Claude/claude_desktop_config.json',
      'Claude Code': '.claude.json',
      Cursor: '.cursor/mcp.json',
      'VS Code': 'Library/Application Support/Code/User/mcp.json',
      Windsurf: '.codeium/windsurf/mcp_config.json',
      Zed: '.config/zed/settings.json',
    },
    win32: {
      'Claude Desktop': 'AppData/Roaming/Claude/claude_desktop_config.json',
      'Claude Code': '.claude.json',
      Cursor: '.cursor/mcp.json',
      'VS Code': 'AppData/Roaming/Code/User/mcp.json',
      Windsurf: '.codeium/windsurf/mcp_config.json',
      Zed: 'AppData/Roaming/Zed/settings.json',
    },
  };
  const CONTENT: Record<string, object> = {
    'Claude Desktop': servers({ desktop: { command: 'npx', args: ['-y', 'x'] } }),
    'Claude Code': {
      numStartups: 5,
      ...servers({ code: { type: 'http', url: 'https://c.test/mcp' } }),
      projects: { '/p/one': servers({ code: { command: 'p1' } }), '/p/two': { mcpServers: {} }, '/p/three': {} },
    },
    Cursor: servers({ cursor: { url: 'https://cur.test/sse', headers: { Authorization: 'Bearer ${env:T}' } } }),
    'VS Code': {
      inputs: [
        { id: 'r', type: 'promptString', default: 'eu' },
        { id: 't', type: 'promptString', password: true, default: 'x' },
      ],
      servers: { vscode: { type: 'http', url: 'https://${input:r}.test', headers: { T: '${input:t}' } } },
    },
    Windsurf: servers({ windsurf: { serverUrl: 'https://w.test/mcp' } }),
    Zed: { theme: 'One', context_servers: { zed: { source: 'custom', command: { path: 'z', args: ['1'], env: { A: 'b' } } } } },
  };

  test.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('on %s', async (platform) => {
    for (const [app, place] of Object.entries(PLACES[platform])) home.write(path.join(home.homeDir, place), CONTENT[app]);
    const service = home.service({ platform });
    await service.load();
    const { candidates, errors } = await service.importPreview();
    expect(errors).toEqual([]);
    expect(candidates.map(({ source, name, transport, target, conflict }) => [source, name, transport, target, conflict])).toEqual([
      ['Claude Desktop', 'desktop', 'stdio', 'npx -y x', false],
      ['Claude Code', 'code', 'http', 'https://c.test/mcp', false],
      ['Claude Code', 'code', 'stdio', 'p1', false],
      ['Cursor', 'cursor', 'http', 'https://cur.test/sse', false],
      ['VS Code', 'vscode', 'http', 'https://${input:r:-eu}.test', false],
      ['Windsurf', 'windsurf', 'http', 'https://w.test/mcp', false],
      ['Zed', 'zed', 'stdio', 'z 1', false],
    ]);
    expect(new Set(candidates.map(({ file, name }) => `${file} ${name}`)).size).toBe(candidates.length);
    expect(fs.existsSync(home.paths.userServersFile)).toBe(false);
    await service.importApply(candidates.map(({ file, name }) => ({ file, name, action: 'rename' })));
    expect(Object.keys(own().mcpServers)).toEqual(['desktop', 'code', 'code-2', 'cursor', 'vscode', 'windsurf', 'zed']);
  });

  test('editors without servers and files that are empty are no findings; broken ones are named', async () => {
    home.write(path.join(home.homeDir, '.config/Code/User/settings.json'), '{ "editor.fontSize": 13, /* x */ }');
    home.write(path.join(home.homeDir, '.config/zed/settings.json'), '');
    const broken = home.write(path.join(home.homeDir, '.cursor/mcp.json'), '{"mcpServers": {"a": ');
    home.write(path.join(home.homeDir, '.codeium/mcp_config.json'), servers({ bad: { command: 5 }, good: { command: 'x' } }));
    const { candidates, errors } = await home.service().importPreview();
    expect(candidates.map(({ name }) => name)).toEqual(['good']);
    expect(errors).toMatchObject([
      { code: 'config.syntax', message: expect.stringContaining(broken) },
      { code: 'config.entry', message: expect.stringContaining('"bad"') },
    ]);
  });

  test('Goose, with its timeouts in seconds, its switched-off and built-in extensions and the names of its secrets', async () => {
    home.write(
      path.join(home.homeDir, '.config/goose/config.yaml'),
      `GOOSE_PROVIDER: openai
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    type: builtin
  github:
    args:
    - -y
    - '@modelcontextprotocol/server-github'
    cmd: npx
    description: "Git: \\"hub\\""
    enabled: true
    env_keys:
    - GITHUB_TOKEN
    envs: {}
    name: GitHub
    timeout: 300
    type: stdio
  remote:
    enabled: false
    name: remote
    type: streamable_http
    uri: https://r.test/mcp   # there
    headers:
      X-Api-Key: abc
    env_keys: []
    args: [ "a", b ]
    note: |
      several: lines
      of text
    timeout: null
`,
    );
    const service = home.service({ env: { GITHUB_TOKEN: 't' } });
    const { candidates, errors } = await service.importPreview();
    expect(errors).toEqual([]);
    expect(candidates.map(({ name, transport, target, envNames, headerNames }) => [name, transport, target, envNames, headerNames])).toEqual([
      ['GitHub', 'stdio', 'npx -y @modelcontextprotocol/server-github', ['GITHUB_TOKEN'], []],
      ['remote', 'http', 'https://r.test/mcp', [], ['X-Api-Key']],
    ]);
    await service.importApply(candidates.map(({ file, name }) => ({ file, name, action: 'keep' })));
    expect(configNamed(service.current(), 'GitHub')).toMatchObject({ env: { GITHUB_TOKEN: 't' }, timeoutMs: 300_000, disabled: false });
    expect(configNamed(service.current(), 'remote')).toMatchObject({ transport: 'http', disabled: true });
  });

  test('a Goose file beyond the reader is refused with its line, never guessed', async () => {
    home.write(path.join(home.homeDir, '.config/goose/config.yaml'), 'extensions:\n  a: &anchor\n    cmd: x\n');
    expect(await home.service().importPreview()).toMatchObject({
      candidates: [],
      errors: [{ code: 'config.syntax', message: expect.stringMatching(/line 2/) }],
    });
  });

  test('Cherry Studio’s database, read only; without a reader it is named', async () => {
    const file = path.join(home.homeDir, '.config/CherryStudio/Data/cherrystudio.sqlite');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const database = new DatabaseSync(file);
    database.exec(`CREATE TABLE mcp_server (name TEXT, type TEXT, base_url TEXT, command TEXT, args TEXT, env TEXT, headers TEXT, timeout INTEGER, is_active INTEGER, install_source TEXT);
      INSERT INTO mcp_server VALUES ('fetch', 'stdio', '', 'uvx', '["mcp-server-fetch"]', '{"A":"1"}', NULL, 60, 1, 'manual');
      INSERT INTO mcp_server VALUES ('web', 'streamableHttp', 'https://c.test/mcp', NULL, NULL, NULL, '{"X":"y"}', NULL, 0, 'manual');
      INSERT INTO mcp_server VALUES ('@cherry/memory', 'inProcess', NULL, NULL, NULL, NULL, NULL, NULL, 1, 'builtin');`);
    database.close();
    const before = fs.readFileSync(file);
    const service = home.service({ readRows });
    const { candidates } = await service.importPreview();
    expect(candidates.map(({ name, target }) => [name, target])).toEqual([
      ['fetch', 'uvx mcp-server-fetch'],
      ['web', 'https://c.test/mcp'],
    ]);
    await service.importApply(candidates.map((candidate) => ({ ...candidate, action: 'keep' })));
    expect(configNamed(service.current(), 'fetch')).toMatchObject({ args: ['mcp-server-fetch'], env: { A: '1' }, timeoutMs: 60_000 });
    expect(configNamed(service.current(), 'web')).toMatchObject({ transport: 'http', disabled: true, headers: { X: 'y' } });
    expect(fs.readFileSync(file)).toEqual(before);
    expect(await home.service().importPreview()).toMatchObject({
      candidates: [],
      errors: [{ message: expect.stringContaining(file), fix: expect.stringMatching(/paste/) }],
    });
    fs.writeFileSync(file, 'no database');
    expect(await home.service({ readRows }).importPreview()).toMatchObject({ candidates: [], errors: [{ code: 'config.syntax' }] });
  });
});

describe('pasted text', () => {
  test.each([
    ['mcpServers', '{"mcpServers": {"a": {"command": "x"}}}', 'a'],
    ['a bare map', '{"a": {"command": "x"}}', 'a'],
    ['a single entry with a name', '{"name": "a", "command": "x"}', 'a'],
    ['a single entry by its package', '{"command": "npx", "args": ["-y", "@scope/mcp-server-files@1.2.3"]}', 'files'],
    ['a single entry by its address', '// docs\n{"type": "http", "url": "https://mcp.example.test/mcp",}', 'example'],
    ['a list', '[{"name": "a", "command": "x"}]', 'a'],
    ['VS Code', '{"servers": {"a": {"type": "stdio", "command": "x"}}}', 'a'],
    ['settings.json', '{"mcp": {"servers": {"a": {"command": "x"}}}}', 'a'],
    ['opencode', '{"mcp": {"a": {"type": "local", "command": ["x"], "environment": {}}}}', 'a'],
    ['Goose’s YAML', 'extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n    enabled: true\n', 'a'],
    ['with a byte order mark', '\uFEFF{"mcpServers": {"a": {"command": "x"}}}', 'a'],
  ])('%s', async (_, text, name) => {
    const service = home.service();
    const { candidates, errors } = await service.importPreview(text);
    expect([candidates.map((candidate) => candidate.name), errors]).toEqual([[name], []]);
    expect(await service.importApply([{ file: PASTED, name, action: 'keep' }], text)).toEqual({ added: [name] });
    expect(service.current().configs.map((config) => config.name)).toEqual([name]);
  });

  test('of Claude Code brings the servers of single projects too', async () => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'x' } }, projects: { '/work': { mcpServers: { b: { command: 'y' } } } } });
    const { candidates } = await home.service().importPreview(text);
    expect(candidates.map(({ name, file }) => [name, file])).toEqual([
      ['a', PASTED],
      ['b', `${PASTED} (project /work)`],
    ]);
  });

  test.each(['', '{', 'hello', '[]', '{"a": 1}', '{"name": "pkg", "version": "1.0.0", "dependencies": {}}', 'null'])(
    '%j is refused with a reason',
    async (text) => {
      const { candidates, errors } = await home.service().importPreview(text);
      expect(candidates).toEqual([]);
      expect(errors).toHaveLength(1);
      expect(errors[0]?.fix).toMatch(/\w/);
    },
  );

  test('keep, replace and rename', async () => {
    home.write(home.paths.userServersFile, '{\n  // mine\n  "mcpServers": { "a": { "command": "old", "note": 1 } }\n}\n');
    const service = home.service();
    const text = JSON.stringify(servers({ a: { command: 'new' }, b: { command: 'b' } }));
    expect((await service.importPreview(text)).candidates.map(({ name, conflict }) => [name, conflict])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    const apply = (action: 'keep' | 'replace' | 'rename', newName?: string) =>
      service.importApply([{ file: PASTED, name: 'a', action, newName }], text);
    expect(await apply('keep')).toEqual({ added: [] });
    expect(await apply('rename', 'c')).toEqual({ added: ['c'] });
    expect(await apply('rename', 'c')).toEqual({ added: ['c-2'] });
    expect(await apply('rename')).toEqual({ added: ['a-2'] });
    expect(own().mcpServers.a).toEqual({ command: 'old', note: 1 });
    expect(await apply('replace')).toEqual({ added: ['a'] });
    expect(own().mcpServers.a).toEqual({ command: 'new' });
    expect(home.read(home.paths.userServersFile)).toContain('// mine');
    await expect(service.importApply([{ file: PASTED, name: 'zzz', action: 'keep' }], text)).rejects.toMatchObject({
      info: { code: 'host.not_found' },
    });
  });

  test('secrets go to the secret store, unknown keys and flags come along, nothing is allowed by it', async () => {
    const service = home.service();
    const text = JSON.stringify(
      servers({ a: { command: 'x', env: { API_KEY: 'hunter2hunter2', PORT: 80 }, alwaysAllow: ['read'], enabled: false, note: { z: 1 } } }),
    );
    const { candidates } = await service.importPreview(text);
    expect(JSON.stringify(candidates)).not.toContain('hunter2');
    await service.importApply([{ file: PASTED, name: 'a', action: 'keep' }], text);
    expect(home.read(home.paths.userServersFile)).not.toContain('hunter2');
    expect(own().mcpServers.a).toMatchObject({ alwaysAllow: ['read'], enabled: false, note: { z: 1 } });
    expect(configNamed(service.current(), 'a')).toMatchObject({
      env: { API_KEY: 'hunter2hunter2', PORT: '80' },
      disabled: true,
      suggestedAllow: ['read'],
    });
    await service.importApply([{ file: PASTED, name: 'a', action: 'keep' }], text);
    expect(Object.keys(JSON.parse(home.read(home.paths.secretsFile)).secrets)).toHaveLength(1);
  });

  test('secrets in arguments and addresses are masked in the preview', async () => {
    const text = JSON.stringify(
      servers({ a: { command: 'x', args: ['--token', 'hunter2'] }, b: { url: 'https://u:hunter2@b.test/mcp?key=hunter2' } }),
    );
    const { candidates } = await home.service().importPreview(text);
    expect(candidates.map(({ target }) => target)).toEqual(['x --token ***', 'https://b.test/mcp']);
  });
});

describe('the command line', () => {
  test('shows without writing; writes what is free and says what was kept out', async () => {
    const file = home.write(path.join(home.root, 'other.json'), servers({ a: { command: 'new' }, b: { url: 'https://b.test' }, bad: {} }));
    home.write(home.paths.userServersFile, servers({ a: { command: 'old' } }));
    const service = home.service();
    await service.load();
    const shown = await service.importFile(file);
    expect(shown.servers.map(({ name, transport, conflict, added }) => [name, transport, conflict, added])).toEqual([
      ['a', 'stdio', true, false],
      ['b', 'http', false, false],
    ]);
    expect(shown.notices).toMatchObject([{ code: 'config.entry', entry: 'bad', file }]);
    expect(Object.keys(own().mcpServers)).toEqual(['a']);
    const written = await service.importFile(file, { write: true });
    expect(written.added).toEqual(['b']);
    expect(written.notices.map(({ code, entry }) => [code, entry])).toEqual([
      ['config.entry', 'bad'],
      ['config.conflict', 'a'],
    ]);
    expect(own().mcpServers.a).toEqual({ command: 'old' });
    // Adopting the same again is no conflict.
    expect(
      (await service.importFile(home.write(path.join(home.root, 'same.json'), servers({ a: { command: 'old' } })), { write: true })).notices,
    ).toEqual([]);
  });

  test('a file that is not there, and apps told by the name of their file', async () => {
    const service = home.service();
    await expect(service.importFile(path.join(home.root, 'none.json'))).rejects.toMatchObject({ info: { code: 'host.bad_input' } });
    const yaml = home.write(path.join(home.root, 'config.yaml'), 'extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n');
    expect((await service.importFile(yaml)).servers).toMatchObject([{ name: 'a', source: 'Goose' }]);
    const code = home.write(path.join(home.root, '.claude.json'), { projects: { '/p': servers({ p: { command: 'x' } }) } });
    expect((await service.importFile(code)).servers).toMatchObject([{ name: 'p', file: `${code} (project /p)` }]);
  });

  // Every process loads the whole core, which takes its time on a busy machine.
  test('many processes that write at once lose nothing', { timeout: 90_000 }, async () => {
    const names = Array.from({ length: 4 }, (_, i) => `s${i}`);
    const children = names.map((name) => {
      const file = home.write(
        path.join(home.root, `${name}.json`),
        servers({ [name]: { command: name, env: { MY_TOKEN: `geheim-${name}-geheim` } } }),
      );
      return fork(path.join(import.meta.dirname, 'importInProcess.ts'), [home.paths.home, home.homeDir, file], { stdio: 'inherit', execArgv: [] });
    });
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]));
    expect(codes).toEqual(names.map(() => 0));
    const state = await home.service().load();
    expect(state.configs.map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) expect(configNamed(state, name)).toMatchObject({ env: { MY_TOKEN: `geheim-${name}-geheim` } });
  });
});

test('export: the common form, every secret a variable, and what comes out goes in again', async () => {
  home.write(
    home.paths.userServersFile,
    servers({
      a: {
        command: 'npx',
        args: ['-y', 'x', '--token', 'hunter2hunter2', '--api-key=hunter2', 'https://u:hunter2@h.test/?key=hunter2'],
        env: { API_KEY: 'hunter2', PORT: '80', REF: '${HOME}' },
      },
      b: { serverUrl: 'https://u:hunter2@b.test/mcp?api_key=hunter2&x=1', headers: { Authorization: 'Bearer hunter2', 'X-Trace': 'on' } },
      c: { type: 'sse', url: 'https://c.test', disabled: true, headers: { Authorization: 'Bearer ${secret:c.Authorization}' } },
      bad: {},
    }),
  );
  await home.secrets.set('mcp.c.Authorization', 'hunter2', 'session');
  const service = home.service({ env: { HOME: '/h' } });
  await service.load();
  const text = service.exportServers();
  expect(text).not.toContain('hunter2');
  expect(JSON.parse(text)).toEqual({
    mcpServers: {
      a: {
        command: 'npx',
        args: ['-y', 'x', '--token', '${A_TOKEN}', '--api-key=${A_API_KEY}', 'https://h.test/?key=${A_KEY}'],
        env: { API_KEY: '${API_KEY}', PORT: '80', REF: '${HOME}' },
      },
      b: { url: 'https://b.test/mcp?api_key=${B_API_KEY}&x=1', headers: { Authorization: 'Bearer ${B_AUTHORIZATION}', 'X-Trace': 'on' } },
      c: { type: 'sse', url: 'https://c.test', headers: { Authorization: 'Bearer ${C_AUTHORIZATION}' }, disabled: true },
    },
  });
  expect(Object.keys(JSON.parse(service.exportServers(['b'])).mcpServers)).toEqual(['b']);
  expect((await service.importPreview(text)).errors).toEqual([]);
});
