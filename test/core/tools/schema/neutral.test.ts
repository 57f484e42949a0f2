import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { normalizeSchema } from '../../../../main/core/tools/schema/normalizeSchema.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';

const neutral = (schema: unknown): JsonSchema => normalizeSchema(schema).schema;
const inside = (property: unknown): unknown => (neutral({ type: 'object', properties: { p: property } }).properties as JsonSchema).p;
const ajv = new Ajv2020({ strict: false });

describe('object-root (TOL-4)', () => {
  test('an object schema stays as it is, the very same object', () => {
    const schema = Object.freeze({
      type: 'object',
      properties: { city: { type: 'string', minLength: 1 }, opts: { type: 'object', properties: { deep: { type: 'boolean', default: false } } } },
      required: ['city'],
      additionalProperties: false,
    });
    expect(normalizeSchema(schema)).toEqual({ schema, notes: [] });
    expect(neutral(schema)).toBe(schema);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['false', false],
    ['a list', []],
    ['text', 'object'],
    ['a number', 5],
  ])('%s becomes an open object schema with a note', (_what, schema) => {
    const { schema: made, notes } = normalizeSchema(schema);
    expect(made).toEqual({ type: 'object', properties: {} });
    expect(notes).toHaveLength(1);
  });

  test.each<[string, JsonSchema, JsonSchema]>([
    ['a missing type is added', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    ['object or null is an object', { type: ['object', 'null'], properties: {} }, { type: 'object', properties: {} }],
    ['text is no object', { type: 'string', description: 'D' }, { type: 'object', properties: {}, description: 'D' }],
    ['choices of no object', { anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'object', properties: {} }],
  ])('%s', (_what, schema, expected) => {
    expect(neutral(schema)).toEqual(expected);
  });

  test('anyOf: all properties, required only where all branches agree, the rule in words', () => {
    const made = neutral({
      type: 'object',
      properties: { always: { type: 'string' } },
      required: ['always'],
      anyOf: [
        { properties: { a: { type: 'string' }, id: { type: 'string' } }, required: ['a', 'id'] },
        { properties: { b: { type: 'number' }, id: { type: 'integer' } }, required: ['b', 'id'] },
      ],
    });
    expect(made).toEqual({
      type: 'object',
      properties: {
        always: { type: 'string' },
        a: { type: 'string' },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        b: { type: 'number' },
      },
      required: ['always', 'id'],
      description: 'Give at least one of these groups of properties: (a, id) or (b, id).',
    });
  });

  test('oneOf with a discriminator becomes one enum', () => {
    const made = neutral({
      oneOf: [
        { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
        { type: 'object', properties: { kind: { const: 'square' }, a: { type: 'number' } }, required: ['kind', 'a'] },
      ],
    });
    expect(made.properties).toMatchObject({ kind: { enum: ['circle', 'square'] } });
    expect(made.required).toEqual(['kind']);
    expect(made.description).toBe('Give exactly one of these groups of properties: (kind="circle", r) or (kind="square", a).');
  });

  test('allOf is merged: everything required, bounds tightened, closed parts opened to each other', () => {
    const made = neutral({
      allOf: [
        { properties: { n: { type: 'number', minimum: 1 } }, required: ['n'], additionalProperties: false },
        { properties: { n: { type: 'integer', minimum: 3, maximum: 9 }, m: {} }, required: ['m'] },
      ],
    });
    expect(made).toEqual({ type: 'object', properties: { n: { type: 'integer', minimum: 3, maximum: 9 }, m: {} }, required: ['n', 'm'] });
  });

  test('references at the root and in branches are followed; definitions still in use stay', () => {
    const made = neutral({
      $ref: '#/$defs/Args',
      $defs: {
        Args: { type: 'object', properties: { node: { $ref: '#/$defs/Node' } } },
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
        Unused: {},
      },
    });
    expect(made).toEqual({
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    });
  });

  test.each<[string, JsonSchema]>([
    ['a root that refers to itself', { $ref: '#' }],
    ['definitions in a ring', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['combinators in a ring', { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { allOf: [{ $ref: '#/$defs/a' }, { properties: { x: {} } }] } } }],
  ])('%s ends', (_what, schema) => {
    expect(neutral(schema).type).toBe('object');
  });
});

describe('local-references', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['definitions of draft-07', { definitions: { a: { type: 'string' } }, properties: { p: { $ref: '#/definitions/a' } } }, { $ref: '#/$defs/a' }],
    ['an anchor', { $defs: { a: { $anchor: 'here', type: 'string' } }, properties: { p: { $ref: '#here' } } }, { $ref: '#/$defs/here' }],
    ['an id', { $defs: { a: { $id: 'item.json', type: 'string' } }, properties: { p: { $ref: 'item.json' } } }, { $ref: '#/$defs/item.json' }],
    ['an id of draft-04', { definitions: { a: { id: '#x', type: 'string' } }, properties: { p: { $ref: '#x' } } }, { $ref: '#/$defs/x' }],
    ['another property', { properties: { q: { type: 'string' }, p: { $ref: '#/properties/q' } } }, { $ref: '#/$defs/q' }],
    [
      'escaped and encoded names',
      { $defs: { 'a/b c': { type: 'string' } }, properties: { p: { $ref: '#/$defs/a~1b%20c' } } },
      { $ref: '#/$defs/a_b_c' },
    ],
    ['a dynamic anchor', { $dynamicAnchor: 'n', properties: { p: { $dynamicRef: '#n' } } }, { $ref: '#' }],
    [
      'the absolute id of the root',
      { $id: 'https://a.test/s', $defs: { a: { type: 'string' } }, properties: { p: { $ref: 'https://a.test/s#/$defs/a' } } },
      { $ref: '#/$defs/a' },
    ],
  ])('%s', (_what, schema, expected) => {
    const { schema: made, notes } = normalizeSchema({ type: 'object', ...schema });
    expect((made.properties as JsonSchema).p).toEqual(expected);
    expect(notes).toEqual([]);
    expect(ajv.validate(made, { p: 5 })).toBe(false);
  });

  test.each(['#/$defs/missing', 'https://evil.example.test/schema.json', '#nowhere', '#/properties/p/type'])(
    '%s leads nowhere: any value, with a note, and nothing is fetched',
    (reference) => {
      const { schema, notes } = normalizeSchema({ type: 'object', properties: { p: { $ref: reference, description: 'D' } } });
      expect(schema.properties).toEqual({ p: { description: 'D' } });
      expect(notes.join()).toContain(reference);
    },
  );

  test('two definitions that would get the same name keep apart', () => {
    const made = neutral({
      type: 'object',
      $defs: { 'a b': { type: 'string' }, 'a/b': { type: 'number' } },
      properties: { p: { $ref: '#/$defs/a b' }, q: { $ref: '#/$defs/a~1b' } },
    });
    expect(ajv.validate(made, { p: 'x', q: 1 })).toBe(true);
    expect(ajv.validate(made, { p: 1 })).toBe(false);
    expect(ajv.validate(made, { q: 'x' })).toBe(false);
  });
});

