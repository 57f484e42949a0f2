import { describe, expect, test } from 'vitest';
import { normalizeSchema } from '../../../../main/core/tools/schema/normalizeSchema.ts';

const notes = (family: 'google' | 'anthropic' | 'openai-compatible', schema: object) => normalizeSchema({ type: 'object', ...schema }, family).notes;
const property = (p: object) => ({ properties: { p } });

describe('what a provider does not get of a schema is said with its place', () => {
  test.each([
    [{ type: 'string', not: { const: 'x' } }, '/properties/p/not'],
    [{ type: 'object', patternProperties: { '^x': {} } }, '/properties/p/patternProperties'],
    [{ type: 'array', contains: { type: 'string' } }, '/properties/p/contains'],
    [{ type: 'object', propertyNames: { pattern: '^a' } }, '/properties/p/propertyNames'],
    [{ type: 'object', additionalProperties: false }, '/properties/p/additionalProperties'],
    [{ if: { type: 'string' }, else: { type: 'number' } }, '/properties/p/if'],
    [{ type: 'string', format: 'uri' }, '/properties/p/format'],
    [{ type: 'integer', enum: [1, 2] }, '/properties/p/enum'],
    [{ const: { a: 1 } }, '/properties/p/const'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '/properties/p/prefixItems'],
    [{ type: 'array', items: { type: 'number', exclusiveMinimum: 1 } }, '/properties/p/items/exclusiveMinimum'],
    [{ oneOf: [{ type: 'string' }, { type: 'number', multipleOf: 2 }] }, '/properties/p/oneOf/1/multipleOf'],
  ])('google: %j', (schema, place) => expect(notes('google', property(schema)).join('\n')).toContain(`${place}: `));

  test.each([
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', format: 'date-time', minLength: 1 },
    { type: 'array', items: { type: 'string' }, uniqueItems: false },
    { type: ['string', 'null'], pattern: '^x' },
  ])('google: nothing to say about %j', (schema) => expect(notes('google', property(schema))).toEqual([]));

  test('anthropic: property names it refuses', () => {
    expect(notes('anthropic', { properties: { 城市: { type: 'string' }, ok: {} } })).toEqual([
      '/properties/城市: the name is told in the description of its object instead',
    ]);
  });

  test('everyone: conditions at the root, and nothing for a plain schema', () => {
    for (const family of ['google', 'anthropic', 'openai-compatible'] as const) {
      expect(notes(family, { if: { required: ['a'] }, properties: { a: { type: 'string' } } })).toContain('/if: left out at the root');
      expect(notes(family, property({ type: 'string', description: 'x' }))).toEqual([]);
    }
  });
});

test('google: values of several kinds shut none of them out', () => {
  const { schema } = normalizeSchema({ type: 'object', ...property({ enum: [1, 'a', true] }) }, 'google');
  const choices = (schema.properties as { p: { anyOf: { type: string; description?: string }[] } }).p.anyOf;
  expect(choices.map(({ type }) => type)).toEqual(expect.arrayContaining(['string', 'number', 'boolean']));
  expect(choices[0]?.description).toBe('One of: 1, "a", true.');
});

test('a schema nested absurdly deep ends', () => {
  let deep: object = { type: 'string' };
  for (let i = 0; i < 5000; i += 1) deep = { type: 'object', properties: { a: deep } };
  expect(() => normalizeSchema(deep, 'google')).not.toThrow();
});
