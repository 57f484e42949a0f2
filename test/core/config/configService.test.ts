// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configNamed, createTestHome, type TestHome } from './testService.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.dispose());

const servers = (entries: Record<string, unknown>): object => ({ mcpServers: entries });

describe('levels', () => {
  test('a stronger entry replaces a weaker one whole, and what is hidden is known', async () => {
    const { paths, project, write } = home;
    write(
      paths.userServersFile,
      servers({ a: { url: 'https://user.test/mcp', headers: { Authorization: 'Bearer user-secret' } }, u: { command: 'u' } }),
    );
    write(path.join(project, '.mcp.json'), servers({ a: { url: 'https://one.test/mcp' }, p: { command: 'p' } }));
    write(path.join(project, 'mcp.json'), servers({ a: { url: 'https://two.test/mcp' } }));
    write(paths.localServersFile(project), servers({ a: { url: 'https://local.test/mcp' } }));
    const state = await home.service({ projectFolder: project, trustProject: true }).load();
    const a = configNamed(state, 'a');
    expect(a).toMatchObject({
      url: 'https://local.test/mcp',
      headers: {},
      origin: { level: 'local', file: paths.localServersFile(project), line: 3 },
    });
    expect(a.hides.map(({ level, file }) => [level, path.basename(file)])).toEqual([
      ['user', 'mcp.json'],
      ['project', '.mcp.json'],
      ['project', 'mcp.json'],
    ]);
    expect(state.configs.map(({ name }) => name).sort()).toEqual(['a', 'p', 'u']);
    expect(configNamed(state, 'p')).toMatchObject({ cwd: project });
    expect(configNamed(state, 'u')).not.toHaveProperty('cwd');
  });

  test('a bad stronger entry does not fall back to another server of that name', async () => {
    home.write(home.paths.userServersFile, servers({ a: { command: 'x' } }));
    home.write(home.paths.localServersFile(home.project), servers({ a: { comand: 'y' } }));
    const state = await home.service({ projectFolder: home.project }).load();
    expect(state.configs).toEqual([]);
    expect(state.broken).toMatchObject([
      { name: 'a', level: 'local', hides: [{ level: 'user' }], error: { fix: expect.stringMatching(/command.*comand/) } },
    ]);
  });

  test('files named on the command line are all there is, the later the stronger, and missing ones are named', async () => {
    home.write(home.paths.userServersFile, servers({ u: { command: 'u' } }));
    const one = home.write(path.join(home.root, '1.json'), servers({ a: { command: '1' }, b: { command: '1' } }));
    const two = home.write(path.join(home.root, '2.json'), servers({ a: { command: '2' } }));
    const none = path.join(home.root, 'none.json');
    const state = await home.service({ explicitFiles: [one, two, none], projectFolder: home.project }).load();
    expect(state.configs.map(({ name, origin }) => [name, origin.level])).toEqual([
      ['a', 'file'],
      ['b', 'file'],
    ]);
    expect(configNamed(state, 'a')).toMatchObject({ command: '2' });
    expect(state.notices).toMatchObject([{ code: 'config.syntax', file: none }]);
  });

  test('MCP as a whole can be switched off and on again', async () => {
    home.write(home.paths.userServersFile, servers({ a: { command: 'x' } }));
    const service = home.service();
    await service.load();
    await home.settings.update({ mcp: { enabled: false } });
    await vi.waitFor(() => expect(service.current().configs).toMatchObject([{ name: 'a', disabled: true }]));
    await home.settings.update({ mcp: { enabled: true } });
    await vi.waitFor(() => expect(service.current().configs).toMatchObject([{ name: 'a', disabled: false }]));
  });

  test('nothing anywhere is nothing to complain about', async () => {
    expect(await home.service({ projectFolder: home.project }).load()).toMatchObject({ configs: [], broken: [], notices: [] });
    expect(fs.existsSync(home.paths.home)).toBe(false);
  });
});

