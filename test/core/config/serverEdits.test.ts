// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretKey, secretNamesIn } from '../../../main/core/config/secretRefs.ts';
import type { ServerDraft } from '../../../preload/contract/servers.ts';
import { configNamed, createTestHome, type TestHome } from './testService.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.dispose());

const stdio = (more: Partial<ServerDraft> = {}): ServerDraft => ({ name: 'a', level: 'user', transport: 'stdio', command: 'node', ...more });
const userFile = (): string => home.read(home.paths.userServersFile);
async function started(content?: unknown, options = {}) {
  if (content !== undefined) home.write(home.paths.userServersFile, content);
  const service = home.service(options);
  await service.load();
  return service;
}

describe('saving', () => {
  test('a new server, its secrets in the secret store and a reference in the file', async () => {
    const service = await started();
    await service.saveServer(
      stdio({ args: ['srv.js', 'a b'], env: { API_KEY: 'hunter2hunter2', PORT: '80', REF: '${HOME}', TOKEN: 'Bearer ${X}' }, cwd: '/tmp' }),
    );
    expect(userFile()).not.toContain('hunter2');
    const [name = ''] = secretNamesIn(userFile());
    expect(JSON.parse(userFile())).toEqual({
      mcpServers: {
        a: {
          command: 'node',
          args: ['srv.js', 'a b'],
          env: { API_KEY: `\${secret:${name}}`, PORT: '80', REF: '${HOME}', TOKEN: 'Bearer ${X}' },
          cwd: '/tmp',
        },
      },
    });
    expect(await home.secrets.get(secretKey(name))).toBe('hunter2hunter2');
    if (process.platform !== 'win32') expect(fs.statSync(home.paths.userServersFile).mode & 0o777).toBe(0o600);
    // HOME and X are not set here.
    expect(service.current().broken).toMatchObject([{ name: 'a', error: { code: 'config.variable' } }]);
  });

  test('a secret among the arguments is masked; edited around its mask the draft is refused, untouched it comes back whole', async () => {
    home.write(
      home.paths.userServersFile,
      JSON.stringify({ mcpServers: { db: { command: 'x', args: ['postgres://me:hunter2hunter2@db.test/x', '-v'] } } }),
    );
    const service = home.service();
    await service.load();
    const draft = service.draftOf('db');
    expect(draft.args).toEqual(['postgres://***@db.test/x', '-v']);
    const before = fs.readFileSync(home.paths.userServersFile, 'utf8');
    await expect(service.saveServer({ ...draft, args: ['postgres://***@other.test/x', '-v'] }, 'db')).rejects.toMatchObject({
      info: { params: { field: 'args' } },
    });
    expect(fs.readFileSync(home.paths.userServersFile, 'utf8')).toBe(before);
    await service.saveServer({ ...draft, args: ['--x', 'postgres://***@db.test/x'] }, 'db');
    expect(JSON.parse(fs.readFileSync(home.paths.userServersFile, 'utf8')).mcpServers.db.args).toEqual([
      '--x',
      'postgres://me:hunter2hunter2@db.test/x',
    ]);
  });

  test('headers keep their scheme readable; the value arrives whole and is masked everywhere', async () => {
    const service = await started();
    await service.saveServer({
      name: 'w',
      level: 'user',
      transport: 'http',
      url: 'https://w.test/mcp',
      headers: { Authorization: 'Bearer hunter2hunter2', Accept: 'x/y' },
    });
    expect(userFile()).toMatch(/"Bearer \$\{secret:[\w.-]+\}"/);
    expect(configNamed(service.current(), 'w')).toMatchObject({
      headers: { Authorization: 'Bearer hunter2hunter2', Accept: 'x/y' },
      fallbackToSse: true,
    });
    expect(home.redact('it said hunter2hunter2')).toBe('it said ***');
  });

  test('a saved draft that was not touched changes no byte, whatever the spelling', async () => {
    const text = `// top
{
  "mcpServers": {
    "s": { "cmd": "node", "args": "a.js --token hunter2hunter2", "env": { "K": "v", "R": "\${R:-1}" }, "isActive": true, "timeout": 60, "note": [1] }, // s
    "line": { "command": "npx -y some-server" },
    "list": { "command": ["npx", "-y", "x"], "environment": { "A": "1" } },
    "zed": { "command": { "path": "x", "args": ["y"] } },
    "w": { "serverUrl": "https://w.test/mcp?key=hunter2hunter2", "http_headers": { "X": "y" } },
    "sse": { "transportType": "SSE", "url": "https://s.test/", "disabled": true, "era": "legacy" },
  }
}
`;
    const service = await started(text);
    for (const name of ['s', 'line', 'list', 'zed', 'w', 'sse']) {
      const draft = service.draftOf(name);
      expect(JSON.stringify(draft)).not.toMatch(/hunter2|"v"/);
      await service.saveServer(draft, name);
      expect(userFile(), name).toBe(text);
    }
  });

  test('values of env and headers never reach the form; kept ones stay, removed ones go, new ones come', async () => {
    const service = await started({
      mcpServers: { a: { command: 'x', env: { KEEP: 'geheim1', GONE: 'geheim2', CHANGED: 'geheim3', REF: '${HOME:-x}' }, note: 'mine' } },
    });
    const draft = service.draftOf('a');
    expect(draft.env).toEqual({ KEEP: { keep: true }, GONE: { keep: true }, CHANGED: { keep: true }, REF: { keep: true } });
    await service.saveServer({ ...draft, env: { KEEP: { keep: true }, CHANGED: 'neu', REF: { keep: true }, ADDED: '1' } }, 'a');
    expect(JSON.parse(userFile()).mcpServers.a).toEqual({
      command: 'x',
      env: { KEEP: 'geheim1', CHANGED: 'neu', REF: '${HOME:-x}', ADDED: '1' },
      note: 'mine',
    });
    await expect(service.saveServer({ ...draft, env: { NEVER: { keep: true } } }, 'a')).rejects.toMatchObject({
      info: { code: 'host.bad_input', params: { field: 'env.NEVER' } },
    });
  });

  test('only the touched fields change: comments, order and unknown keys stay', async () => {
    const text =
      '{\n  "mcpServers": {\n    // first\n    "a": {\n      "command": "x", // program\n      "note": "mine",\n      "args": ["1"]\n    },\n    "b": { "command": "y" } // last\n  }\n}\n';
    const service = await started(text);
    await service.saveServer({ ...service.draftOf('a'), args: ['1', '2'], timeoutMs: 5000 }, 'a');
    expect(userFile()).toBe(text.replace('["1"]', '[\n        "1",\n        "2"\n      ],\n      "timeoutMs": 5000'));
  });

  test('another transport takes the old fields out', async () => {
    const service = await started({ mcpServers: { a: { type: 'stdio', command: 'x', args: ['1'], env: { A: '1' }, note: 1 } } });
    await service.saveServer({ name: 'a', level: 'user', transport: 'sse', url: 'https://s.test/sse', headers: {} }, 'a');
    expect(JSON.parse(userFile()).mcpServers.a).toEqual({ note: 1, type: 'sse', url: 'https://s.test/sse' });
    await service.saveServer(stdio({ args: ['z'] }), 'a');
    expect(JSON.parse(userFile()).mcpServers.a).toEqual({ note: 1, command: 'node', args: ['z'] });
  });

  test('a new name keeps the place; a taken one is refused and nothing is written', async () => {
    const service = await started({ mcpServers: { a: { command: 'x' }, b: { command: 'y' } } });
    await service.saveServer({ ...service.draftOf('a'), name: 'c' }, 'a');
    expect(Object.keys(JSON.parse(userFile()).mcpServers)).toEqual(['c', 'b']);
    const before = userFile();
    await expect(service.saveServer({ ...service.draftOf('c'), name: 'b' }, 'c')).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    await expect(service.saveServer(stdio({ name: 'b' }))).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    expect(userFile()).toBe(before);
  });

  test('another level moves the entry with everything it has, values included', async () => {
    const service = await started({ mcpServers: { a: { command: 'x', env: { K: 'geheim' }, note: 1 } } }, { projectFolder: home.project });
    await service.saveServer({ ...service.draftOf('a'), level: 'local' }, 'a');
    expect(JSON.parse(userFile()).mcpServers).toEqual({});
    expect(configNamed(service.current(), 'a')).toMatchObject({ origin: { level: 'local' }, env: { K: 'geheim' } });
    expect(JSON.parse(home.read(home.paths.localServersFile(home.project))).mcpServers.a).toEqual({ command: 'x', env: { K: 'geheim' }, note: 1 });
  });

  test('what the user saves into the project is trusted by that; what others wrote there is not', async () => {
    home.write(path.join(home.project, '.mcp.json'), { mcpServers: { theirs: { command: 'evil' } } });
    const service = await started(undefined, { projectFolder: home.project });
    await service.saveServer(stdio({ name: 'mine', level: 'project' }));
    expect(service.current().configs.map(({ name }) => name)).toEqual(['mine']);
    expect(service.current().trust?.items.map(({ name, status }) => [name, status])).toEqual([
      ['theirs', 'new'],
      ['mine', 'same'],
    ]);
  });

  test.each([
    [stdio({ command: ' ' }), 'host.bad_input'],
    [{ name: 'a', level: 'user', transport: 'http', url: '' } as ServerDraft, 'host.bad_input'],
    [{ name: 'a', level: 'user', transport: 'http', url: 'file:///etc/passwd' } as ServerDraft, 'config.entry'],
    [stdio({ level: 'project' }), 'host.bad_input'],
    [stdio({ command: 'a && b' }), 'config.entry'],
  ])('an unusable draft %j is refused with %s before anything is stored', async (draft, code) => {
    const service = await started();
    await expect(service.saveServer(draft)).rejects.toMatchObject({ info: { code } });
    expect(fs.existsSync(home.paths.userServersFile)).toBe(false);
  });
});

