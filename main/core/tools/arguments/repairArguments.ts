import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isExactNumber, mayHaveLostDigits, parseExact } from '../../base/exactJson.ts';
import { isObject, put, type TypeName } from '../schema/keywords.ts';
import { pointerToken } from '../schema/notes.ts';
import { allowedTypes, partsOf, typesOfValue } from './allowedTypes.ts';

export interface RepairedArguments {
  /** The same object when nothing was repaired. */
  arguments: Record<string, unknown>;
  /** JSON pointers of values that were text and are now what the schema wants, or the other way round for long numbers. */
  repaired: string[];
  /** JSON pointers of integers that may have lost digits before they came here. */
  rounded: string[];
}

const MAX_DEPTH = 64;
/** What models that think in Python write. */
const PYTHON: Readonly<Record<string, string>> = Object.assign(Object.create(null), { True: 'true', False: 'false', None: 'null' });

/**
 * Undoes what models do to arguments: an object, list, number or boolean written as JSON text is read where the schema does not
 * allow text and the text is exactly of an allowed type. A field that may be text stays as it is. An integer beyond 2^53
 * becomes text where the schema takes only text. A `null` that the schema does not take is left out where nothing is required.
 */
export function repairArguments(args: Record<string, unknown>, schema: JsonSchema): RepairedArguments {
  const walk: Walk = { root: schema, repaired: [], rounded: [] };
  const value = repairValue(args, [schema], walk, '', 0);
  return { arguments: isObject(value) ? value : args, repaired: walk.repaired, rounded: walk.rounded };
}

interface Walk extends Omit<RepairedArguments, 'arguments'> {
  root: JsonSchema;
}

/** `schemas` all describe this place; none when nothing does. */
function repairValue(value: unknown, schemas: readonly unknown[], walk: Walk, pointer: string, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (typeof value === 'number' && mayHaveLostDigits(value)) walk.rounded.push(pointer);
  if (typeof value === 'string' || isExactNumber(value)) {
    const types = schemas.length > 0 ? typesOfAll(schemas, walk.root) : undefined;
    const read =
      types && (typeof value === 'string' ? readText(value, types) : types.has('string') && !types.has('integer') ? value.rawJSON : undefined);
    if (read === undefined) return value;
    walk.repaired.push(pointer);
    return repairValue(read, schemas, walk, pointer, depth + 1);
  }
  if (Array.isArray(value)) {
    const parts = schemas.flatMap((schema) => partsOf(schema, walk.root));
    const items = value.map((item, i) =>
      repairValue(
        item,
        parts.flatMap((part) => itemSchemas(part, i)),
        walk,
        `${pointer}/${i}`,
        depth + 1,
      ),
    );
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  return isObject(value) ? repairMembers(value, schemas, walk, pointer, depth) : value;
}

function repairMembers(value: Record<string, unknown>, schemas: readonly unknown[], walk: Walk, pointer: string, depth: number): unknown {
  const parts = schemas.flatMap((schema) => partsOf(schema, walk.root));
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = repairValue(
      before,
      parts.flatMap((part) => memberSchemas(part, key)),
      walk,
      `${pointer}/${pointerToken(key)}`,
      depth + 1,
    );
    if (after === null && isOptional(parts, key) && !takesNull(parts, key, walk.root)) {
      walk.repaired.push(`${pointer}/${pointerToken(key)}`);
      copy ??= { ...value };
      delete copy[key];
      continue;
    }
    if (after === before) continue;
    copy ??= { ...value };
    put(copy, key, after);
  }
  return copy ?? value;
}

/** `null` for a property that is described, may be missing and takes no null is a model's way to leave it out. */
const isOptional = (parts: readonly JsonSchema[], key: string): boolean =>
  !parts.some((part) => Array.isArray(part.required) && part.required.includes(key));

function takesNull(parts: readonly JsonSchema[], key: string, root: JsonSchema): boolean {
  const schemas = parts.flatMap((part) => memberSchemas(part, key));
  return schemas.length === 0 || schemas.some((schema) => allowedTypes(schema, root).has('null'));
}

/** Several branches may describe one place; text stays text if any of them allows it. */
function typesOfAll(schemas: readonly unknown[], root: JsonSchema): ReadonlySet<TypeName> {
  return new Set(schemas.flatMap((schema) => [...allowedTypes(schema, root)]));
}

function readText(text: string, types: ReadonlySet<TypeName>): unknown {
  if (types.has('string')) return undefined;
  let value: unknown;
  try {
    value = parseExact(PYTHON[text.trim()] ?? text);
  } catch {
    return undefined;
  }
  const own: TypeName[] = isExactNumber(value) ? ['integer', 'number'] : typesOfValue(value);
  return own.some((type) => types.has(type)) ? value : undefined;
}

function memberSchemas(part: JsonSchema, key: string): unknown[] {
  if (isObject(part.properties) && Object.hasOwn(part.properties, key)) return [part.properties[key]];
  return isObject(part.additionalProperties) ? [part.additionalProperties] : [];
}

function itemSchemas(part: JsonSchema, index: number): unknown[] {
  const tuple = Array.isArray(part.prefixItems) ? part.prefixItems : Array.isArray(part.items) ? part.items : [];
  if (index < tuple.length) return [tuple[index]];
  return isObject(part.items) ? [part.items] : [];
}
