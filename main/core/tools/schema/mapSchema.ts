import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, kindOf, put } from './keywords.ts';

/** Where a subschema sits: the keyword that holds it and, in maps, its name. */
export interface Place {
  keyword: string;
  name?: string;
}

/** Returned for a subschema that shall go. */
export const DROP = Symbol('drop');

/**
 * A schema with every direct subschema replaced by `change(child)`. Shares what did not change: the same object comes back
 * when nothing did, so a lawful schema costs no memory and the original is never touched.
 */
export function mapChildren(schema: JsonSchema, change: (child: unknown, place: Place) => unknown): JsonSchema {
  let copy: JsonSchema | undefined;
  for (const keyword of Object.keys(schema)) {
    const before = schema[keyword];
    if (typeof before !== 'object' && typeof before !== 'boolean') continue;
    const after = changeValue(keyword, before, change);
    if (after === before) continue;
    copy ??= copyOf(schema);
    if (after === DROP) delete copy[keyword];
    else put(copy, keyword, after);
  }
  return copy ?? schema;
}

function changeValue(keyword: string, value: unknown, change: (child: unknown, place: Place) => unknown): unknown {
  const kind = kindOf(keyword);
  if (kind === 'schema') return change(value, { keyword });
  if (kind === 'schemas' && Array.isArray(value)) {
    const after = value.map((child) => change(child, { keyword }));
    return after.every((child, i) => child === value[i]) ? value : after.filter((child) => child !== DROP);
  }
  if (kind === 'schemaMap' && isObject(value)) {
    let copy: JsonSchema | undefined;
    for (const name of Object.keys(value)) {
      const after = change(value[name], { keyword, name });
      if (after === value[name]) continue;
      copy ??= copyOf(value);
      if (after === DROP) delete copy[name];
      else put(copy, name, after);
    }
    return copy ?? value;
  }
  return value;
}

/** Applies `change` to every object schema of a document, children first. */
export function mapDeep(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  return change(mapChildren(schema, (child) => (isObject(child) ? mapDeep(child, change) : child)));
}

/** Visits every object schema of a document, parents first. */
export function visitSchemas(schema: JsonSchema, visit: (node: JsonSchema) => void): void {
  visit(schema);
  mapChildren(schema, (child) => {
    if (isObject(child)) visitSchemas(child, visit);
    return child;
  });
}

/** A shallow copy that keeps an own `__proto__` key an own key. */
export function copyOf(schema: JsonSchema): JsonSchema {
  return { ...schema };
}
