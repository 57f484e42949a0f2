import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { createSettingsStore } from '../../../main/core/settings/settingsStore.ts';
import { Settings } from '../../../preload/contract/settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-settings-')));
  file = path.join(folder, 'settings.json');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const open = (env: Record<string, string> = {}, watch = false) =>
  createSettingsStore({ file, lockFolder: path.join(folder, 'locks'), env, logger: silentLogger, watch });
const DEFAULTS = Settings.parse({});

describe('reading', () => {
  test('no file and an empty file mean the defaults, without a word and without making a file', () => {
    expect(open().current()).toEqual(DEFAULTS);
    expect(open().notices()).toEqual([]);
    expect(fs.existsSync(file)).toBe(false);
    fs.writeFileSync(file, ' \n');
    expect(open().notices()).toEqual([]);
  });

  test('comments, trailing commas, a byte order mark and CR LF are fine', () => {
    fs.writeFileSync(file, '\uFEFF{\r\n  // mine\r\n  "theme": "dark",\r\n}\r\n');
    expect(open().current().theme).toBe('dark');
    expect(open().notices()).toEqual([]);
  });

  test('each bad field falls back alone, is named with its line, and the file stays', () => {
    const text =
      '{\n  "theme": "pink",\n  "language": "en",\n  "mcp": { "localConcurrency": 0,\n    "callTimeoutMs": 5000, "stopAtMs": { "sigterm": "x" } },\n  "permissions": { "trustAnnotations": ["a", 5, "b", null] },\n  "agent": 7\n}';
    fs.writeFileSync(file, text);
    const store = open();
    expect(store.current()).toEqual({
      ...DEFAULTS,
      language: 'en',
      mcp: { ...DEFAULTS.mcp, callTimeoutMs: 5000 },
      permissions: { ...DEFAULTS.permissions, trustAnnotations: ['a', 'b'] },
    });
    expect(
      store
        .notices()
        .map(({ field, line }) => [field, line])
        .sort(),
    ).toEqual([
      ['agent', 7],
      ['mcp.localConcurrency', 4],
      ['mcp.stopAtMs.sigterm', 5],
      ['permissions.trustAnnotations.1', 6],
      ['permissions.trustAnnotations.3', 6],
      ['theme', 2],
    ]);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  test.each([
    ['{ "theme": "dark" "language": "en" }', 1, 19],
    ['[1]', undefined, undefined],
    ['"x"', undefined, undefined],
  ])('a file like %s gives the defaults and one notice', (text, line, column) => {
    fs.writeFileSync(file, text);
    const store = open();
    expect(store.current()).toEqual(DEFAULTS);
    expect(store.notices()).toHaveLength(1);
    expect(store.notices()[0]).toMatchObject({ code: 'config.syntax', file, ...(line ? { line, column } : {}) });
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  test('a folder in its place does not stop the app', () => {
    fs.mkdirSync(file);
    expect(open().current()).toEqual(DEFAULTS);
    expect(open().notices()[0]?.message).toMatch(/folder/);
  });

  test('a key written twice is reported', () => {
    fs.writeFileSync(file, '{"theme":"dark","theme":"light"}');
    expect(open().current().theme).toBe('light');
    expect(open().notices()[0]).toMatchObject({ code: 'config.duplicate', field: 'theme', column: 17 });
  });

  test('servers in the wrong file and unknown settings are not ignored silently', () => {
    fs.writeFileSync(file, '{"mcpServers":{"a":{}},"colour":"red","theme":"dark"}');
    expect(open().current().theme).toBe('dark');
    expect(
      open()
        .notices()
        .map(({ field, severity }) => [field, severity]),
    ).toEqual([
      ['mcpServers', 'warning'],
      ['colour', 'info'],
    ]);
  });

  test('the same finding keeps its id when lines above it move', () => {
    fs.writeFileSync(file, '{"theme":1}');
    const before = open().notices()[0]?.id;
    fs.writeFileSync(file, '{\n\n"theme":1}');
    expect(open().notices()[0]?.id).toBe(before);
  });
});

describe('overrides', () => {
  test('count above the file, are never written, and a bad one is named', async () => {
    fs.writeFileSync(file, '{"mcp":{"connectTimeoutMs":1000}}');
    const store = open({ MCP_TIMEOUT: '2500', MCP_TOOL_TIMEOUT: '7200000', MAX_MCP_OUTPUT_TOKENS: 'lots' });
    expect(store.current().mcp).toMatchObject({ connectTimeoutMs: 2500, callTimeoutMs: 7_200_000, callTotalTimeoutMs: 7_200_000 });
    expect(store.current().results.maxTokens).toBe(25_000);
    expect(store.notices().map(({ field }) => field)).toEqual(['MAX_MCP_OUTPUT_TOKENS']);
    await store.update({ theme: 'dark' });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ mcp: { connectTimeoutMs: 1000 }, theme: 'dark' });
    expect(store.current().mcp.connectTimeoutMs).toBe(2500);
  });
});

describe('updating', () => {
  test('touches only what was named, keeps comments and unknown keys, and tells once', async () => {
    fs.writeFileSync(file, '{\n  // mine\n  "future": [1],\n  "provider": { "model": "a" } // chosen\n}\n');
    const store = open();
    const heard: string[] = [];
    store.onChange((settings) => heard.push(settings.provider.model));
    await store.update({ provider: { model: 'b', kind: 'anthropic' }, welcomeDone: true });
    expect(fs.readFileSync(file, 'utf8')).toBe(
      '{\n  // mine\n  "future": [1],\n  "provider": { "model": "b", "kind": "anthropic" }, // chosen\n  "welcomeDone": true\n}\n',
    );
    expect(heard).toEqual(['b']);
    await store.update({ welcomeDone: true });
    await store.update({});
    expect(heard).toEqual(['b']);
    expect(open().current()).toEqual(store.current());
  });

  test.each([
    [{ mcp: { localConcurrency: 1000 } }, 'mcp.localConcurrency'],
    [{ mcp: { noSuchThing: 1 } }, 'mcp.noSuchThing'],
    [{ agent: { maxSteps: -1 } }, 'agent.maxSteps'],
  ])('%j is refused by name and changes nothing', async (patch, field) => {
    const store = open();
    await expect(store.update(patch)).rejects.toMatchObject({ info: { code: 'host.bad_input', params: { field } } });
    expect(fs.existsSync(file)).toBe(false);
  });

  test('a file that cannot be read is kept under another name before a new one is begun', async () => {
    fs.writeFileSync(file, '{ "theme": "dark" "x": }');
    const store = open();
    await store.update({ theme: 'light' });
    const copy = fs.readdirSync(folder).find((name) => name.includes('broken')) ?? '';
    expect(fs.readFileSync(path.join(folder, copy), 'utf8')).toBe('{ "theme": "dark" "x": }');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ theme: 'light' });
    expect(store.notices()).toEqual([]);
  });

  test('a group of the wrong kind makes room', async () => {
    fs.writeFileSync(file, '{ "mcp": 5, "theme": "dark" }');
    const store = open();
    await store.update({ mcp: { enabled: false } });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ mcp: { enabled: false }, theme: 'dark' });
  });

  test('two stores on one file lose nothing of each other', async () => {
    const [one, two] = [open(), open()];
    await Promise.all([one.update({ theme: 'dark' }), two.update({ language: 'zh-CN' }), one.update({ welcomeDone: true })]);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', language: 'zh-CN', welcomeDone: true });
  });
});

test('changes by another program are heard, also when it saves by rename', async () => {
  const store = open({}, true);
  try {
    await store.ready;
    const heard: string[] = [];
    store.onChange((settings) => heard.push(settings.theme));
    fs.writeFileSync(`${file}.tmp`, '{"theme":"dark"}');
    fs.renameSync(`${file}.tmp`, file);
    await vi.waitFor(() => expect(heard).toEqual(['dark']), { timeout: 5000 });
    fs.writeFileSync(`${file}.tmp`, '{"theme":"light"}');
    fs.renameSync(`${file}.tmp`, file);
    await vi.waitFor(() => expect(heard).toEqual(['dark', 'light']), { timeout: 5000 });
  } finally {
    await store.dispose();
  }
});
