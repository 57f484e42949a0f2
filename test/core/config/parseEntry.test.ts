// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import { describe, expect, test } from 'vitest';
import { parseEntry } from '../../../main/core/config/parseEntry.ts';
import { createRandom } from '../settings/files/random.ts';

const context = { platform: 'linux' as const, isFile: () => false, pathFolders: [] };
const parse = (value: unknown) => parseEntry(value, context);
const template = (value: unknown) => {
  const outcome = parse(value);
  return 'template' in outcome ? outcome.template : expect.fail(outcome.problem.message);
};
const problem = (value: unknown) => {
  const outcome = parse(value);
  return 'problem' in outcome ? outcome.problem : expect.fail('it was accepted');
};

describe('spellings', () => {
  test.each([
    [{ command: 'x' }, 'stdio'],
    [{ cmd: 'x' }, 'stdio'],
    [{ type: 'stdio', command: 'x', url: '' }, 'stdio'],
    [{ type: 'Local', command: ['x', 'y'] }, 'stdio'],
    [{ command: '', url: 'https://a.test' }, 'http'],
    [{ type: '', url: 'https://a.test' }, 'http'],
    [{ type: null, url: 'https://a.test' }, 'http'],
    [{ type: 'Streamable HTTP', url: 'https://a.test' }, 'http'],
    [{ type: 'http-stream', url: 'https://a.test' }, 'http'],
    [{ transport: 'sse', url: 'https://a.test' }, 'sse'],
    [{ type: 'ws', url: 'wss://a.test' }, 'ws'],
    [{ url: 'ws://a.test' }, 'ws'],
    [{ type: 'WebSocket', url: 'https://a.test' }, 'ws'],
    [{ type: 'ws-ide', url: 'ws://localhost:1' }, 'ws-ide'],
    [{ type: 'sse-ide', url: 'http://localhost:1' }, 'sse-ide'],
    [{ type: 'claudeai-proxy', url: 'https://a.test' }, 'proxy'],
  ])('%j is %s', (value, transport) => expect(template(value).transport).toBe(transport));

  test.each([
    [{ url: 'https://a.test' }, true],
    [{ serverUrl: 'https://a.test' }, true],
    [{ type: 'remote', url: 'https://a.test' }, true],
    [{ httpUrl: 'https://a.test' }, false],
    [{ type: 'http', url: 'https://a.test' }, false],
    [{ type: 'sse', url: 'https://a.test' }, false],
  ])('%j falls back to legacy SSE: %s', (value, fallbackToSse) => expect(template(value)).toMatchObject({ fallbackToSse }));

  test('arguments, variables and headers in other forms', () => {
    expect(template({ command: 'x', args: '-a "b c"' })).toMatchObject({ args: ['-a', 'b c'] });
    expect(template({ command: 'x', args: ['a', 1, true] })).toMatchObject({ args: ['a', '1', 'true'] });
    expect(template({ command: ['x', 'y'], args: ['z'], environment: { A: 'b' } })).toMatchObject({
      command: 'x',
      args: ['y', 'z'],
      env: { A: 'b' },
    });
    expect(template({ command: { path: 'x', args: ['y'], env: { A: '1', B: '2' } }, env: { B: '3' } })).toMatchObject({
      command: 'x',
      args: ['y'],
      env: { A: '1', B: '3' },
    });
    expect(template({ url: 'https://a.test', requestInit: { headers: { A: '1' } }, headers: { B: '2' } })).toMatchObject({
      headers: { A: '1', B: '2' },
    });
    expect(template({ url: 'https://a.test', bearer_token_env_var: 'TOK' })).toMatchObject({ headers: { Authorization: 'Bearer ${env:TOK}' } });
    expect(template({ url: 'https://a.test', oauth: { clientId: 'c', scopes: 'a b', callbackPort: 8080 } })).toMatchObject({
      oauth: { clientId: 'c', scopes: ['a', 'b'], callbackPort: 8080 },
    });
    expect(template({ command: 'x', trust: true, alwaysAllow: ['a', 5] }).suggestedAllow).toEqual(['a', '*']);
  });

  test.each([
    [{ timeout: 600 }, 600_000],
    [{ timeout: 60_000 }, 60_000],
    [{ timeout: '90s' }, 90_000],
    [{ timeout: '5000' }, 5000],
    [{ timeoutMs: 700 }, 700],
    [{ timeout: 0.5 }, 500],
    [{ timeout: -1 }, undefined],
    [{ timeout: 'soon' }, undefined],
    [{ timeout: true }, undefined],
    [{ timeout: null }, undefined],
  ])('%j lasts %s ms', (value, ms) => expect(template({ command: 'x', ...value }).timeoutMs).toBe(ms));

  test('other limits and switches', () => {
    expect(
      template({ command: 'x', connectTimeoutMs: 500, toolTimeouts: { slow: 120_000, bad: 'x' }, era: 'modern', startOnFirstUse: true }),
    ).toMatchObject({
      connectTimeoutMs: 500,
      toolTimeoutsMs: { slow: 120_000 },
      era: 'modern',
      startOnFirstUse: true,
    });
    expect(template({ command: 'x', era: 'stone' }).era).toBe('auto');
  });
});

