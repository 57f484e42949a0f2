// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import { describe, expect, test } from 'vitest';
import { setEntryEnabled } from '../../../main/core/config/configWriter.ts';
import { parseEntry } from '../../../main/core/config/parseEntry.ts';
import { readConfigFile } from '../../../main/core/config/readConfigFile.ts';
import { decodeText } from '../../../main/core/settings/files/textFile.ts';
import { createTestHome } from './testService.ts';

/** Inputs of the kinds that people bring from other apps, readmes and their own keyboards: what each becomes, and what is said. */
const context = { platform: 'linux' as const, isFile: () => false, pathFolders: [] };
const parse = (entry: unknown) => parseEntry(entry, context);
const remarked = (entry: unknown): string[] => parse(entry).remarks.map(({ field }) => field);

describe('durations', () => {
  test.each<[unknown, number | undefined]>([
    ['30s', 30_000],
    ['1m30s', 90_000],
    ['30 seconds', 30_000],
    ['2min', 120_000],
    ['1h', 3_600_000],
    ['PT30S', 30_000],
    ['500ms', 500],
    ['60', 60_000],
    [60_000, 60_000],
    [0, undefined],
    [-1, undefined],
    ['', undefined],
    ['soon', undefined],
    ['5 apples', undefined],
    [true, undefined],
    [{}, undefined],
    [1e12, undefined],
  ])('timeout %j', (timeout, timeoutMs) => {
    const outcome = parse({ command: 'x', timeout });
    expect('template' in outcome ? outcome.template.timeoutMs : 'refused').toBe(timeoutMs);
    if (timeoutMs === undefined) expect(remarked({ command: 'x', timeout })).toContain('timeout');
  });
});

describe('flags', () => {
  test.each<[Record<string, unknown>, boolean]>([
    [{ Disabled: true }, true],
    [{ DISABLED: 'yes' }, true],
    [{ enabled: 'off' }, true],
    [{ enabled: 'yes' }, false],
    [{ disabled: 'no' }, false],
    [{ isactive: false }, true],
    [{ disabled: 'perhaps' }, true],
  ])('%j', (flags, disabled) => {
    const outcome = parse({ command: 'x', ...flags });
    expect('template' in outcome && outcome.template.disabled).toBe(disabled);
  });

  test('a flag in another spelling is the one that is flipped', () => {
    expect(setEntryEnabled('{"mcpServers":{"a":{"command":"x","Disabled":true}}}', 'a', true)).toBe(
      '{"mcpServers":{"a":{"command":"x","Disabled":false}}}',
    );
  });
});

describe('addresses', () => {
  test.each([
    ['h.test/mcp', 'Write "https://h.test/mcp".'],
    ['localhost:3000/mcp', 'Write "http://localhost:3000/mcp".'],
    ['//h.test/mcp', 'Write "https://h.test/mcp".'],
    ['https://https://h.test/mcp', 'Write "https://h.test/mcp".'],
    ['<https://h.test/mcp>', 'Write only "https://h.test/mcp".'],
    ['[docs](https://h.test/mcp)', 'Write only "https://h.test/mcp".'],
    ['"https://h.test/mcp"', 'Write only "https://h.test/mcp".'],
    ['me:hunter2@h.test?token=hunter2', 'Write an address such as "https://host/mcp".'],
    ['ftp://h.test', 'Write an address such as "https://host/mcp".'],
    ['javascript:fetch("https://h.test")', 'Write an address such as "https://host/mcp".'],
  ])('%s is refused with the address as it should be', (url, fix) => expect(parse({ url })).toMatchObject({ problem: { field: 'url', fix } }));

  test('an address in place of the program', () => {
    expect(parse({ command: 'https://h.test/mcp' })).toMatchObject({
      problem: { field: 'command', fix: 'Write "url": "https://h.test/mcp" instead.' },
    });
  });
});

