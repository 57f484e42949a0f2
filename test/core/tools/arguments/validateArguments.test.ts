import { describe, expect, test } from 'vitest';
import { parseExact } from '../../../../main/core/base/exactJson.ts';
import { checkArguments, validateArguments } from '../../../../main/core/tools/arguments/validateArguments.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';

const tool = (originalSchema: JsonSchema) => ({ server: 's', original: 'tool', originalSchema });
const k01: JsonSchema = {
  type: 'object',
  properties: {
    meta: { anyOf: [{ $ref: '#/$defs/m' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' } },
    body: { type: 'string' },
  },
  $defs: { m: { type: 'object' } },
};

describe('arguments as text (case k01)', () => {
  test.each<[unknown, unknown]>([
    ['{"meta":{"a":1}}', { meta: { a: 1 } }],
    ['"{\\"body\\":\\"hi\\"}"', { body: 'hi' }],
    [
      { meta: '{"a":1}', tags: '["x"]', body: '{"stays":"text"}' },
      { meta: { a: 1 }, tags: ['x'], body: '{"stays":"text"}' },
    ],
    ['', {}],
    ['  \n', {}],
    [null, {}],
    [undefined, {}],
    ['null', {}],
    ['""', {}],
    [{ meta: 'null' }, { meta: null }],
  ])('%j is taken as %j', (given, expected) => {
    expect(validateArguments(tool(k01), given)).toEqual({ ok: true, value: expected });
  });

  test.each<[unknown, RegExp]>([
    ['{"meta": ', /not valid JSON/],
    ['[1]', /a list, not an object/],
    ['5', /a number, not an object/],
    [true, /a boolean, not an object/],
    [{ tags: '{"a":1}' }, /\/tags: must be array, not string/],
    [{ tags: 'x' }, /\/tags: must be array/],
  ])('%j goes back to the model: %s', (given, message) => {
    const outcome = validateArguments(tool(k01), given);
    if (outcome.ok) throw new Error('was taken');
    expect(outcome.error.code).toBe('call.arguments');
    expect(outcome.error.message).toMatch(message);
    expect(outcome.error.fix).toBeTruthy();
  });

  test.each<[string, JsonSchema, unknown, unknown]>([
    [
      'numbers and booleans',
      { properties: { n: { type: 'integer' }, b: { type: 'boolean' }, f: { type: 'number' } } },
      { n: '5', b: 'true', f: '1.5' },
      { n: 5, b: true, f: 1.5 },
    ],
    ['not a fraction for an integer', { properties: { n: { type: 'integer' } } }, { n: '1.5' }, undefined],
    [
      'inside objects and lists',
      { properties: { list: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } } } },
      { list: ['{"n":"3"}', { n: '4' }] },
      { list: [{ n: 3 }, { n: 4 }] },
    ],
    ['tuples', { properties: { t: { prefixItems: [{ type: 'string' }, { type: 'number' }] } } }, { t: ['1', '2'] }, { t: ['1', 2] }],
    ['maps', { properties: { m: { additionalProperties: { type: 'number' } } } }, { m: { a: '1' } }, { m: { a: 1 } }],
    [
      'through allOf and definitions',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        allOf: [{ $ref: '#/definitions/a' }],
        definitions: { a: { properties: { n: { type: 'number' } } } },
      },
      { n: '7' },
      { n: 7 },
    ],
    ['text where a choice allows text', { properties: { x: { type: ['object', 'string'] } } }, { x: '{}' }, { x: '{}' }],
    ['text where nothing is said', { properties: { x: {} } }, { x: '{}', y: '5' }, { x: '{}', y: '5' }],
    ['an enum of numbers', { properties: { x: { enum: [1, 2] } } }, { x: '2' }, { x: 2 }],
  ])('%s', (_what, schema, given, expected) => {
    const outcome = validateArguments(tool(schema), given);
    expect(outcome.ok ? outcome.value : undefined).toEqual(expected);
  });

  test('what was repaired is told, and arguments without faults are the same object', () => {
    expect(checkArguments(k01, { meta: '{"a":1}', tags: ['x'] }).repaired).toEqual(['/meta']);
    const args = { tags: ['x'] };
    expect(checkArguments(k01, args).arguments).toBe(args);
  });

  test('the given arguments are not changed', () => {
    const given = Object.freeze({ meta: '{"a":1}' });
    validateArguments(tool(k01), given);
    expect(given).toEqual({ meta: '{"a":1}' });
  });

  test('a property called __proto__ is a property', () => {
    const outcome = validateArguments(tool({ properties: { n: { type: 'number' } } }), '{"__proto__":{"n":"x"},"n":"5"}');
    expect(JSON.stringify(outcome)).toBe('{"ok":true,"value":{"__proto__":{"n":"x"},"n":5}}');
  });
});

