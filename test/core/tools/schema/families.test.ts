import { describe, expect, test } from 'vitest';
import { normalizeSchema, SCHEMA_RULES, type SchemaFamily } from '../../../../main/core/tools/schema/normalizeSchema.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';

const FAMILIES: SchemaFamily[] = ['neutral', 'openai-compatible', 'anthropic', 'google'];
const forFamily = (family: SchemaFamily, schema: unknown): JsonSchema => normalizeSchema(schema, family).schema;
const property = (family: SchemaFamily, schema: unknown): unknown =>
  (forFamily(family, { type: 'object', properties: { p: schema } }).properties as JsonSchema).p;

test('every rule is named once', () => {
  const ids = SCHEMA_RULES.map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(FAMILIES)('%s', (family) => {
  test('the root is an object without combinators', () => {
    const made = forFamily(family, {
      oneOf: [
        { properties: { a: {} }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
    });
    expect(made.type).toBe('object');
    for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(made).not.toHaveProperty(keyword);
    expect(made.description).toContain('exactly one');
  });

  test('the original is not touched', () => {
    const schema = {
      $schema: 'x',
      allOf: [{ properties: { 城市: { type: ['string', 'null'], const: 'a' }, p: false } }],
      required: null,
      definitions: { a: { items: [true] } },
      not: {},
    };
    const before = JSON.stringify(schema);
    forFamily(family, schema);
    expect(JSON.stringify(schema)).toBe(before);
  });
});

describe.each<SchemaFamily>(['openai-compatible', 'anthropic', 'google'])('%s: plain-root and no-never-properties', (family) => {
  test('nothing at the root but an object and its properties', () => {
    const made = forFamily(family, {
      type: 'object',
      enum: [{}],
      not: { required: ['x'] },
      if: {},
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: {},
      else: {},
      dependentRequired: { a: ['b'] },
    });
    expect(made).toEqual({ type: 'object', properties: {} });
  });

  test('a property that must not be there is not mentioned', () => {
    expect(forFamily(family, { type: 'object', properties: { raw: { type: 'string' }, never: false } }).properties).toEqual({
      raw: { type: 'string' },
    });
  });
});

describe('openai-compatible', () => {
  test.each<[string, unknown, unknown]>([
    ['array-items: an array says what it holds', { type: 'array' }, { type: 'array', items: {} }],
    [
      'array-items: a tuple too',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    ['array-items: what is there stays', { type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    [
      'types-in-branches',
      { type: 'string', anyOf: [{ minLength: 3 }, { type: 'integer' }] },
      { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] },
    ],
  ])('%s', (_what, before, after) => {
    expect(property('openai-compatible', before)).toEqual(after);
  });

  test('bare-references: words stand outside', () => {
    const made = forFamily('openai-compatible', {
      type: 'object',
      properties: { p: { $ref: '#/$defs/a', description: 'D' } },
      $defs: { a: { type: 'string' } },
    });
    expect(made).toEqual({
      type: 'object',
      properties: { p: { description: 'D', anyOf: [{ $ref: '#/$defs/a' }] } },
      $defs: { a: { type: 'string' } },
    });
  });
});

describe('anthropic', () => {
  test('plain-keys: refused names are told in words and the object stays open for them', () => {
    const made = forFamily('anthropic', {
      type: 'object',
      description: 'Weather.',
      properties: { 城市: { type: 'string', description: '城市名' }, days: { type: 'integer' } },
      required: ['城市', 'days'],
      additionalProperties: false,
    });
    expect(made).toEqual({
      type: 'object',
      description: 'Weather.\nAlso takes these properties, under exactly these names: "城市" (required) {"type":"string","description":"城市名"}',
      properties: { days: { type: 'integer' } },
      required: ['days'],
    });
  });

  test('plain-keys: every other schema stays as it is', () => {
    const schema = { type: 'object', properties: { 'a.b-c_D9': { type: 'string' } }, additionalProperties: false };
    expect(forFamily('anthropic', schema)).toBe(schema);
  });
});

describe('google', () => {
  test.each<[string, unknown, unknown]>([
    ['a nullable type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'several types',
      { type: ['string', 'integer', 'null'], description: 'D' },
      { anyOf: [{ type: 'string', description: 'D', nullable: true }, { type: 'integer' }] },
    ],
    ['a choice with null', { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'D' }, { type: 'string', description: 'D', nullable: true }],
    [
      'oneOf is anyOf, its words go inside',
      { oneOf: [{ type: 'string' }, { type: 'number' }], title: 'T', description: 'D' },
      { anyOf: [{ type: 'string', description: 'D' }, { type: 'number' }] },
    ],
    ['allOf is merged', { allOf: [{ type: 'string', minLength: 2 }, { maxLength: 5 }] }, { type: 'string', minLength: 2, maxLength: 5 }],
    ['const is an enum of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a number cannot have an enum', { type: 'integer', enum: [1, 2] }, { type: 'integer', description: 'One of: 1, 2.' }],
    ['an empty text cannot be in an enum', { type: 'string', enum: ['', 'a'] }, { type: 'string', enum: ['a'] }],
    ['formats', { type: 'string', format: 'uri', description: 'Where.' }, { type: 'string', description: 'Where. Format: uri.' }],
    ['formats that are known', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'exclusive bounds and steps',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 3, minimum: 1 },
      { type: 'number', minimum: 1, description: 'More than 0. Less than 9. A multiple of 3.' },
    ],
    ['a default', { type: 'integer', default: 3 }, { type: 'integer', description: 'Default: 3.' }],
    ['an array without items', { type: 'array', minItems: 1, uniqueItems: true }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    [
      'required beyond the properties',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', description: 'Other keys are free, with values like {"type":"number"}.' },
    ],
    ['a type that is not said', { properties: { a: { minLength: 1 } } }, { type: 'object', properties: { a: { type: 'string', minLength: 1 } } }],
    ['unknown keywords', { type: 'string', 'x-note': 1, contentEncoding: 'base64', examples: ['a'], deprecated: true }, { type: 'string' }],
  ])('google-subset: %s', (_what, before, after) => {
    expect(property('google', before)).toEqual(after);
  });

  test('google-subset: a value of any kind is a choice of all kinds', () => {
    expect(property('google', { description: 'D' })).toEqual({
      anyOf: [
        { type: 'string', description: 'D' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'object' },
        { type: 'array', items: { type: 'string' } },
      ],
    });
  });

  test('google-subset: references are inlined and a recursion ends', () => {
    const made = forFamily('google', {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node', description: 'The tree.' } },
      $defs: { node: { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
    });
    const text = JSON.stringify(made);
    expect(text).not.toContain('$ref');
    expect(text).toContain('The tree.');
    expect(text.split('"children"')).toHaveLength(3);
    expect(text).toContain('The same structure again.');
  });

  test('google-subset: growth by inlining is bounded', () => {
    const $defs: JsonSchema = {};
    for (let i = 0; i < 30; i += 1)
      $defs[`d${i}`] = { type: 'object', properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } } };
    $defs.d30 = { type: 'string' };
    expect(JSON.stringify(forFamily('google', { type: 'object', properties: { p: { $ref: '#/$defs/d0' } }, $defs })).length).toBeLessThan(500_000);
  });
});