describe('headers', () => {
  test.each<[Record<string, string>, Record<string, string>, string[]]>([
    [{ Authorization: ' Bearer abc\t' }, { Authorization: 'Bearer abc' }, []],
    [{ Authorization: '', X: '1' }, { X: '1' }, ['headers.Authorization']],
    [{ authorization: 'a', Authorization: 'b' }, { Authorization: 'b' }, ['headers.Authorization']],
    [{ Authorization: 'Bearer <YOUR_TOKEN>' }, { Authorization: 'Bearer <YOUR_TOKEN>' }, ['headers.Authorization']],
    [{ Authorization: 'Bearer Bearer abc' }, { Authorization: 'Bearer Bearer abc' }, ['headers.Authorization']],
    [{ 'X-Key': '${KEY}' }, { 'X-Key': '${KEY}' }, []],
  ])('%j', (headers, becomes, remarks) => {
    const outcome = parse({ url: 'https://h.test', headers });
    expect('template' in outcome && outcome.template).toMatchObject({ headers: becomes });
    expect(remarked({ url: 'https://h.test', headers })).toEqual(remarks);
  });

  test('what a variable brings that no header can carry is refused by name', async () => {
    const home = createTestHome();
    home.write(
      home.paths.userServersFile,
      JSON.stringify({ mcpServers: { a: { url: 'https://h.test', headers: { A: '${T}' } }, b: { url: 'https://h.test', headers: { A: '${U}' } } } }),
    );
    const service = home.service({ env: { T: 'abc\n', U: 'ключ' } });
    const { configs, broken } = await service.load();
    expect(configs).toEqual([]);
    expect(broken).toMatchObject(['a', 'b'].map((name) => ({ name, error: { code: 'config.entry', params: { field: 'headers.A' } } })));
    await service.dispose();
    home.dispose();
  });
});

describe('programs and arguments', () => {
  test.each<[string, { command: string; args: string[]; env: Record<string, string> }]>([
    ['TOKEN=abc npx -y x', { command: 'npx', args: ['-y', 'x'], env: { TOKEN: 'abc' } }],
    ['env A=1 B="two words" node s.js', { command: 'node', args: ['s.js'], env: { A: '1', B: 'two words' } }],
    ['npx -y x KEY=v', { command: 'npx', args: ['-y', 'x', 'KEY=v'], env: {} }],
  ])('%s', (command, becomes) => {
    expect(parse({ command })).toMatchObject({ template: becomes });
  });

  test('what was probably not meant is said and passed on as it is', () => {
    const outcome = parse({ command: 'npx', args: ['-y some-server', '~/data', 'two words', '-x'] });
    expect(outcome).toMatchObject({ template: { args: ['-y some-server', '~/data', 'two words', '-x'] } });
    expect(outcome.remarks.map(({ field }) => field)).toEqual(['args.0', 'args.1']);
  });

  test('an argument of megabytes takes linear time', async () => {
    const home = createTestHome();
    home.write(
      home.paths.userServersFile,
      JSON.stringify({ mcpServers: { a: { command: 'x', args: ['y'.repeat(3_000_000)], env: { KEY: 'z'.repeat(3_000_000) } } } }),
    );
    const service = home.service();
    expect((await service.load()).configs).toHaveLength(1);
    await service.dispose();
    home.dispose();
  });
});

describe('files', () => {
  const read = (text: string) => readConfigFile(text, 'f', 'user');

  test.each([
    ['{“mcpServers”:{}}', 'curly quotes'],
    ["{'mcpServers':{}}", 'double quotes'],
    ['{mcpServers:{}}', 'double quotes'],
    ['{\n# note\n"mcpServers":{}}', '//'],
    ['```json\n{}\n```', '```'],
    ['[mcp_servers.a]\ncommand = "x"', 'TOML'],
    ['mcpServers:\n  a:\n    command: x', 'YAML'],
    ['{"mcpServers":{}}\0\0', 'not saved whole'],
    ['{"mcpServers":{}', 'Mend that place'],
  ])('%j says how to mend it', (text, hint) =>
    expect(read(text).notices).toMatchObject([{ code: 'config.syntax', fix: expect.stringContaining(hint) }]),
  );

  test('another spelling of mcpServers is understood where the right one is not there', () => {
    expect(read('{"MCPServers":{"a":{"command":"x"}}}').entries.map(({ name }) => name)).toEqual(['a']);
    expect(read('{"MCPServers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"x"}}}').entries.map(({ name }) => name)).toEqual(['b']);
  });

  test('names that are not what they seem are refused, others of any script are kept apart', () => {
    const { entries, notices } = read(
      JSON.stringify({ mcpServers: { 'a\u001b[31m': {}, 'pay\u202elap': {}, 查询: {}, 查找: {}, 'a b': {}, a_b: {} } }),
    );
    expect(entries.map(({ name }) => name)).toEqual(['查询', '查找', 'a b', 'a_b']);
    expect(notices.map(({ code }) => code)).toEqual(['config.entry', 'config.entry']);
    for (const { message, entry } of notices) expect(`${message}${entry}`).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  test.each(['utf16le', 'utf16be'] as const)('%s without a byte order mark', (encoding) => {
    const bytes = Buffer.from('{"mcpServers":{}}', 'utf16le');
    const file = decodeText(encoding === 'utf16be' ? bytes.swap16() : bytes);
    expect(file).toMatchObject({ text: '{"mcpServers":{}}', encoding, bom: false, lossy: false });
  });
});