describe('tolerant reading', () => {
  test.each([
    ['BOM and CR LF', '\uFEFF{\r\n"mcpServers": {"a": {"command": "x"},},\r\n}\r\n'],
    ['comments', '// x\n{"mcpServers": /* y */ {"a": {"command": "x"}}}'],
    ['UTF-16', Buffer.from('\uFEFF{"mcpServers": {"a": {"command": "x"}}}', 'utf16le')],
  ])('%s', async (_, content) => {
    fs.mkdirSync(home.paths.home, { recursive: true });
    fs.writeFileSync(home.paths.userServersFile, content);
    const state = await home.service().load();
    expect(configNamed(state, 'a')).toMatchObject({ command: 'x' });
    expect(state.notices).toEqual([]);
  });

  test('one bad file costs only itself and is named with line, column and a caret, without its values', async () => {
    home.write(home.paths.userServersFile, '{\n  "mcpServers": {\n    "a": { "command": "x" "env": { "KEY": "hunter2hunter2" } }\n  }\n}');
    home.write(home.paths.localServersFile(home.project), servers({ b: { command: 'y' } }));
    const state = await home.service({ projectFolder: home.project }).load();
    expect(state.configs.map(({ name }) => name)).toEqual(['b']);
    expect(state.notices).toMatchObject([{ code: 'config.syntax', file: home.paths.userServersFile, line: 3, column: 27, fix: expect.any(String) }]);
    expect(state.notices[0]?.params?.excerpt).toMatch(/\n {26}\^$/);
    expect(JSON.stringify(state)).not.toContain('hunter2');
  });

  test('names and fields written twice are reported with both places', async () => {
    home.write(home.paths.userServersFile, '{"mcpServers": {\n "a": {"command": "1"},\n "a": {"command": "2", "args": [],\n  "args": ["x"]} } }');
    const state = await home.service().load();
    expect(configNamed(state, 'a')).toMatchObject({ command: '2', args: ['x'] });
    expect(state.notices.map(({ code, entry, field, line }) => [code, entry, field, line])).toEqual([
      ['config.duplicate', 'a', undefined, 3],
      ['config.duplicate', 'a', 'args', 4],
    ]);
    expect(state.notices[0]?.message).toMatch(/line 2.*line 3/);
  });

  test('a table written twice is reported; the last one counts', async () => {
    home.write(home.paths.userServersFile, '{"mcpServers": {"a": {"command": "1"}}, "mcpServers": {"b": {"command": "2"}}}');
    const state = await home.service().load();
    expect(state.configs.map(({ name }) => name)).toEqual(['b']);
    expect(state.notices).toMatchObject([{ code: 'config.duplicate', entry: 'mcpServers' }]);
  });

  test('odd names are names', async () => {
    home.write(
      home.paths.userServersFile,
      '{"mcpServers": {"__proto__": {"command": "1"}, "constructor": {"command": "2"}, "a/b c.d": {"command": "3"}, "服务": {"command": "4"}, "": {"command": "5"}}}',
    );
    const state = await home.service().load();
    expect(state.configs.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'a/b c.d', '服务']);
    expect(state.notices).toMatchObject([{ code: 'config.entry', message: expect.stringMatching(/no name/) }]);
  });

  test('a folder, a pipe-like thing or nonsense in place of a file stops nobody', async () => {
    fs.mkdirSync(home.paths.userServersFile, { recursive: true });
    home.write(path.join(home.project, 'mcp.json'), '{"name": "my-package", "version": "1.0.0"}');
    home.write(home.paths.localServersFile(home.project), '{"mcpServers": ["a"]}');
    const state = await home.service({ projectFolder: home.project }).load();
    expect(state.configs).toEqual([]);
    expect(state.notices.map(({ code, file }) => [code, path.basename(file ?? '')])).toEqual([
      ['config.syntax', 'mcp.json'],
      ['config.entry', 'mcp.json'],
      ['config.entry', 'mcp.json'],
    ]);
  });
});

