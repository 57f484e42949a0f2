import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { equalJson } from './equalJson.ts';
import { isObject, put, typesOf, without } from './keywords.ts';
import { copyOf } from './mapSchema.ts';

const LOWER_BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']);
const UPPER_BOUNDS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const union = (a: unknown, b: unknown): unknown[] => [...new Set([...list(a), ...list(b)])];

/**
 * One schema that means `a` and `b` at once, as far as that can be written without `allOf`: properties and required lists
 * join, bounds tighten, enums and types intersect. Where two constraints cannot both be written the first stays: the
 * original is what arguments are checked against.
 */
export function mergeBoth(a: JsonSchema, b: JsonSchema): JsonSchema {
  const out = copyOf(a);
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(out, key)) put(out, key, b[key]);
    else if (!equalJson(out[key], b[key])) put(out, key, both(key, out[key], b[key], a, b));
  }
  return out;
}

function both(key: string, mine: unknown, other: unknown, a: JsonSchema, b: JsonSchema): unknown {
  if (LOWER_BOUNDS.has(key)) return Math.max(Number(mine), Number(other));
  if (UPPER_BOUNDS.has(key)) return Math.min(Number(mine), Number(other));
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
    case '$defs':
      return isObject(mine) && isObject(other) ? joinMaps(mine, other, mergeBoth) : mine;
    case 'required':
      return union(mine, other);
    case 'allOf':
      return [...list(mine), ...list(other)];
    case 'enum': {
      const common = list(mine).filter((value) => list(other).some((candidate) => equalJson(value, candidate)));
      return common.length > 0 ? common : mine;
    }
    case 'type':
      return commonType(a, b) ?? mine;
    default:
      return mine;
  }
}

function commonType(a: JsonSchema, b: JsonSchema): unknown {
  const [mine, other] = [typesOf(a), typesOf(b)];
  const common = mine.filter((type) => other.includes(type) || (type === 'integer' && other.includes('number')));
  if (mine.includes('number') && other.includes('integer') && !common.includes('integer')) common.push('integer');
  return common.length === 0 ? undefined : common.length === 1 ? common[0] : common;
}

/** Two maps of schemas; names that both have are joined by `join`. */
export function joinMaps(a: JsonSchema, b: JsonSchema, join: (mine: JsonSchema, other: JsonSchema) => JsonSchema): JsonSchema {
  const out = copyOf(a);
  for (const name of Object.keys(b)) {
    const mine = Object.hasOwn(out, name) ? out[name] : undefined;
    const other = b[name];
    if (!isObject(mine)) put(out, name, other);
    else if (isObject(other) && !equalJson(mine, other)) put(out, name, join(mine, other));
  }
  return out;
}

/** One schema that means `a` or `b`: alternatives of literals become one enum (a discriminator), anything else an `anyOf`. */
export function mergeEither(a: JsonSchema, b: JsonSchema): JsonSchema {
  const [mine, other] = [literals(a), literals(b)];
  if (mine && other) {
    const values = [...mine.values, ...other.values.filter((value) => !mine.values.some((known) => equalJson(known, value)))];
    const rest = { ...other.rest, ...mine.rest };
    return { ...(mine.rest.type === other.rest.type ? rest : without(rest, ['type'])), enum: values };
  }
  const known = Array.isArray(a.anyOf) && Object.keys(a).length === 1 ? a.anyOf : [a];
  return known.some((option) => equalJson(option, b)) ? a : { anyOf: [...known, b] };
}

/** The values of a schema that is nothing but a choice of literals, with its words. */
function literals(schema: JsonSchema): { values: unknown[]; rest: JsonSchema } | undefined {
  const { const: single, enum: several, ...rest } = schema;
  const values = single !== undefined ? [single] : Array.isArray(several) ? several : undefined;
  const plain = Object.keys(rest).every((key) => ['type', 'title', 'description', 'default'].includes(key));
  return values && plain ? { values, rest } : undefined;
}
