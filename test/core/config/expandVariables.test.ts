// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import { describe, expect, test } from 'vitest';
import { Expansion, missingVariables, type VariableScope } from '../../../main/core/config/expandVariables.ts';

const scope = (more: Partial<VariableScope> = {}): VariableScope => ({
  env: { TOKEN: 't0', EMPTY: '', TRICKY: '${TOKEN}', DOLLAR: '$&$1', 'ProgramFiles(x86)': 'C:\\P' },
  platform: 'linux',
  folders: { workspaceFolder: '/w', userHome: '/h', gone: undefined },
  input: async (id) => (id === 'known' ? 'answer' : undefined),
  secret: async (name) => (name === 'known' ? 'geheim' : undefined),
  ...more,
});

test.each([
  ['${TOKEN}', 't0'],
  ['a${TOKEN}b${TOKEN}', 'at0bt0'],
  ['${env:TOKEN}', 't0'],
  ['${NOPE:-none}', 'none'],
  ['${NOPE:-}', ''],
  ['${NOPE:-a:-b}', 'a:-b'],
  ['${NOPE:-http://x/y}', 'http://x/y'],
  ['${env:NOPE:-d}', 'd'],
  ['${TOKEN:-none}', 't0'],
  ['${EMPTY:-none}', 'none'],
  ['${EMPTY}', ''],
  ['${TRICKY}', '${TOKEN}'],
  ['${DOLLAR}', '$&$1'],
  ['${ProgramFiles(x86)}', 'C:\\P'],
  ['${input:known}', 'answer'],
  ['${input:nope:-d}', 'd'],
  ['${secret:known}', 'geheim'],
  ['${workspaceFolder}/x', '/w/x'],
  ['${userHome}', '/h'],
  ['$TOKEN', '$TOKEN'],
  ['pa$$w0rd$', 'pa$$w0rd$'],
  ['${}', '${}'],
  ['a ${ b', 'a ${ b'],
  ['{TOKEN}', '{TOKEN}'],
  ['$${TOKEN}', '$t0'],
  ['', ''],
])('%s becomes %s', async (template, value) => {
  const expansion = new Expansion(scope());
  expect(await expansion.text(template, 'f')).toBe(value);
  expect(expansion.missing).toEqual([]);
});

test.each([
  ['${NOPE}', 'NOPE', 'env'],
  ['${env:NOPE}', 'NOPE', 'env'],
  ['${input:nope}', 'input:nope', 'input'],
  ['${secret:nope}', 'secret:nope', 'secret'],
  ['${gone}', 'gone', 'folder'],
  ['${command:pick}', 'command:pick', 'unknown'],
  ['${config:a.b}', 'config:a.b', 'unknown'],
  ['${a b}', 'a b', 'unknown'],
  ['${A:-${B}}', 'A:-${', 'unknown'],
  ['${toString}', 'toString', 'env'],
])('%s is missing as %s', async (template, variable, kind) => {
  const expansion = new Expansion(scope());
  await expansion.text(template, 'f');
  expect(expansion.missing).toEqual([{ variable, field: 'f', kind }]);
  expect(missingVariables('srv', expansion.missing)).toMatchObject({
    code: 'config.variable',
    info: { fix: expect.stringMatching(/\w/), params: { variable, field: 'f', server: 'srv' } },
  });
});

test('every missing variable is named with its field, and no value is', async () => {
  const expansion = new Expansion(scope({ env: { A: 'hunter2' } }));
  await expansion.list(['${A} ${B}', '${C}'], 'args');
  await expansion.table({ X: '${A}${B}', Y: 'plain' }, 'env');
  const { message } = missingVariables('srv', expansion.missing).info;
  expect(message).toMatch(/B \(args\.0\), C \(args\.1\), B \(env\.X\)/);
  expect(message).not.toContain('hunter2');
});

test('values of secrets and inputs are handed out to be masked, others are not', async () => {
  const expansion = new Expansion(scope());
  await expansion.text('${secret:known} ${input:known} ${TOKEN}', 'f');
  expect(expansion.secretValues).toEqual(['geheim', 'answer']);
});

describe('Windows', () => {
  test('names of variables have no case there, and only there', async () => {
    const windows = new Expansion(scope({ platform: 'win32' }));
    expect(await windows.text('${token}', 'f')).toBe('t0');
    const linux = new Expansion(scope());
    await linux.text('${token}', 'f');
    expect(linux.missing).toHaveLength(1);
  });
});