describe('references without an end', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ['a definition that is itself', { a: { $ref: '#/$defs/a', description: 'D' } }, { description: 'D' }],
    ['two that are each other', { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, {}],
    ['a choice that leads back', { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } }, { anyOf: [{}, { type: 'string' }] }],
  ])('%s: cut, with a note', (_what, $defs, expected) => {
    const { schema, notes } = normalizeSchema({ type: 'object', properties: { p: { $ref: '#/$defs/a' } }, $defs });
    expect(notes).toEqual([expect.stringContaining('without an end')]);
    expect(JSON.stringify(schema)).not.toMatch(/"\$ref":"#\/\$defs\/b"/);
    // What is left of the place: the definition without the reference that closed the ring, or nothing at all.
    const { p } = schema.properties as { p: JsonSchema };
    expect([expected, {}]).toContainEqual(p);
    expect(ajv.validate(schema, { p: 'x' })).toBe(true);
  });

  test('recursion through a property or an item is lawful and stays', () => {
    const tree = {
      type: 'object',
      properties: { p: { $ref: '#/$defs/t' } },
      $defs: { t: { properties: { kids: { type: 'array', items: { $ref: '#/$defs/t' } } } } },
    };
    expect(normalizeSchema(tree)).toEqual({ schema: tree, notes: [] });
  });
});

