import { describe, expect, test } from 'vitest';
import { validateArguments } from '../../../../main/core/tools/arguments/validateArguments.ts';
import { salvage } from '../../../../main/core/tools/salvage.ts';

/** What a server lists as `inputSchema`, through the salvage, and the arguments checked against it. */
function check(inputSchema: unknown, args: unknown) {
  const [tool] = salvage('s', [{ name: 't', inputSchema }]).definitions;
  if (!tool) throw new Error('The tool was set aside.');
  return validateArguments({ server: 's', original: 't', originalSchema: tool.inputSchema }, args);
}
const p = (schema: unknown, more: object = {}) => ({ type: 'object', properties: { p: schema }, ...more });

describe('schemas as they occur in the field: lawful arguments pass', () => {
  test.each<[string, unknown, unknown]>([
    ['a type of another language', p({ type: 'STRING' }), { p: 'x' }],
    ['required is null', p({ type: 'string' }, { required: null }), { p: 'x' }],
    ['required is text', p({ type: 'string' }, { required: 'p' }), {}],
    ['a list of types with null', p({ type: ['string', 'null'] }), { p: null }],
    ['nullable of OpenAPI', p({ type: 'string', nullable: true }), { p: null }],
    ['a boolean schema', p(true), { p: [1] }],
    ['a forbidden property that is not there', p(false), {}],
    ['a tuple of draft-07 without $schema', p({ type: 'array', items: [{ type: 'string' }, { type: 'number' }] }), { p: ['a', 1] }],
    ['a reference to another document', p({ $ref: 'https://x.test/s.json' }), { p: 1 }],
    ['a reference that leads nowhere', p({ $ref: '#/$defs/none' }), { p: 1 }],
    ['a ring of references', p({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }), { p: 1 }],
    ['a recursion through the root', p({ $ref: '#' }), { p: { p: {} } }],
    ['a constant object', p({ const: { a: 1 } }), { p: { a: 1 } }],
    ['values of all kinds', p({ enum: [1, '1', null, { a: 1 }] }), { p: { a: 1 } }],
    ['no value at all', p({ enum: [] }), { p: 1 }],
    ['no choice at all', p({ anyOf: [] }), { p: 1 }],
    ['a multiple of nothing', p({ type: 'number', multipleOf: 0 }), { p: 3 }],
    ['a broken count', p({ type: 'array', maxItems: 1.5 }), { p: [1, 2] }],
    ['a negative length', p({ type: 'string', minLength: -1 }), { p: 'x' }],
    ['20,000 values', p({ enum: Array.from({ length: 20_000 }, (_, i) => `v${i}`) }), { p: 'v19999' }],
    ['a format nobody knows', p({ type: 'string', format: 'color' }), { p: '#fff' }],
    ['a format that is a number', p({ type: 'string', format: 5 }), { p: 'x' }],
    ['base64 that is none', p({ type: 'string', contentEncoding: 'base64' }), { p: 'not base64' }],
    ['a length in characters, not UTF-16 units', p({ type: 'string', maxLength: 1 }), { p: '😀' }],
    ['a lone surrogate', p({ type: 'string' }), { p: '\ud800' }],
    ['a NUL', p({ type: 'string' }), { p: 'a\u0000b' }],
    ['$schema of nowhere', { $schema: 'https://example.com/x', ...p({ type: 'string' }) }, { p: 'x' }],
    ['$id that is a number', { $id: 5, ...p({ type: 'string' }) }, { p: 'x' }],
    [
      'properties called like keywords',
      { type: 'object', properties: { $ref: { type: 'string' }, required: { type: 'boolean' } } },
      { $ref: 'x', required: true },
    ],
    ['a property __proto__', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'), JSON.parse('{"__proto__":"x"}')],
    ['a schema as JSON text', JSON.stringify(p({ type: 'string' })), { p: 'x' }],
  ])('%s', (_what, schema, args) => expect(check(schema, args)).toMatchObject({ ok: true, value: args }));
});

describe('and wrong ones are still found', () => {
  test.each<[string, unknown, unknown]>([
    ['a type of another language', p({ type: 'INTEGER' }), { p: 'x' }],
    ['draft-04 bounds without $schema', p({ type: 'number', minimum: 1, exclusiveMinimum: true }), { p: 1 }],
    ['draft-03 required', { $schema: 'http://json-schema.org/draft-03/schema#', ...p({ type: 'string', required: true }) }, {}],
    ['#/components/schemas', p({ $ref: '#/components/schemas/X' }, { components: { schemas: { X: { type: 'string' } } } }), { p: 1 }],
    ['a bound as text', p({ type: 'number', minimum: '3' }), { p: 1 }],
    ['the shorthand of a schema', p('string'), { p: 1 }],
    ['a property that every object has', { type: 'object', required: ['constructor'] }, {}],
    ['a required property in the schema’s text', JSON.stringify(p({ type: 'string' }, { required: ['p'] })), {}],
    ['a tuple of draft-07', p({ type: 'array', items: [{ type: 'string' }] }), { p: [1] }],
    [
      'deep down',
      Array.from({ length: 60 }).reduce((inner: object) => ({ type: 'object', properties: { a: inner } }), { type: 'string' } as object),
      { a: { a: 1 } },
    ],
  ])('%s', (_what, schema, args) => expect(check(schema, args)).toMatchObject({ ok: false, error: { code: 'call.arguments' } }));
});

describe('patterns of other languages refuse nothing by mistake', () => {
  test.each([
    ['^[[:alpha:]]+$', 'abc'],
    ['\\Aabc\\Z', 'abc'],
    ['(?i)abc', 'ABC'],
    ['(?P<year>\\d+)', 'x'],
    ['a++b', 'aab'],
    ['^[\\w\\-\\.]+$', 'a-b.c'],
    ['[a-', 'x'],
  ])('%s', (pattern, text) => expect(check(p({ type: 'string', pattern }), { p: text })).toMatchObject({ ok: true }));

  test('and those JavaScript understands still count', () => {
    expect(check(p({ type: 'string', pattern: '^(?:a|b)+$' }), { p: 'c' })).toMatchObject({ ok: false });
    expect(check(p({ type: 'string', pattern: '^[\\w\\-]+$' }), { p: 'a b' })).toMatchObject({ ok: false });
  });

  test('a property pattern that is none judges no property', () => {
    expect(check({ type: 'object', patternProperties: { '[': { type: 'number' } } }, { a: 'text' })).toMatchObject({ ok: true });
    expect(check({ type: 'object', patternProperties: { '^n': { type: 'number' } } }, { n1: 'text' })).toMatchObject({ ok: false });
  });
});

describe('arguments as models write them', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['nothing, as a list', {}, [], {}],
    ['a code block', p({ type: 'string' }), '```json\n{"p":"x"}\n```', { p: 'x' }],
    ['True of Python', p({ type: 'boolean' }), { p: 'True' }, { p: true }],
    ['None of Python', p({ type: ['object', 'null'] }), { p: 'None' }, { p: null }],
    ['null for what may be left out', p({ type: 'string' }), { p: null, q: null }, { q: null }],
    ['null where it is lawful', p({ anyOf: [{ type: 'string' }, { type: 'null' }] }), { p: null }, { p: null }],
    ['null that nobody describes', { type: 'object' }, { p: null }, { p: null }],
  ])('%s', (_what, schema, given, expected) => expect(check(schema, given)).toEqual({ ok: true, value: expected }));

  test('null for what is required is an error, and True stays text where text is meant', () => {
    expect(check(p({ type: 'string' }, { required: ['p'] }), { p: null })).toMatchObject({ ok: false });
    expect(check(p({ type: 'string' }), { p: 'True' })).toMatchObject({ value: { p: 'True' } });
  });

  test.each(['{"p":9007199254740993}', '{"p":-0}', '{"p":1e400}', '{"p":123456789012345678901234567890}'])('%s goes out digit by digit', (text) => {
    const checked = check(p({ type: 'number' }), text);
    expect(checked.ok && JSON.stringify(checked.value)).toBe(text);
  });
});
