import type { JsonSchema } from '../../../preload/contract/tools.ts';

type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The types a schema allows, through `$ref`, anyOf, oneOf and allOf; empty when it does not say. */
function allowedKinds(schema: unknown, root: JsonSchema, depth = 0): Set<Kind> {
  const kinds = new Set<Kind>();
  if (!isObject(schema) || depth > 8) return kinds;
  for (const kind of Array.isArray(schema.type) ? schema.type : [schema.type]) if (typeof kind === 'string') kinds.add(kind as Kind);
  if ('const' in schema || Array.isArray(schema.enum))
    for (const value of Array.isArray(schema.enum) ? schema.enum : [schema.const]) kinds.add(kindOf(value));
  if (typeof schema.$ref === 'string') for (const kind of allowedKinds(resolve(schema.$ref, root), root, depth + 1)) kinds.add(kind);
  for (const word of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[word])) for (const branch of schema[word]) for (const kind of allowedKinds(branch, root, depth + 1)) kinds.add(kind);
  return kinds;
}

const kindOf = (value: unknown): Kind => (value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as Kind));

function resolve(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith('#')) return undefined;
  let place: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

/** The value a text stands for, if it is exactly of one of these kinds. */
function readAs(text: string, kinds: ReadonlySet<Kind>): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const kind = kindOf(value);
  const fits = kinds.has(kind) || (kind === 'number' && kinds.has('integer') && Number.isInteger(value));
  return fits ? value : undefined;
}

/**
 * Models sometimes write one field as JSON text ("[\"a\"]" for an array). Such a text is read where the schema does not allow a string
 * there and the text is exactly of an allowed type; a field that may be a string stays as it is. Returns the same object when nothing changed.
 */
export function repairArguments(args: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  let repaired = args;
  for (const [key, value] of Object.entries(args)) {
    if (typeof value !== 'string' || !Object.hasOwn(properties, key)) continue;
    const kinds = allowedKinds(properties[key], schema);
    if (kinds.size === 0 || kinds.has('string')) continue;
    const read = readAs(value, kinds);
    if (read !== undefined) repaired = { ...repaired, [key]: read };
  }
  return repaired;
}
