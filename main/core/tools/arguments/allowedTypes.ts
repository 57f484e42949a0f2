import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, TYPE_NAMES, type TypeName, typesOf } from '../schema/keywords.ts';

const MAX_DEPTH = 12;
const ALL: ReadonlySet<TypeName> = new Set(TYPE_NAMES);

/** The schema a local reference means: `#`, `#/$defs/x`, `#/definitions/x` or any other pointer into the document. */
export function followReference(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const token of reference.slice(1).split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const value = Array.isArray(node) ? node[Number(key)] : isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
    node = value ?? (isObject(node) ? node[decoded(key)] : undefined);
  }
  return isObject(node) ? node : undefined;
}

/** The JSON types a value may have under a schema, through references and combinators; all when the schema does not say. */
export function allowedTypes(schema: unknown, root: JsonSchema, depth = 0): ReadonlySet<TypeName> {
  if (!isObject(schema) || depth > MAX_DEPTH) return ALL;
  let types: ReadonlySet<TypeName> = ALL;
  const narrow = (other: ReadonlySet<TypeName>): void => {
    types = new Set([...types].filter((type) => other.has(type)));
  };
  const named = typesOf(schema);
  if (named.length > 0) narrow(new Set(named.includes('number') ? [...named, 'integer'] : named));
  const values = schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];
  if (values.length > 0) narrow(new Set(values.flatMap(typesOfValue)));
  if (schema.nullable === true && types !== ALL) types = new Set([...types, 'null']);
  const target = followReference(root, schema.$ref);
  if (target) narrow(allowedTypes(target, root, depth + 1));
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) narrow(allowedTypes(part, root, depth + 1));
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choices)) narrow(new Set(choices.flatMap((part) => [...allowedTypes(part, root, depth + 1)])));
  }
  return types;
}

export function typesOfValue(value: unknown): TypeName[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'object' ? [typeof value as TypeName] : [];
}

/** A schema with everything that counts beside it at the same place: targets of references and branches of combinators. */
export function partsOf(schema: unknown, root: JsonSchema, depth = 0): JsonSchema[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const inner = [followReference(root, schema.$ref), schema.allOf, schema.anyOf, schema.oneOf].flat();
  return [schema, ...inner.flatMap((part) => partsOf(part, root, depth + 1))];
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