describe('integers above 2^53', () => {
  const big = '9007199254740993';

  test('go onto the wire as they were given', () => {
    const outcome = validateArguments(
      tool({ properties: { id: { type: 'integer' }, list: { type: 'array' } } }),
      `{"id":${big},"list":[${big}],"free":-${big}}`,
    );
    expect(JSON.stringify(outcome)).toBe(`{"ok":true,"value":{"id":${big},"list":[${big}],"free":-${big}}}`);
  });

  test('also from a number in text', () => {
    expect(JSON.stringify(validateArguments(tool({ properties: { id: { type: 'integer' } } }), { id: big }))).toContain(`"id":${big}`);
  });

  test('become text where the schema takes only text', () => {
    expect(validateArguments(tool({ properties: { id: { type: 'string' } } }), `{"id":${big}}`)).toEqual({ ok: true, value: { id: big } });
  });

  test('a number that was rounded before it came here is refused, not sent', () => {
    const outcome = validateArguments(tool({ properties: { id: { type: 'integer' } } }), { id: Number(big) });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'call.arguments', message: expect.stringMatching(/\/id: .*2\^53/) } });
  });

  test('what a number can hold stays an ordinary number', () => {
    expect(parseExact('{"a":9007199254740991,"b":1e30,"c":0.1234567890123456789,"d":"9007199254740993","e":-12}')).toEqual({
      a: 9007199254740991,
      b: 1e30,
      c: 0.12345678901234568,
      d: big,
      e: -12,
    });
    expect(JSON.stringify(parseExact('[1e400]'))).toBe('[1e400]');
  });

  test('are checked like other numbers', () => {
    expect(validateArguments(tool({ properties: { id: { type: 'integer', maximum: 10 } } }), `{"id":${big}}`).ok).toBe(false);
    expect(validateArguments(tool({ properties: { id: { type: 'boolean' } } }), `{"id":${big}}`).ok).toBe(false);
  });
});

describe('errors are for the model: each place with its reason, never a value', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 2 },
      days: { type: 'integer', maximum: 7 },
      unit: { enum: ['C', 'F'] },
      deep: { type: 'object', properties: { on: { type: 'boolean' } } },
    },
    required: ['city'],
    additionalProperties: false,
  };

  test.each<[Record<string, unknown>, string[]]>([
    [{}, ['(root): the required property "city" is missing']],
    [{ city: 5, days: 9 }, ['/city: must be string, not integer', '/days: must be <= 7']],
    [{ city: 'Hangzhou', unit: 'K' }, ['/unit: must be one of "C", "F"']],
    [{ city: 'Hangzhou', town: 'x' }, ['(root): the property "town" is not known']],
    [{ city: 'Hangzhou', deep: { on: 'perhaps' } }, ['/deep/on: must be boolean, not string']],
  ])('%j', (args, expected) => {
    expect(checkArguments(schema, args).errors.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(expected);
  });

  test('a secret among the arguments is not in the message', () => {
    const outcome = validateArguments(tool(schema), { city: 'x', days: 'sk-secret-value', town: 1 });
    expect(JSON.stringify(outcome)).not.toContain('sk-secret');
  });

  test('choices: the branches speak, not the summary; and at most ten errors', () => {
    const { errors } = checkArguments({ properties: { x: { anyOf: [{ type: 'number' }, { type: 'boolean' }] } } }, { x: [] });
    expect(errors.map(({ reason }) => reason)).toEqual(['must be number, not array', 'must be boolean, not array']);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, 'x']));
    expect(checkArguments({ additionalProperties: { type: 'number' } }, many).errors).toHaveLength(10);
  });

  test('hidden characters in names are visible', () => {
    expect(checkArguments({ additionalProperties: false }, { 'a\u200B': 1 }).errors[0]?.reason).toContain('⟨U+200B⟩');
  });
});