describe('edits of others', () => {
  test('a change of another field in the file survives; of the same field it is told and nothing is written', async () => {
    const service = await started({ mcpServers: { a: { command: 'x', args: ['1'], env: { K: 'v' } } } });
    const draft = service.draftOf('a');
    home.write(home.paths.userServersFile, {
      mcpServers: { a: { command: 'x', args: ['1'], env: { K: 'v' }, timeoutMs: 7000 }, neu: { command: 'n' } },
    });
    await service.saveServer({ ...draft, args: ['1', '2'] }, 'a');
    expect(JSON.parse(userFile()).mcpServers).toEqual({
      a: { command: 'x', args: ['1', '2'], env: { K: 'v' }, timeoutMs: 7000 },
      neu: { command: 'n' },
    });

    const next = service.draftOf('a');
    const theirs = { mcpServers: { a: { command: 'x', args: ['theirs'] } } };
    home.write(home.paths.userServersFile, theirs);
    await expect(service.saveServer({ ...next, args: ['mine'] }, 'a')).rejects.toMatchObject({
      info: { code: 'config.conflict', params: { field: 'args', server: 'a' } },
    });
    expect(JSON.parse(userFile())).toEqual(theirs);
  });

  test('a refused save leaves the secrets as they were', async () => {
    const service = await started();
    await service.saveServer(stdio({ env: { API_KEY: 'alt-geheim-1' } }));
    const draft = service.draftOf('a');
    const stored = home.read(home.paths.secretsFile);
    home.write(home.paths.userServersFile, userFile().replace('"node"', '"other"'));
    await expect(service.saveServer({ ...draft, command: 'mine', env: { API_KEY: 'neu-geheim-2' } }, 'a')).rejects.toMatchObject({
      info: { code: 'config.conflict' },
    });
    expect(home.read(home.paths.secretsFile)).toBe(stored);
    await service.reload();
    await service.saveServer({ ...service.draftOf('a'), env: { API_KEY: 'neu-geheim-2' } }, 'a');
    expect(configNamed(service.current(), 'a')).toMatchObject({ env: { API_KEY: 'neu-geheim-2' } });
    expect(home.read(home.paths.secretsFile)).not.toContain('alt-geheim-1');
  });

  test('also when the service has read the new file before the form is saved', async () => {
    const service = await started({ mcpServers: { a: { command: 'x', args: ['1'] } } });
    const draft = service.draftOf('a');
    home.write(home.paths.userServersFile, { mcpServers: { a: { command: 'x', args: ['theirs'] } } });
    await service.reload();
    await expect(service.saveServer({ ...draft, args: ['mine'] }, 'a')).rejects.toMatchObject({ info: { code: 'config.conflict' } });
  });

  test('an entry that is gone, and a file that broke meanwhile, are told', async () => {
    const service = await started({ mcpServers: { a: { command: 'x' } } });
    const draft = service.draftOf('a');
    home.write(home.paths.userServersFile, { mcpServers: {} });
    await expect(service.saveServer({ ...draft, command: 'y' }, 'a')).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    home.write(home.paths.userServersFile, '{"mcpServers": {');
    await expect(service.setEnabled('a', false)).rejects.toMatchObject({ info: { code: 'config.syntax' } });
    expect(userFile()).toBe('{"mcpServers": {');
  });
});

