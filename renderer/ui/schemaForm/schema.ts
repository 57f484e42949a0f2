import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { isLongInteger } from './exactNumbers.ts';
import { isSchema, resolve } from './resolve.ts';
import { type Variant, variantsOf } from './variants.ts';

export type Value = Record<string, unknown>;

/** What a form can offer for a schema. `json` is the way out for everything a form cannot say. */
export type FieldSpec =
  | { kind: 'string'; multiline: boolean; format: string | undefined }
  | { kind: 'number'; integer: boolean; minimum: number | undefined; maximum: number | undefined }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: { value: unknown; label: string }[] }
  | { kind: 'list'; item: JsonSchema }
  | { kind: 'object'; properties: Record<string, JsonSchema>; required: readonly string[]; open: boolean }
  | { kind: 'union'; variants: readonly Variant[] }
  | { kind: 'null' }
  | { kind: 'json' };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: Record<string, unknown>, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** The one type of a schema; several give none. */
function typeOf(schema: JsonSchema): string | undefined {
  const type = own(schema, 'type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.length === 1 ? String(type[0]) : undefined;
  return isObject(own(schema, 'properties')) ? 'object' : undefined;
}

function choicesOf(schema: JsonSchema): { value: unknown; label: string }[] | undefined {
  const values = own(schema, 'enum');
  if (Array.isArray(values)) {
    const names = own(schema, 'enumNames');
    return values.map((value, i) => ({ value, label: String((Array.isArray(names) ? names[i] : undefined) ?? value) }));
  }
  const variants = own(schema, 'oneOf') ?? own(schema, 'anyOf');
  if (Array.isArray(variants) && variants.length > 0 && variants.every((v) => isObject(v) && Object.hasOwn(v, 'const'))) {
    return variants.map((v: Record<string, unknown>) => ({ value: v.const, label: String(v.title ?? v.const) }));
  }
  return undefined;
}

const isJsonText = (text: string): boolean => /^\s*[[{"]/.test(text);
const num = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const MULTILINE_OVER = 200;

/** What to show for this schema, given the value it has now. */
export function fieldOf(given: JsonSchema, root: JsonSchema, value: unknown): FieldSpec {
  const schema = resolve(given, root);
  const choices = choicesOf(schema);
  if (choices) return { kind: 'choice', options: choices };
  const variants = variantsOf(schema, root);
  if (variants) return { kind: 'union', variants };
  switch (typeOf(schema)) {
    case 'string': {
      if (value !== undefined && value !== null && typeof value !== 'string') return { kind: 'json' };
      const limit = num(own(schema, 'maxLength')) ?? 0;
      const multiline = limit > MULTILINE_OVER || (typeof value === 'string' && (value.includes('\n') || value.length > 80));
      const format = own(schema, 'format');
      return { kind: 'string', multiline, format: typeof format === 'string' ? format : undefined };
    }
    case 'number':
    case 'integer':
      // Text stays text where it is no number; the digits of a long one are edited as the number they are.
      if (value !== undefined && typeof value !== 'number' && !(typeof value === 'string' && (isLongInteger(value) || !isJsonText(value))))
        return { kind: 'json' };
      return {
        kind: 'number',
        integer: typeOf(schema) === 'integer',
        minimum: num(own(schema, 'minimum')),
        maximum: num(own(schema, 'maximum')),
      };
    case 'boolean':
      return value === undefined || typeof value === 'boolean' ? { kind: 'boolean' } : { kind: 'json' };
    case 'null':
      return { kind: 'null' };
    case 'array': {
      const items = own(schema, 'items');
      return isSchema(items) && (value === undefined || Array.isArray(value)) ? { kind: 'list', item: items } : { kind: 'json' };
    }
    case 'object':
      return objectOf(schema, value);
    default:
      return { kind: 'json' };
  }
}

function objectOf(schema: JsonSchema, value: unknown): FieldSpec {
  const properties = own(schema, 'properties');
  if (!isObject(properties) || (value !== undefined && !isObject(value))) return { kind: 'json' };
  const required = own(schema, 'required');
  return {
    kind: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([key, s]) => [key, isSchema(s) ? s : {}])),
    required: Array.isArray(required) ? required.map(String) : [],
    open: own(schema, 'additionalProperties') !== false,
  };
}

/** What a person sees beside a field. */
export function labelsOf(schema: JsonSchema): { title: string | undefined; description: string | undefined } {
  const text = (key: string) => {
    const value = own(schema, key);
    return typeof value === 'string' && value.trim() ? value : undefined;
  };
  return { title: text('title'), description: text('description') };
}

/** Deeper required objects begin empty: a schema may require itself. */
const MAX_START_DEPTH = 6;

/** A first value for a field that a person wants to set: the default, else the emptiest value of its type. */
export function startValue(given: JsonSchema, root: JsonSchema, depth = 0): unknown {
  const schema = resolve(given, root);
  if (Object.hasOwn(schema, 'default')) return schema.default;
  const spec = fieldOf(schema, root, undefined);
  switch (spec.kind) {
    case 'string':
      return '';
    case 'number':
      return spec.minimum ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return spec.options[0]?.value;
    case 'list':
      return [];
    case 'object':
      if (depth >= MAX_START_DEPTH) return {};
      return Object.fromEntries(spec.required.map((key) => [key, startValue(spec.properties[key] ?? {}, root, depth + 1)]));
    case 'union': {
      // The first form that is more than nothing.
      const first = spec.variants.find(({ type }) => type !== 'null') ?? spec.variants[0];
      return first && depth < MAX_START_DEPTH ? startValue(first.schema, root, depth + 1) : null;
    }
    case 'null':
    case 'json':
      return null;
  }
}