describe('current-dialect', () => {
  test.each<[string, unknown, unknown]>([
    [
      'tuples',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    ],
    [
      'boolean exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 5 },
    ],
    ['nullable', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['nullable beside a choice', { nullable: true, anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['nullable: false', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'dependencies',
      { type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } },
      { type: 'object', dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    ],
    [
      'required on the property',
      { type: 'object', properties: { a: { type: 'string', required: true }, b: { required: false } } },
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
    ],
    ['divisibleBy', { type: 'number', divisibleBy: 2 }, { type: 'number', multipleOf: 2 }],
  ])('%s', (_what, before, after) => {
    expect(inside(before)).toEqual(after);
  });
});

describe('lawful-values', () => {
  test.each<[string, unknown, unknown]>([
    ['required: null', { type: 'object', required: null }, { type: 'object' }],
    ['required as text', { type: 'object', required: 'a' }, { type: 'object' }],
    ['required twice', { type: 'object', required: ['a', 'a', 5] }, { type: 'object', required: ['a'] }],
    ['properties as a list, as PHP writes an empty map', { type: 'object', properties: [] }, { type: 'object' }],
    ['a null property', { type: 'object', properties: { a: null } }, { type: 'object', properties: { a: {} } }],
    ['a property by its type alone', { type: 'object', properties: { a: 'string' } }, { type: 'object', properties: { a: { type: 'string' } } }],
    [
      'boolean properties',
      { type: 'object', properties: { raw: true, never: false } },
      { type: 'object', properties: { raw: {}, never: { not: {} } } },
    ],
    ['additionalProperties as a list', { type: 'object', additionalProperties: [] }, { type: 'object' }],
    ['a bound as text', { type: 'string', minLength: '3', maxLength: -1 }, { type: 'string', minLength: 3 }],
    ['types of other languages', { type: 'INT' }, { type: 'integer' }],
    ['an unknown type', { type: 'any' }, {}],
    ['a list of types', { type: ['string', 'str', 'file', null] }, { type: ['string'] }],
    ['an empty enum', { enum: [] }, {}],
    ['an empty choice', { anyOf: [] }, {}],
    ['a pattern that is none', { type: 'string', pattern: '(' }, { type: 'string' }],
    ['a pattern of the old syntax', { type: 'string', pattern: '^[\\w-.]+$' }, { type: 'string', pattern: '^[\\w-.]+$' }],
    ['a number as description', { description: 5, title: null }, {}],
    ['multipleOf: 0', { type: 'number', multipleOf: 0 }, { type: 'number' }],
  ])('%s', (_what, before, after) => {
    expect(inside(before)).toEqual(after);
  });

  test('each loss has a note with its place, and a hostile schema cannot make notes without end', () => {
    expect(normalizeSchema({ type: 'object', properties: { 'a/b': { minimum: 'x' } } }).notes).toEqual([
      '/properties/a~1b/minimum: "x" is not a valid value, left out',
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`p${i}`, { type: 5 }]));
    expect(normalizeSchema({ type: 'object', properties: many }).notes).toHaveLength(21);
  });

  test('names that objects have anyway are properties like others', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"str"},"constructor":true,"toString":{"type":"string"}},"required":["__proto__"]}',
    );
    const made = neutral(schema);
    expect(Object.keys(made.properties as object)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(JSON.stringify(made.properties)).toBe('{"__proto__":{"type":"string"},"constructor":{},"toString":{"type":"string"}}');
  });
});

describe('visible-text (TOL-5)', () => {
  const hidden = '\u{E0041}\u200B';

  test('words are cleaned at every depth', () => {
    const made = neutral({
      type: 'object',
      description: `a${hidden}`,
      properties: { p: { type: 'array', items: { anyOf: [{ title: `t${hidden}` }] } } },
    });
    expect(made).toEqual({ type: 'object', description: 'a', properties: { p: { type: 'array', items: { anyOf: [{ title: 't' }] } } } });
  });

  test('values and names with hidden characters are left out, with a note', () => {
    const { schema, notes } = normalizeSchema({
      type: 'object',
      required: ['ok', `x${hidden}`],
      properties: { ok: { enum: ['a', `b${hidden}`], default: `c${hidden}` }, [`x${hidden}`]: {}, all: { enum: [hidden] } },
      [`x-${hidden}`]: 1,
      examples: [{ deep: [hidden] }],
    });
    expect(schema).toEqual({ type: 'object', required: ['ok'], properties: { ok: { enum: ['a'] }, all: {} } });
    expect(notes.length).toBeGreaterThanOrEqual(5);
  });

  test('flags and joined emoji stay', () => {
    const description = '🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍🚀 می‌خواهم';
    expect(inside({ description })).toEqual({ description });
  });
});

test('nesting beyond the stack becomes an open schema instead of an exception', () => {
  let schema: JsonSchema = {};
  for (let i = 0; i < 50_000; i += 1) schema = { properties: { x: schema } };
  expect(normalizeSchema(schema).schema).toEqual({ type: 'object', properties: {} });
});
