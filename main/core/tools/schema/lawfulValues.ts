import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, isTypeName, type KeywordKind, kindOf, put, type TypeName } from './keywords.ts';
import { copyOf } from './mapSchema.ts';
import { pointerToken, type SchemaNotes } from './notes.ts';

/** Keywords whose `true` and `false` say something; elsewhere they are written as `{}` and `{ not: {} }`, which every consumer can read. */
const BOOLEAN_IS_FINE = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'items']);
/** Type names of other languages that turn up in hand-written schemas. */
const TYPE_ALIASES: Readonly<Record<string, TypeName>> = {
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  str: 'string',
  text: 'string',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
  tuple: 'array',
  none: 'null',
};
const ABSENT = Symbol('absent');

/**
 * A 2020-12 schema in which every keyword's value is of the kind the keyword wants. What can be understood is repaired
 * (`"3"`, `"STRING"`, `properties: []`), the rest is left out with a note: providers refuse the whole request for one `required: null`.
 */
export function toLawfulValues(schema: JsonSchema, notes: SchemaNotes, pointer = ''): JsonSchema {
  let copy: JsonSchema | undefined;
  for (const keyword of Object.keys(schema)) {
    const kind = kindOf(keyword);
    if (kind === undefined) continue;
    const here = `${pointer}/${pointerToken(keyword)}`;
    const after = repair(kind, keyword, schema[keyword], notes, here);
    if (after === schema[keyword]) continue;
    copy ??= copyOf(schema);
    if (after === ABSENT) delete copy[keyword];
    else copy[keyword] = after;
    if (after === ABSENT && schema[keyword] !== undefined) notes.add(here, `${shown(schema[keyword])} is not a valid value, left out`);
  }
  return copy ?? schema;
}

function repair(kind: KeywordKind, keyword: string, value: unknown, notes: SchemaNotes, here: string): unknown {
  switch (kind) {
    case 'schema':
      return BOOLEAN_IS_FINE.has(keyword) && typeof value === 'boolean' ? value : (child(value, notes, here) ?? ABSENT);
    case 'schemas': {
      if (!Array.isArray(value) || value.length === 0) return ABSENT;
      const after = value.map((item, i) => child(item, notes, `${here}/${i}`) ?? {});
      return after.every((item, i) => item === value[i]) ? value : after;
    }
    case 'schemaMap':
      return isObject(value) ? lawfulMap(value, notes, here) : ABSENT;
    case 'string':
      return typeof value === 'string' ? value : ABSENT;
    case 'strings':
      return lawfulStrings(value);
    case 'stringsMap':
      return isObject(value) && Object.values(value).every((list) => lawfulStrings(list) === list) ? value : ABSENT;
    case 'number':
      return lawfulNumber(value, () => true);
    case 'positive':
      return lawfulNumber(value, (n) => n > 0);
    case 'count':
      return lawfulNumber(value, (n) => Number.isInteger(n) && n >= 0);
    case 'boolean':
      return typeof value === 'boolean' ? value : ABSENT;
    case 'type':
      return lawfulType(value);
    case 'list':
      return Array.isArray(value) && value.length > 0 ? value : ABSENT;
    case 'pattern':
      return typeof value === 'string' && compiles(value) ? value : ABSENT;
  }
}

/** A subschema: an object, a boolean written out, or the shorthand `"string"`; undefined for anything else. */
function child(value: unknown, notes: SchemaNotes, here: string): JsonSchema | undefined {
  if (isObject(value)) return toLawfulValues(value, notes, here);
  if (typeof value === 'boolean') return value ? {} : { not: {} };
  const type = typeof value === 'string' ? lawfulType(value) : ABSENT;
  return type === ABSENT ? undefined : { type };
}

function lawfulMap(map: JsonSchema, notes: SchemaNotes, here: string): JsonSchema {
  let copy: JsonSchema | undefined;
  for (const name of Object.keys(map)) {
    const place = `${here}/${pointerToken(name)}`;
    const after = child(map[name], notes, place);
    if (after === map[name]) continue;
    // The name stays usable: a property nobody describes may hold anything.
    if (after === undefined) notes.add(place, `${shown(map[name])} is not a schema, any value is taken`);
    copy ??= copyOf(map);
    put(copy, name, after ?? {});
  }
  return copy ?? map;
}

function lawfulStrings(value: unknown): unknown {
  if (!Array.isArray(value)) return ABSENT;
  const strings = [...new Set(value.filter((item) => typeof item === 'string'))];
  return strings.length === value.length ? value : strings;
}

function lawfulNumber(value: unknown, fits: (n: number) => boolean): unknown {
  const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof n === 'number' && Number.isFinite(n) && fits(n) ? n : ABSENT;
}

function lawfulType(value: unknown): unknown {
  if (!Array.isArray(value)) return typeName(value) ?? ABSENT;
  const names = [...new Set(value.map(typeName).filter((name) => name !== undefined))];
  if (names.length === 0) return ABSENT;
  return names.length === value.length && names.every((name, i) => name === value[i]) ? value : names;
}

function typeName(value: unknown): TypeName | undefined {
  if (isTypeName(value)) return value;
  if (typeof value !== 'string') return undefined;
  const lower = value.toLowerCase();
  if (isTypeName(lower)) return lower;
  return Object.hasOwn(TYPE_ALIASES, lower) ? TYPE_ALIASES[lower] : undefined;
}

function compiles(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      // Tried without the flag next; many schemas hold escapes that only the old syntax allows.
    }
  }
  return false;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60);
