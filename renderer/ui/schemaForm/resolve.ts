import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { atPointer } from './pointer.ts';

export const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: JsonSchema, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

const MAX_REFS = 16;

/** Follows local references; a circle or a foreign reference ends as an open schema. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let i = 0; i < MAX_REFS; i += 1) {
    const ref = own(current, '$ref');
    if (typeof ref !== 'string') return withAll(current, root);
    const target = ref.startsWith('#') ? atPointer(root, ref) : undefined;
    if (!isSchema(target)) return {};
    const { $ref: _, ...beside } = current;
    current = { ...target, ...beside };
  }
  return {};
}

/** The parts of `allOf` as one schema, as far as a form needs them. Parts that refer further are followed a bounded number of times. */
function withAll(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  const parts = own(schema, 'allOf');
  if (!Array.isArray(parts) || depth > 4 || parts.length > MAX_REFS) return schema;
  const { allOf: _, ...rest } = schema;
  return parts.filter(isSchema).reduce<JsonSchema>((all, part) => {
    const ref = own(part, '$ref');
    const target = typeof ref === 'string' && ref.startsWith('#') ? atPointer(root, ref) : part;
    return isSchema(target) ? merge(all, withAll(target, root, depth + 1)) : all;
  }, rest);
}

/** Two schemas that both hold, as far as a form needs them: properties of both, needed fields of both. */
export function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  const out: JsonSchema = { ...a, ...b };
  if (isSchema(a.properties) && isSchema(b.properties)) out.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required)) out.required = [...new Set([...a.required, ...b.required])];
  return out;
}