describe('trust', () => {
  const projectFile = (): string => path.join(home.project, '.mcp.json');

  test('nothing of an untrusted folder is adopted; the request lists exactly what would run, with variables unexpanded', async () => {
    home.write(
      projectFile(),
      servers({
        run: { command: 'sh', args: ['-c', 'echo "a b" && x'], cwd: 'sub', env: { TOKEN: '${HOME}' } },
        web: { url: 'https://u:p@evil.test/mcp?key=1&x=${SECRET}', headers: { 'X-Key': 'k' } },
      }),
    );
    home.write(home.paths.userServersFile, servers({ run: { command: 'mine' } }));
    const state = await home.service({ projectFolder: home.project, env: { SECRET: 'hunter2hunter2', HOME: '/h' } }).load();
    expect(state.configs).toMatchObject([{ name: 'run', command: 'mine', hides: [] }]);
    expect(state.trust?.items).toEqual([
      {
        name: 'run',
        file: projectFile(),
        level: 'project',
        transport: 'stdio',
        commandLine: 'sh -c "echo \\"a b\\" && x"',
        cwd: 'sub',
        envNames: ['TOKEN'],
        headerNames: [],
        variables: ['HOME'],
        status: 'new',
      },
      {
        name: 'web',
        file: projectFile(),
        level: 'project',
        transport: 'http',
        url: 'https://***@evil.test/mcp?key=***&x=${SECRET}',
        envNames: [],
        headerNames: ['X-Key'],
        variables: ['SECRET'],
        status: 'new',
      },
    ]);
    expect(JSON.stringify(state)).not.toContain('hunter2');
    expect(state.notices).toMatchObject([{ code: 'config.untrusted' }]);
  });

  test('hidden characters cannot disguise what would run', async () => {
    home.write(projectFile(), servers({ a: { command: 'node', args: ['safe.js\u202e\u200b', 'line\nbreak'] } }));
    const state = await home.service({ projectFolder: home.project }).load();
    expect(state.trust?.items[0]?.commandLine).toBe('node "safe.js\\u{202e}\\u{200b}" "line\\u{a}break"');
  });

  test('the difference says of each field whether it came, went or is another', async () => {
    const env = { KEEP: '1', GO: '1', OTHER: '1' };
    home.write(projectFile(), servers({ a: { command: 'a', args: ['x'], cwd: '/tmp', env }, b: { url: 'https://one.test/mcp' } }));
    const service = home.service({ projectFolder: home.project });
    await service.acceptTrust((await service.load()).trust?.contentHash ?? '');
    const next = { command: 'a', args: ['y'], env: { KEEP: '1', OTHER: '2', COME: '${TOKEN}' } };
    home.write(projectFile(), servers({ a: next, b: { url: 'https://two.test/mcp', headers: { 'X-Key': 'k' } } }));
    const items = (await service.reload()).trust?.items;
    expect(items?.map(({ name, changes, variables }) => [name, changes, variables])).toEqual([
      [
        'a',
        [
          { field: 'args', how: 'changed' },
          { field: 'cwd', how: 'removed' },
          { field: 'env.GO', how: 'removed' },
          { field: 'env.OTHER', how: 'changed' },
          { field: 'env.COME', how: 'added' },
        ],
        ['TOKEN'],
      ],
      [
        'b',
        [
          { field: 'url', how: 'changed' },
          { field: 'headers.X-Key', how: 'added' },
        ],
        undefined,
      ],
    ]);
  });

  test('acceptance is remembered over runs; a change asks again, shows the difference, and stops only what changed', async () => {
    home.write(projectFile(), servers({ a: { command: 'a', env: { X: '1' } }, b: { command: 'b' } }));
    const first = home.service({ projectFolder: home.project });
    await first.acceptTrust((await first.load()).trust?.contentHash ?? '');
    expect(first.current().configs.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(first.current()).not.toHaveProperty('trust');

    home.write(projectFile(), servers({ a: { command: 'a', env: { X: '2' } }, b: { command: 'b' }, c: { command: 'c' } }));
    const second = home.service({ projectFolder: home.project });
    const state = await second.load();
    expect(state.configs.map(({ name }) => name)).toEqual(['b']);
    expect(state.trust?.items.map(({ name, status, before, changes }) => [name, status, before, changes])).toEqual([
      ['a', 'changed', 'a (X)', [{ field: 'env.X', how: 'changed' }]],
      ['b', 'same', undefined, undefined],
      ['c', 'new', undefined, undefined],
    ]);
    await second.acceptTrust(state.trust?.contentHash ?? '');
    expect(second.current().configs.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    // Back to the old content is a change too: the answer was for the new one.
    home.write(projectFile(), servers({ a: { command: 'a', env: { X: '1' } } }));
    expect((await second.reload()).trust?.items).toMatchObject([{ name: 'a', status: 'changed' }]);
  });

  test('comments, order, a switch and a timeout are no new content; the default of an input is', async () => {
    home.write(
      projectFile(),
      '{"inputs":[{"id":"cmd","type":"promptString","default":"safe"}],"servers":{"a":{"command":"node","args":["${input:cmd}"]},"b":{"command":"b"}}}',
    );
    const service = home.service({ projectFolder: home.project });
    await service.acceptTrust((await service.load()).trust?.contentHash ?? '');
    expect(configNamed(service.current(), 'a')).toMatchObject({ args: ['safe'] });
    home.write(
      projectFile(),
      '// x\n{"inputs":[{"id":"cmd","type":"promptString","default":"safe"}],"servers":{"b":{"command":"b","disabled":true,"timeout":9000},"a":{"args":["${input:cmd}"],"command":"node"}}}',
    );
    expect(await service.reload()).not.toHaveProperty('trust');
    home.write(
      projectFile(),
      '{"inputs":[{"id":"cmd","type":"promptString","default":"evil"}],"servers":{"a":{"command":"node","args":["${input:cmd}"]},"b":{"command":"b"}}}',
    );
    expect((await service.reload()).trust?.items).toMatchObject([
      { name: 'a', status: 'changed', changes: [{ field: 'inputs', how: 'changed' }] },
      { name: 'b', status: 'same' },
    ]);
  });

  test('an answer to an older dialog does not count', async () => {
    home.write(projectFile(), servers({ a: { command: 'a' } }));
    const service = home.service({ projectFolder: home.project });
    const hash = (await service.load()).trust?.contentHash ?? '';
    home.write(projectFile(), servers({ a: { command: 'rm' } }));
    await expect(service.acceptTrust(hash)).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    expect(service.current().configs).toEqual([]);
    expect(service.current().trust?.items).toMatchObject([{ commandLine: 'rm' }]);
  });

  test('a refusal is not asked again before the content changes or the folder is opened anew', async () => {
    home.write(projectFile(), servers({ a: { command: 'a' } }));
    const service = home.service({ projectFolder: home.project });
    await service.declineTrust((await service.load()).trust?.contentHash ?? '');
    expect(service.current()).not.toHaveProperty('trust');
    expect(service.current().notices).toMatchObject([{ code: 'config.untrusted' }]);
    home.write(projectFile(), servers({ a: { command: 'b' } }));
    expect(await service.reload()).toHaveProperty('trust');
    await service.declineTrust(service.current().trust?.contentHash ?? '');
    expect(await service.openProject(home.project)).toHaveProperty('trust');
  });

  test('a damaged trust file means nothing is trusted', async () => {
    home.write(projectFile(), servers({ a: { command: 'a' } }));
    home.write(home.paths.trustFile, '{"version":1,"folders":');
    const service = home.service({ projectFolder: home.project });
    expect(await service.load()).toHaveProperty('trust');
    await service.acceptTrust(service.current().trust?.contentHash ?? '');
    expect(service.current().configs).toHaveLength(1);
  });

  test('a project file cannot ask for secrets of the app or for what was typed for another file', async () => {
    await home.secrets.set('provider.apiKey', 'hunter2hunter2', 'session');
    const other = home.write(path.join(home.root, 'other.json'), servers({}));
    home.write(projectFile(), servers({ a: { url: 'https://evil.test/', headers: { A: '${secret:provider.apiKey}', B: '${input:token}' } } }));
    const service = home.service({ projectFolder: home.project, trustProject: true });
    await service.setInput(other, 'token', 'typed-for-another', 'session');
    const state = await service.load();
    expect(state.configs).toEqual([]);
    expect(state.broken[0]?.error.message).toMatch(/secret:provider\.apiKey.*input:token/);
    expect(JSON.stringify(state)).not.toMatch(/hunter2|typed-for/);
  });
});

describe('watching (c16)', () => {
  const entry = (command: string, args?: string[]): object => ({ command, ...(args ? { args } : {}) });

  test('half-written saves keep what was there; a rename is seen; only what changed is another connection', async () => {
    const file = home.write(home.paths.userServersFile, JSON.stringify(servers({ a: entry('a'), b: entry('b') })));
    const service = home.service({ watch: true });
    const first = await service.load();
    await service.watching;
    const states: string[] = [];
    service.onChange((state) => states.push(state.configs.map(({ name }) => name).join()));

    fs.writeFileSync(file, '');
    await vi.waitFor(
      () => expect(service.current().notices).toMatchObject([{ code: 'config.syntax', message: expect.stringMatching(/stay as they were/) }]),
      { timeout: 8000 },
    );
    expect(service.current().configs).toEqual(first.configs);
    fs.writeFileSync(file, '{"mcpServers":{"a":{"command":"a"}');
    await vi.waitFor(() => expect(service.current().notices[0]?.message).toMatch(/closing/), { timeout: 8000 });
    expect(service.current().configs).toEqual(first.configs);

    fs.writeFileSync(`${file}.new`, JSON.stringify(servers({ a: entry('a'), b: entry('b', ['--x']), c: entry('c') })));
    fs.renameSync(`${file}.new`, file);
    await vi.waitFor(() => expect(service.current().configs.map(({ name }) => name)).toEqual(['a', 'b', 'c']), { timeout: 8000 });
    expect(configNamed(service.current(), 'a')).toEqual(configNamed(first, 'a'));
    expect(configNamed(service.current(), 'b')).toMatchObject({ args: ['--x'] });
    expect(service.current().notices).toEqual([]);
    expect(states.every((names) => names.startsWith('a,b'))).toBe(true);

    fs.writeFileSync(`${file}.new`, JSON.stringify(servers({ a: entry('a') })));
    fs.renameSync(`${file}.new`, file);
    await vi.waitFor(() => expect(service.current().configs.map(({ name }) => name)).toEqual(['a']), { timeout: 8000 });
    fs.rmSync(file);
    await vi.waitFor(() => expect(service.current().configs).toEqual([]), { timeout: 8000 });
  });

  test('a file that appears later, of any level, is seen', async () => {
    const service = home.service({ watch: true, projectFolder: home.project });
    await service.load();
    await service.watching;
    home.write(home.paths.localServersFile(home.project), servers({ l: entry('l') }));
    await vi.waitFor(() => expect(service.current().configs.map(({ name }) => name)).toEqual(['l']), { timeout: 8000 });
    home.write(home.paths.userServersFile, servers({ u: entry('u') }));
    await vi.waitFor(() => expect(service.current().configs.map(({ name }) => name)).toEqual(['u', 'l']), { timeout: 8000 });
    home.write(path.join(home.project, '.mcp.json'), servers({ p: entry('p') }));
    await vi.waitFor(() => expect(service.current().trust?.items).toMatchObject([{ name: 'p' }]), { timeout: 8000 });
    await service.closeProject();
    expect(service.current().configs.map(({ name }) => name)).toEqual(['u']);
  });

  test('nobody is told when nothing changed, and the state is the same object', async () => {
    home.write(home.paths.userServersFile, servers({ a: entry('a') }));
    const service = home.service();
    const before = await service.load();
    let told = 0;
    service.onChange(() => {
      told += 1;
    });
    expect(await service.reload()).toBe(before);
    expect(told).toBe(0);
  });
});
