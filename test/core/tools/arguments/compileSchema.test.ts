import { describe, expect, test } from 'vitest';
import { compileSchema, dialectOf } from '../../../../main/core/tools/arguments/compileSchema.ts';
import { guardedPattern } from '../../../../main/core/tools/arguments/guardedPattern.ts';
import { validateOutput } from '../../../../main/core/tools/arguments/validateOutput.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';

const fits = (schema: JsonSchema, value: unknown): boolean => compileSchema(schema).check(value).length === 0;

describe('the dialect of the schema decides', () => {
  test.each<[string, JsonSchema, unknown, unknown]>([
    [
      'draft-04: boolean exclusive bounds',
      { $schema: 'http://json-schema.org/draft-04/schema#', properties: { n: { minimum: 1, exclusiveMinimum: true } } },
      { n: 2 },
      { n: 1 },
    ],
    [
      'draft-07: tuples',
      { $schema: 'http://json-schema.org/draft-07/schema#', properties: { t: { items: [{ type: 'string' }], additionalItems: false } } },
      { t: ['a'] },
      { t: ['a', 'b'] },
    ],
    [
      '2019-09: dependentRequired',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', dependentRequired: { a: ['b'] } },
      { a: 1, b: 1 },
      { a: 1 },
    ],
    [
      '2020-12: prefixItems',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { t: { prefixItems: [{ type: 'string' }], items: false } } },
      { t: ['a'] },
      { t: ['a', 'b'] },
    ],
    ['no $schema is 2020-12', { properties: { t: { prefixItems: [{ type: 'string' }] } } }, { t: ['a'] }, { t: [1] }],
    ['an unknown $schema is 2020-12', { $schema: 'https://example.test/mine', required: ['a'] }, { a: 1 }, {}],
    ['steps of 0.01', { properties: { n: { multipleOf: 0.01 } } }, { n: 0.29 }, { n: 0.291 }],
    ['formats', { properties: { d: { type: 'string', format: 'date' } } }, { d: '2026-11-30' }, { d: 'tomorrow' }],
    ['the combinators of the original', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { b: 1 }, {}],
    ['recursion', { properties: { next: { $ref: '#' } }, additionalProperties: false }, { next: { next: {} } }, { next: { x: 1 } }],
  ])('%s', (_what, schema, good, bad) => {
    expect(compileSchema(schema).note).toBeUndefined();
    expect(fits(schema, good)).toBe(true);
    expect(fits(schema, bad)).toBe(false);
  });

  test('draft-06 counts as draft-07', () => {
    expect(dialectOf({ $schema: 'http://json-schema.org/draft-06/schema#' })).toBe('draft-07');
  });
});

describe('a schema that cannot be compiled never blocks', () => {
  test.each<[string, JsonSchema, unknown, unknown]>([
    ['required: null', { type: 'object', properties: { n: { type: 'number' } }, required: null }, { n: 1 }, { n: 'x' }],
    ['a draft-07 tuple without $schema', { properties: { t: { items: [{ type: 'string' }] } } }, { t: ['a'] }, { t: [1] }],
    ['a dangling reference', { properties: { a: { $ref: '#/$defs/no' }, n: { type: 'number' } } }, { a: 1 }, { n: 'x' }],
    ['a reference out of the document', { properties: { a: { $ref: 'https://evil.example.test/x' }, n: { type: 'number' } } }, { a: 1 }, { n: 'x' }],
    ['a type of another language', { properties: { n: { type: 'int' } } }, { n: 1 }, { n: 'x' }],
  ])('%s: it is checked in its repaired form, with a note', (_what, schema, good, bad) => {
    expect(compileSchema(schema).note).toBeTruthy();
    expect(fits(schema, good)).toBe(true);
    expect(fits(schema, bad)).toBe(false);
  });

  test('a schema that refers to itself in place lets everything pass', () => {
    expect(fits({ $ref: '#' }, { a: 1 })).toBe(true);
    expect(fits({ allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } }, {})).toBe(true);
  });

  test('the same $id in two schemas is no conflict', () => {
    expect(fits({ $id: 'https://a.test/x', required: ['a'] }, {})).toBe(false);
    expect(fits({ $id: 'https://a.test/x', required: ['b'] }, { b: 1 })).toBe(true);
  });

  test('compiled once a schema', () => {
    const schema = { required: ['a'] };
    expect(compileSchema(schema)).toBe(compileSchema(schema));
  });
});

describe('patterns come from servers', () => {
  test('one that would take for ever passes after a moment', () => {
    expect(guardedPattern('^(a+)+$').test(`${'a'.repeat(60)}!`)).toBe(true);
    expect(guardedPattern('^(a|a)*$').test(`${'a'.repeat(60)}!`)).toBe(true);
    expect(fits({ properties: { x: { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } }, { x: 'a'.repeat(60) })).toBe(true);
  });

  test.each<[string, string, boolean]>([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'ab1', false],
    ['^(ab)+$', 'abab', true],
    ['^(ab)+$', 'aba', false],
    ['^[\\w-.]+$', 'a-b.c', true],
    ['^\\p{L}+$', '天气', true],
    ['(', 'anything', true],
  ])('%s on %s', (pattern, text, matches) => {
    expect(guardedPattern(pattern).test(text)).toBe(matches);
  });
});

describe('structured results (CAL-4)', () => {
  const schema = { type: 'object', properties: { v: { type: 'number' } }, required: ['v'] };
  test('a result that fits has no notes', () => expect(validateOutput(schema, { v: 5 })).toEqual([]));
  test('one that does not is told, with the place', () =>
    expect(validateOutput(schema, { v: 'five' })).toEqual([expect.stringMatching(/\/v: must be number, not string/)]));
  test('a missing one is told', () => expect(validateOutput(schema, undefined)).toHaveLength(1));
  test('any JSON may be a result', () => expect(validateOutput({ type: 'array', items: { type: 'string' } }, ['a'])).toEqual([]));
  test('a schema with faults checks what it can', () => expect(validateOutput({ ...schema, required: null }, { v: 'x' })).toHaveLength(2));
});
