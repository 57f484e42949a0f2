import { describe, expect, test } from 'vitest';
import { InvalidParams, readElicitation } from '../../../main/core/requests/readElicitation.ts';

const form = (properties: unknown) => ({ message: 'Which?', requestedSchema: { type: 'object', properties } });
const page = (url: unknown) => ({ mode: 'url', message: 'Please', elicitationId: 'e1', url });
const warningsOf = (url: string) => {
  const { ask } = readElicitation(page(url));
  return ask.mode === 'url' ? ask.warnings : undefined;
};

describe('forms', () => {
  test('no mode means a form', () => {
    expect(readElicitation(form({ b: { type: 'string' } }))).toMatchObject({ message: 'Which?', ask: { mode: 'form', secretFields: [] } });
  });

  test.each([
    ['apiKey', { type: 'string' }],
    ['GITHUB_TOKEN', { type: 'string' }],
    ['field1', { type: 'string', title: 'Your password' }],
    ['field2', { type: 'string', title: '数据库密码' }],
    ['field3', { type: 'string', format: 'password' }],
  ])('%s asks for a secret', (name, field) => {
    expect(readElicitation(form({ [name]: field, city: { type: 'string' } })).ask).toMatchObject({ secretFields: [name] });
  });

  test.each([
    ['no schema', { message: 'x' }],
    ['a schema that is a list', { requestedSchema: [] }],
    ['no properties', { requestedSchema: { type: 'object' } }],
    ['too many fields', form(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, {}])))],
    ['a huge schema', form({ a: { type: 'string', description: 'x'.repeat(100_001) } })],
    ['an unknown mode', { mode: 'hologram', message: 'x' }],
  ])('%s is refused with -32602', (_what, params) => {
    expect(() => readElicitation(params)).toThrow(InvalidParams);
    expect(new InvalidParams('x').code).toBe(-32602);
  });

  test('an endless message is cut', () => {
    expect(readElicitation({ ...form({}), message: 'x'.repeat(10_000) }).message).toHaveLength(4000);
  });
});

describe('pages', () => {
  test.each([
    ['https://login.example/start?id=1', []],
    ['http://login.example/', ['not-encrypted']],
    ['http://localhost:3000/', ['local']],
    ['http://127.0.0.1:8080/x', ['local']],
    ['https://bank.example@evil.example/', ['user-info']],
    ['https://ex\u0430mple.com/', ['international-name']],
  ])('%s', (url, warnings) => {
    expect(warningsOf(url)).toEqual(warnings);
  });

  test('the host is what the browser connects to', () => {
    expect(readElicitation(page('https://bank.example@evil.example:8443/')).ask).toMatchObject({ host: 'evil.example:8443' });
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'quayside://x', 'nonsense', '', 7, undefined])(
    '%s is refused',
    (url) => {
      expect(() => readElicitation(page(url))).toThrow('url has to be an http or https address');
    },
  );
});