describe('off is off', () => {
  test.each([
    { disabled: true },
    { disabled: 'true' },
    { disabled: 'perhaps' },
    { disabled: 1 },
    { enabled: false },
    { enable: 'false' },
    { isActive: false },
    { active: 0 },
    { enabled: true, isActive: false },
  ])('%j', (flags) => expect(template({ command: 'x', ...flags }).disabled).toBe(true));
  test.each([{}, { disabled: false }, { disabled: null }, { enabled: true }, { disabled: 'false', enabled: 'true' }, { autoStart: false }])(
    '%j is on',
    (flags) => expect(template({ command: 'x', ...flags }).disabled).toBe(false),
  );
});

describe('problems name the field, the reason and the way out', () => {
  test.each([
    [null, '', /object, not nothing/],
    [[], '', /object, not a list/],
    ['npx', '', /object, not text/],
    [{}, 'command', /neither/],
    [{ args: ['x'] }, 'command', /neither/],
    [{ command: 42 }, 'command', /text, not a number/],
    [{ command: ' ' }, 'command', /blank/],
    [{ command: [] }, 'command', /a list/],
    [{ command: { exec: 'x' } }, 'command', /text, not an object/],
    [{ type: 'stdio', url: 'https://a.test' }, 'command', /nothing/],
    [{ type: 'http', command: 'x' }, 'url', /nothing/],
    [{ type: 5, url: 'https://a.test' }, 'type', /text, not a number/],
    [{ type: 'pigeon', url: 'https://a.test' }, 'type', /"pigeon" is no known/],
    [{ type: 'inMemory', command: 'x' }, 'type', /built into another app/],
    [{ command: 'x', args: 5 }, 'args', /list, not a number/],
    [{ command: 'x', args: ['a', null] }, 'args.1', /text, not nothing/],
    [{ command: 'x', args: [['a']] }, 'args.0', /text, not a list/],
    [{ command: 'x', args: '"a' }, 'args', /quote/],
    [{ command: 'x', env: [] }, 'env', /object, not a list/],
    [{ command: 'x', env: 'A=b' }, 'env', /object, not text/],
    [{ command: 'x', env: { A: [] } }, 'env.A', /text, not a list/],
    [{ command: 'x', env: { 'A=B': '1' } }, 'env.A=B', /name that cannot/],
    [{ command: 'x', cwd: 5 }, 'cwd', /text, not a number/],
    [{ command: 'x\0y' }, 'command', /character/],
    [{ url: 5 }, 'url', /a number/],
    [{ url: '  ' }, 'url', /blank/],
    [{ url: 'file:///etc/passwd' }, 'url', /not file:/],
    [{ url: 'javascript:alert(1)' }, 'url', /not javascript:/],
    [{ url: 'a.test/mcp' }, 'url', /no http/],
    [{ url: 'localhost:3000/mcp' }, 'url', /no http/],
    [{ serverUrl: 'ftp://a.test' }, 'serverUrl', /not ftp:/],
    [{ url: 'https://a.test', headers: { A: {} } }, 'headers.A', /text, not an object/],
  ])('%j: %s', (value, field, reason) => {
    const found = problem(value);
    expect([found.field, found.message]).toEqual([field, expect.stringMatching(reason)]);
    expect(found.fix).toMatch(/\w/);
  });

  test.each([
    [{ comand: 'x' }, /command.*comand/],
    [{ Command: 'x' }, /command.*Command/],
    [{ ulr: 'https://a.test' }, /Add "command"/],
    [{ serverURL: 'https://a.test' }, /serverUrl.*serverURL/],
  ])('%j is helped with', (value, fix) => expect(problem(value).fix).toMatch(fix));

  test('values never stand in a problem or a remark', () => {
    const values = [
      { command: 'x', env: { API_KEY: ['hunter2'] } },
      { url: 'hunter2://x' },
      { command: 'x', args: [{ hunter2: 1 }] },
      { command: 'x', timeout: 'hunter2', headerz: 'hunter2' },
    ];
    for (const value of values) {
      const outcome = parse(value);
      const texts = [
        ...outcome.remarks.map(({ reason, fix }) => `${reason}${fix}`),
        'problem' in outcome ? outcome.problem.message + outcome.problem.fix : '',
      ];
      if (!('url' in value)) expect(texts.join()).not.toContain('hunter2');
    }
  });
});

