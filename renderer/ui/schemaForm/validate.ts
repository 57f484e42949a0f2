import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { isLongInteger } from './exactNumbers.ts';
import { atPointer } from './pointer.ts';

/** What is wrong at one place of a value. `path` is a JSON pointer without the leading `#`. */
export interface FieldError {
  path: string;
  keyword: string;
  /** The limit or type the schema names, where it names one. */
  limit: string | undefined;
  /** The validator's own English sentence. */
  reason: string;
}

/** Keywords that only repeat that something inside is wrong. */
const WRAPPERS = new Set([
  'properties',
  'items',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'if',
  'then',
  'else',
  'not',
  'false',
]);
const PROPERTY = /"((?:[^"\\]|\\.)*)"/;

export function draftOf(schema: JsonSchema): SchemaDraft {
  const id = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (id.includes('draft-04')) return '4';
  if (id.includes('draft-07') || id.includes('draft-06')) return '7';
  if (id.includes('2019-09')) return '2019-09';
  return '2020-12';
}

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

function toFieldError(unit: OutputUnit, schema: JsonSchema): FieldError {
  const at = decodeURIComponent(unit.instanceLocation.replace(/^#/, ''));
  const named = PROPERTY.exec(unit.error)?.[1];
  // These two speak about a child but are reported at its parent.
  const child = unit.keyword === 'required' || unit.keyword === 'additionalProperties' || unit.keyword === 'unevaluatedProperties';
  const limit = atPointer(schema, unit.keywordLocation);
  return {
    path: child && named !== undefined ? `${at}/${escapeKey(named)}` : at,
    keyword: unit.keyword,
    limit: typeof limit === 'string' || typeof limit === 'number' ? String(limit) : Array.isArray(limit) ? limit.join(', ') : undefined,
    reason: unit.error,
  };
}

/** The digits of a long number as text where a number belongs: main makes the number of it that no JavaScript number could be. */
function isLongNumber({ path, keyword, limit }: FieldError, root: unknown): boolean {
  if (keyword !== 'type' || (limit !== 'integer' && limit !== 'number')) return false;
  const value = atPointer(root, path);
  return typeof value === 'string' && isLongInteger(value);
}

/** Checks a value against a tool's schema with a validator that needs no eval (the CSP forbids it). A broken schema finds nothing: main checks again. */
export function validate(schema: JsonSchema, value: unknown): FieldError[] {
  try {
    const { errors } = new Validator(schema, draftOf(schema), false).validate(value);
    const leaves = errors.filter((unit) => !WRAPPERS.has(unit.keyword));
    // A failed union has no leaf of its own when all its branches are wrappers; then the wrapper is all there is to say.
    const units = leaves.length > 0 || errors.length === 0 ? leaves : errors.slice(-1);
    const seen = new Set<string>();
    return units
      .map((unit) => toFieldError(unit, schema))
      .filter((error) => !isLongNumber(error, value))
      .filter((error) => {
        const key = `${error.path} ${error.keyword}`;
        return !seen.has(key) && seen.add(key);
      });
  } catch {
    return [];
  }
}
