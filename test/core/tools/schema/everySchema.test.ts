import { type Schema, Validator } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { normalizeSchema, type SchemaFamily } from '../../../../main/core/tools/schema/normalizeSchema.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { pick, seededRandom } from '../../../fakes/seededRandom.ts';

const FAMILIES: SchemaFamily[] = ['neutral', 'openai-compatible', 'anthropic', 'google'];
const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
const NAMES = ['a', 'b', 'c', 'kind', '城市', 'toString'];
type Random = () => number;

/** Lawful schemas with every structure the rules deal with. */
function lawful(random: Random, depth: number): unknown {
  if (depth <= 0)
    return pick<unknown>(random, [
      { type: 'string' },
      { type: 'integer', minimum: 0 },
      { type: ['string', 'null'] },
      {},
      true,
      { const: 'x' },
      { enum: ['x', 1] },
    ]);
  const below = (): unknown => lawful(random, depth - 1);
  const some = (n: number): unknown[] => Array.from({ length: 1 + Math.floor(random() * n) }, below);
  return pick<() => unknown>(random, [
    () => object(random, depth),
    () => object(random, depth),
    () => ({ type: 'array', items: below() }),
    () => ({ type: 'array', prefixItems: some(2), items: pick<unknown>(random, [false, below()]) }),
    () => ({ anyOf: some(3) }),
    () => ({ oneOf: some(2) }),
    () => ({ allOf: some(2) }),
    () => ({ $ref: pick(random, ['#/$defs/d', '#/$defs/e']), description: 'ref' }),
    below,
  ])();
}

function object(random: Random, depth: number, free: unknown[] = [false, { type: 'string' }]): JsonSchema {
  const properties = Object.fromEntries(NAMES.filter(() => random() < 0.5).map((name) => [name, lawful(random, depth - 1)]));
  return {
    ...(random() < 0.7 ? { type: 'object' } : {}),
    properties,
    ...(random() < 0.4 ? { required: NAMES.filter(() => random() < 0.2) } : {}),
    ...(random() < 0.2 ? { additionalProperties: pick(random, free) } : {}),
  };
}

function lawfulRoot(random: Random): JsonSchema {
  const root = object(random, 3);
  // What a part says about keys it does not name is left out when parts become one object; that is not judged here.
  const more = (): JsonSchema => object(random, 2, [false]);
  const extra = pick<() => JsonSchema>(random, [
    () => ({}),
    () => ({ anyOf: [more(), more()] }),
    () => ({ oneOf: [more(), more()] }),
    () => ({ allOf: [more(), { anyOf: [more(), more()] }] }),
  ])();
  return { ...root, ...extra, $defs: { d: object(random, 2), e: lawful(random, 0) } };
}

/** Puts nonsense into random places. */
function spoil(random: Random, value: unknown): unknown {
  if (random() < 0.06)
    return pick<unknown>(random, [null, [], {}, 'string', 5, -1, true, '\u200B', 'INT', { $ref: '#/no' }, { type: 'any' }, { required: null }]);
  if (Array.isArray(value)) return value.map((item) => spoil(random, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoil(random, item)]));
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }
  return value;
}

function value(random: Random, depth: number): unknown {
  if (depth <= 0 || random() < 0.4) return pick<unknown>(random, ['x', 'y', 0, 1, -1, null, true, 1.5]);
  if (random() < 0.3) return Array.from({ length: Math.floor(random() * 3) }, () => value(random, depth - 1));
  return Object.fromEntries(NAMES.filter(() => random() < 0.5).map((name) => [name, value(random, depth - 1)]));
}

const objectValue = (random: Random): JsonSchema => Object.fromEntries(NAMES.filter(() => random() < 0.5).map((name) => [name, value(random, 2)]));

describe('80 spoiled schemas', () => {
  test.each(FAMILIES)('%s: lawful 2020-12, an object without combinators at the root, references that resolve; and again the same', (family) => {
    const random = seededRandom(11);
    for (let i = 0; i < 80; i += 1) {
      const original = freeze(spoil(random, lawfulRoot(random)));
      const { schema } = normalizeSchema(original, family);
      const at = `${i}: ${JSON.stringify(original)} → ${JSON.stringify(schema)}`;
      if (schema.type !== 'object' || ['anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema)) expect.fail(at);
      if (!ajv.validateSchema(schema)) expect.fail(`${ajv.errorsText()} ${at}`);
      // Compiling finds dangling references.
      ajv.compile(schema);
      ajv.removeSchema(schema);
      if (family === 'neutral') expect(normalizeSchema(schema).schema, at).toEqual(schema);
    }
  });
});

describe('200 lawful schemas', () => {
  const fits = (schema: JsonSchema, args: unknown): boolean => new Validator(schema as Schema, '2020-12').validate(args).valid;

  test.each<SchemaFamily>(['neutral', 'anthropic'])('%s: whatever the original takes, the repaired one takes too', (family) => {
    const random = seededRandom(23);
    let taken = 0;
    for (let i = 0; i < 200; i += 1) {
      const original = lawfulRoot(random);
      const { schema } = normalizeSchema(original, family);
      // What no branch that fits speaks of is not meant: the repaired schema may describe it by another branch.
      const strict = { ...original, unevaluatedProperties: false };
      for (let n = 0; n < 40; n += 1) {
        const args = objectValue(random);
        if (!fits(strict, args)) continue;
        taken += 1;
        if (!fits(schema, args)) expect.fail(`${JSON.stringify(args)} ${JSON.stringify(original)} → ${JSON.stringify(schema)}`);
      }
    }
    expect(taken).toBeGreaterThan(100);
  });
});
