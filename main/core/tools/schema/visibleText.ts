import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { hasHidden, stripHidden } from '../../base/hiddenText.ts';
import { isObject, kindOf, put } from './keywords.ts';
import { copyOf } from './mapSchema.ts';
import { pointerToken, type SchemaNotes } from './notes.ts';

const WORDS = new Set(['title', 'description', '$comment']);

/**
 * No hidden character reaches the model through a schema (TOL-5). Words are cleaned. Values and names cannot be cleaned
 * without changing what they mean to the server, so those are left out for the model, with a note; the check of the
 * arguments still knows them.
 */
export function toVisibleText(schema: JsonSchema, notes: SchemaNotes, pointer = ''): JsonSchema {
  let copy: JsonSchema | undefined;
  const set = (key: string, value: unknown): void => {
    copy ??= copyOf(schema);
    if (value === undefined) delete copy[key];
    else put(copy, key, value);
  };
  const drop = (key: string, what: string): void => {
    set(key, undefined);
    notes.add(`${pointer}/${pointerToken(stripHidden(key))}`, `${what} with hidden characters, left out for the model`);
  };
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    const kind = kindOf(key);
    const here = `${pointer}/${pointerToken(key)}`;
    if (WORDS.has(key) && typeof value === 'string') {
      const clean = stripHidden(value);
      if (clean !== value) set(key, clean);
    } else if (hasHidden(key)) drop(key, 'a keyword');
    else if (kind === 'schema') {
      if (isObject(value)) change(key, value, toVisibleText(value, notes, here));
    } else if (kind === 'schemas' && Array.isArray(value)) {
      const after = value.map((child, i) => (isObject(child) ? toVisibleText(child, notes, `${here}/${i}`) : child));
      if (!after.every((child, i) => child === value[i])) set(key, after);
    } else if (kind === 'schemaMap' && isObject(value)) change(key, value, visibleMap(value, notes, here));
    else if (Array.isArray(value) && (kind === 'list' || kind === 'strings')) {
      const after = value.filter((item) => !holdsHidden(item));
      if (after.length === 0 && value.length > 0) drop(key, 'values');
      else if (after.length < value.length) {
        set(key, after);
        notes.add(here, 'values with hidden characters, left out for the model');
      }
    } else if (key !== '$ref' && holdsHidden(value)) drop(key, 'a value');
  }
  return copy ?? schema;

  function change(key: string, before: unknown, after: unknown): void {
    if (after !== before) set(key, after);
  }
}

function visibleMap(map: JsonSchema, notes: SchemaNotes, here: string): JsonSchema {
  let copy: JsonSchema | undefined;
  for (const name of Object.keys(map)) {
    const value = map[name];
    const hidden = hasHidden(name);
    const after = isObject(value) ? toVisibleText(value, notes, `${here}/${pointerToken(name)}`) : value;
    if (!hidden && after === value) continue;
    copy ??= copyOf(map);
    if (hidden) {
      delete copy[name];
      notes.add(`${here}/${pointerToken(stripHidden(name))}`, 'a property name with hidden characters, left out for the model');
    } else put(copy, name, after);
  }
  return copy ?? map;
}

/** Hidden characters anywhere in a JSON value. */
function holdsHidden(value: unknown): boolean {
  if (typeof value === 'string') return hasHidden(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasHidden(key) || holdsHidden(item));
}
