import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, put, typesOf } from './keywords.ts';
import { copyOf, mapChildren } from './mapSchema.ts';

const isLegacy = (node: JsonSchema): boolean =>
  Array.isArray(node.items) ||
  typeof node.exclusiveMinimum === 'boolean' ||
  typeof node.exclusiveMaximum === 'boolean' ||
  ['additionalItems', 'dependencies', 'nullable', 'divisibleBy', '$recursiveRef'].some((keyword) => Object.hasOwn(node, keyword));

/**
 * Rewrites drafts 03 to 2019-09 and OpenAPI 3.0 into 2020-12, without loss: tuples, boolean exclusive bounds, dependencies,
 * `nullable`, `required: true` on a property.
 */
export function toCurrentDialect(schema: JsonSchema): JsonSchema {
  const node = liftRequired(schema);
  const out = isLegacy(node) ? rewrite(node) : node;
  return mapChildren(out, (child) => (isObject(child) ? toCurrentDialect(child) : child));
}

function rewrite(node: JsonSchema): JsonSchema {
  const out = copyOf(node);
  if (Array.isArray(out.items)) {
    if (out.items.length > 0 && out.prefixItems === undefined) out.prefixItems = out.items;
    delete out.items;
    if (out.additionalItems !== undefined) out.items = out.additionalItems;
  }
  delete out.additionalItems;
  exclusive(out, 'exclusiveMinimum', 'minimum');
  exclusive(out, 'exclusiveMaximum', 'maximum');
  if (out.dependencies !== undefined) splitDependencies(out);
  if (out.divisibleBy !== undefined && out.multipleOf === undefined) out.multipleOf = out.divisibleBy;
  delete out.divisibleBy;
  if (typeof out.$recursiveRef === 'string' && out.$ref === undefined) out.$ref = out.$recursiveRef;
  delete out.$recursiveRef;
  const nullable = out.nullable === true;
  delete out.nullable;
  return nullable ? withNull(out) : out;
}

/** Draft-04: `exclusiveMinimum: true` sharpens `minimum`. */
function exclusive(out: JsonSchema, keyword: 'exclusiveMinimum' | 'exclusiveMaximum', bound: 'minimum' | 'maximum'): void {
  if (typeof out[keyword] !== 'boolean') return;
  const sharp = out[keyword] && out[bound] !== undefined;
  if (sharp) out[keyword] = out[bound];
  else delete out[keyword];
  if (sharp) delete out[bound];
}

/** Up to draft-07: one keyword for both kinds of dependency. */
function splitDependencies(out: JsonSchema): void {
  const { dependencies } = out;
  delete out.dependencies;
  if (!isObject(dependencies)) return;
  const required: JsonSchema = {};
  const schemas: JsonSchema = {};
  for (const [name, value] of Object.entries(dependencies)) {
    if (Array.isArray(value)) put(required, name, value);
    else if (typeof value === 'string') put(required, name, [value]);
    else put(schemas, name, value);
  }
  if (Object.keys(required).length > 0) out.dependentRequired ??= required;
  if (Object.keys(schemas).length > 0) out.dependentSchemas ??= schemas;
}

/** OpenAPI 3.0: `nullable` widens the type; beside a reference or a choice it becomes one more choice. */
function withNull(out: JsonSchema): JsonSchema {
  const types = typesOf(out);
  if (Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null];
  if (types.length > 0) return { ...out, type: [...new Set([...types, 'null'])] };
  if (out.$ref !== undefined) {
    const { $ref, ...rest } = out;
    return { ...rest, anyOf: [{ $ref }, { type: 'null' }] };
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(out[keyword])) return { ...out, [keyword]: [...out[keyword], { type: 'null' }] };
  }
  return out;
}

/** Draft-03 (and many hand-written schemas): `required: true` inside a property belongs into the parent's list. */
function liftRequired(node: JsonSchema): JsonSchema {
  if (!isObject(node.properties)) return node;
  const flagged = Object.entries(node.properties).filter(([, child]) => isObject(child) && typeof child.required === 'boolean');
  if (flagged.length === 0) return node;
  const properties = copyOf(node.properties);
  const required = Array.isArray(node.required) ? [...node.required] : [];
  for (const [name, child] of flagged) {
    const { required: flag, ...rest } = child as JsonSchema;
    put(properties, name, rest);
    if (flag === true && !required.includes(name)) required.push(name);
  }
  return { ...node, properties, ...(required.length > 0 ? { required } : {}) };
}
