import type { JsonSchema } from '../../../../../preload/contract/tools.ts';
import { isObject, typesOf, without } from '../keywords.ts';
import { DROP, mapChildren, mapDeep } from '../mapSchema.ts';

const ROOT_ONLY_PLAIN = ['enum', 'const', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties'];

/** The root as a plain object schema that names its properties, if only none. Only widens: arguments are checked against the original. */
export function withPlainRoot(root: JsonSchema): JsonSchema {
  const plain = without(root, ROOT_ONLY_PLAIN);
  return isObject(plain.properties) ? plain : { ...plain, properties: {} };
}

/** A schema that nothing satisfies, as `false` reads after the repair of values. */
export const isNever = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema.not) && Object.keys(schema).length === 1 && Object.keys(schema.not).length === 0;

/** A property that must not be there is best not mentioned at all. */
export function withoutNeverProperties(root: JsonSchema): JsonSchema {
  return mapDeep(root, (node) => {
    if (!isObject(node.properties) || !Object.values(node.properties).some(isNever)) return node;
    return mapChildren(node, (child, place) => (place.keyword === 'properties' && isNever(child) ? DROP : child));
  });
}

/** Every array says what it holds. */
export function withArrayItems(root: JsonSchema): JsonSchema {
  return mapDeep(root, (node) => {
    if (!typesOf(node).includes('array') || isObject(node.items)) return node;
    const parts = Array.isArray(node.prefixItems) ? node.prefixItems : [];
    return { ...node, items: parts.length === 0 ? {} : parts.length === 1 ? parts[0] : { anyOf: parts } };
  });
}