test.each([
  [{ command: 'x', arg: [] }, ['arg']],
  [{ command: 'x', enviroment: {} }, []],
  [{ url: 'https://a.test', header: {} }, ['header']],
  [{ command: 'x', Env: {} }, ['Env']],
  [{ command: 'x', enable: true, auth: {}, note: 1, source: 'custom', description: 'd' }, []],
])('%j: misspelt keys are named, strangers are left alone', (value, fields) => {
  expect(
    parse(value)
      .remarks.filter(({ reason }) => reason.includes('means nothing'))
      .map(({ field }) => field),
  ).toEqual(fields);
});

test('random JSON never throws and is always either usable or refused with a field and a way out', () => {
  const KEYS = [
    'command',
    'args',
    'env',
    'url',
    'type',
    'headers',
    'cwd',
    'disabled',
    'enabled',
    'timeout',
    'oauth',
    'toolTimeouts',
    'requestInit',
    'era',
    '__proto__',
    'constructor',
    'serverUrl',
    'envFile',
    'alwaysAllow',
  ];
  const random = createRandom(7);
  const value = (depth: number): unknown => {
    const kinds = [
      () => null,
      () => true,
      () => random.below(9e9),
      () => -1,
      () => '',
      () => 'x',
      () => 'https://a.test',
      () => 'sse',
      () => '"',
      () => '${A}',
      () => '\0',
      () => undefined,
    ];
    if (depth < 2 && random.chance(0.3)) return Array.from({ length: random.below(3) }, () => value(depth + 1));
    if (depth < 2 && random.chance(0.3)) return entry(depth + 1);
    return random.pick(kinds)();
  };
  const entry = (depth: number): object => {
    const out = {};
    for (let n = random.below(6); n > 0; n -= 1)
      Object.defineProperty(out, random.pick(KEYS), { value: value(depth), enumerable: true, configurable: true });
    return out;
  };
  let usable = 0;
  for (let i = 0; i < 20_000; i += 1) {
    const outcome = parse(entry(0));
    if ('template' in outcome) usable += 1;
    else expect(outcome.problem.fix).not.toBe('');
  }
  expect(usable).toBeGreaterThan(500);
});