describe('switching and removing', () => {
  test('a switch touches its flag and nothing else; a removal takes its secrets along unless they are used elsewhere', async () => {
    const service = await started();
    await service.saveServer(stdio({ env: { API_KEY: 'hunter2hunter2' } }));
    await service.saveServer(stdio({ name: 'b', env: { OTHER_KEY: 'hunter3hunter3' } }));
    const [first = '', second = ''] = secretNamesIn(userFile());
    await service.setEnabled('a', false);
    expect(configNamed(service.current(), 'a').disabled).toBe(true);
    await service.setEnabled('a', true);
    expect(configNamed(service.current(), 'a').disabled).toBe(false);
    home.write(home.paths.userServersFile, userFile().replace('"command": "node"', `"command": "node", "args": ["\${secret:${second}}"]`));
    await service.reload();
    await service.removeServer('b');
    expect(await home.secrets.get(secretKey(second))).toBe('hunter3hunter3');
    await service.removeServer('a');
    expect(await home.secrets.get(secretKey(first))).toBeUndefined();
    expect(JSON.parse(userFile())).toEqual({ mcpServers: {} });
  });

  test('a broken entry can be removed, an unknown one is named', async () => {
    const service = await started({ mcpServers: { bad: { command: 5 }, good: { command: 'x' } } });
    await service.removeServer('bad');
    expect(service.current()).toMatchObject({ configs: [{ name: 'good' }], broken: [], notices: [] });
    await expect(service.removeServer('bad')).rejects.toMatchObject({ info: { code: 'host.not_found' } });
    expect(() => service.draftOf('nope')).toThrow(/no server named/);
  });

  test('removing a server lets the one it hid come back', async () => {
    home.write(home.paths.localServersFile(home.project), { mcpServers: { a: { command: 'local' } } });
    const service = await started({ mcpServers: { a: { command: 'user' } } }, { projectFolder: home.project });
    expect(configNamed(service.current(), 'a')).toMatchObject({ command: 'local' });
    await service.removeServer('a');
    expect(configNamed(service.current(), 'a')).toMatchObject({ command: 'user', hides: [] });
  });
});

test('a draft can be tried out before it is saved, with its new secrets and its kept ones', async () => {
  const service = await started({ mcpServers: { a: { command: 'x', env: { OLD_KEY: 'alt-geheim' }, disabled: true } } });
  const before = userFile();
  const config = await service.resolveDraft({ ...service.draftOf('a'), env: { OLD_KEY: { keep: true }, NEW_KEY: 'neu-geheim' } }, 'a');
  expect(config).toMatchObject({ name: 'a', disabled: false, env: { OLD_KEY: 'alt-geheim', NEW_KEY: 'neu-geheim' } });
  expect(userFile()).toBe(before);
  await expect(service.resolveDraft(stdio({ name: 'n', args: ['${NOPE}'] }))).rejects.toMatchObject({ info: { code: 'config.variable' } });
});
