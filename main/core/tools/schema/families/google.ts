import type { JsonSchema } from '../../../../../preload/contract/tools.ts';
import { clipCharacters } from '../../../base/clipText.ts';
import { isObject, put, type TypeName, typesOf } from '../keywords.ts';
import { mergeBoth } from '../mergeSchemas.ts';
import { definitionNamed } from '../references.ts';

/**
 * Gemini's function declarations take a subset of OpenAPI 3.0 (ai.google.dev/api/caching#Schema) and answer 400 for the whole
 * request when anything else is there. This builds a schema of nothing but supported keywords; what cannot be written is told
 * in the description, so the model still knows it.
 */
const COPIED = [
  'title',
  'description',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
];
/** "only 'enum' and 'date-time' are supported for STRING type". */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};
/** A definition may stand inside itself this often before it is cut; the declarations have no references. */
const MAX_RECURSION = 2;
const MAX_DEPTH = 24;
/** Inlining may grow a schema exponentially; beyond this many nodes the rest becomes open. */
const MAX_NODES = 3000;
/** UTF-16 units of values that are told in words; a list of ten thousand would fill the request. */
const MAX_TOLD = 2_000;

interface Walk {
  root: JsonSchema;
  nodes: number;
  depth: number;
  /** Definitions on the way from the root to here. */
  path: readonly unknown[];
}

export function toGoogleSubset(root: JsonSchema): JsonSchema {
  const out = convert(root, { root, nodes: 0, depth: 0, path: [] });
  const properties = isObject(out.properties) ? out.properties : {};
  return { ...out, type: 'object', properties };
}

function convert(schema: JsonSchema, walk: Walk): JsonSchema {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES || walk.depth > MAX_DEPTH) return { type: 'object', description: 'Any object.' };
  const { node, path } = resolve(schema, walk);
  const inner = { ...walk, depth: walk.depth + 1, path };
  const out = branch(node, inner);
  walk.nodes = inner.nodes;
  return out;
}

/** References inlined, a recursion cut after two rounds; `allOf` merged: neither is supported. */
function resolve(schema: JsonSchema, walk: Walk): { node: JsonSchema; path: readonly unknown[] } {
  let node = schema;
  let path = walk.path;
  for (let steps = 0; steps < 32 && (node.$ref !== undefined || Array.isArray(node.allOf)); steps += 1) {
    const { $ref, allOf, ...rest } = node;
    node = rest;
    if ($ref !== undefined) {
      const target = $ref === '#' ? walk.root : definitionNamed(walk.root, $ref);
      if (target && path.filter((known) => known === target).length < MAX_RECURSION) {
        path = [...path, target];
        const { $defs: _defs, ...body } = target;
        node = mergeBoth(node, body);
      } else node = { type: 'object', description: 'The same structure again.', ...node };
    }
    for (const part of Array.isArray(allOf) ? allOf : []) if (isObject(part)) node = mergeBoth(node, part);
  }
  return { node, path };
}

function branch(node: JsonSchema, walk: Walk): JsonSchema {
  const choices = Array.isArray(node.anyOf) ? node.anyOf : Array.isArray(node.oneOf) ? node.oneOf : undefined;
  if (choices) return union(node, choices.filter(isObject), walk);
  const types = typesOf(node);
  const nullable = types.includes('null');
  const named = types.filter((type) => type !== 'null');
  if (named.length > 1) {
    const { type: _type, description, ...rest } = node;
    const options = named.map((type) => typed(rest, type, walk));
    return orNull(oneOfMany(options, description), nullable);
  }
  const type = named[0] ?? inferred(node);
  if (type === undefined) return nullable ? { type: 'string', nullable, ...wordsOf(node, []) } : anything(node);
  return orNull(typed(node, type, walk), nullable);
}

/** `nullable` stands beside a type; in a choice that is the first branch's. */
function orNull(schema: JsonSchema, nullable: boolean): JsonSchema {
  if (!nullable) return schema;
  if (!Array.isArray(schema.anyOf)) return { ...schema, nullable };
  const [first, ...others] = schema.anyOf as JsonSchema[];
  return { ...schema, anyOf: [{ ...first, nullable }, ...others] };
}

/** "When using any_of, it must be the only field set": the words go into the branches, a null branch becomes `nullable`. */
function union(node: JsonSchema, choices: JsonSchema[], walk: Walk): JsonSchema {
  const { anyOf: _any, oneOf: _one, title: _title, description, default: _default, ...shared } = node;
  const isNull = (choice: JsonSchema): boolean => choice.type === 'null' || choice.const === null;
  const nullable = choices.some(isNull) || typesOf(node).includes('null');
  const options = choices.filter((choice) => !isNull(choice)).map((choice) => convert(mergeBoth(choice, shared), walk));
  const [only] = options;
  if (only === undefined) return { type: 'string', nullable: true };
  const one = options.length === 1 ? withWords(only, description) : oneOfMany(options, description);
  return orNull(one, nullable);
}

function oneOfMany(options: JsonSchema[], description: unknown): JsonSchema {
  const flat = options.flatMap((option) => (Array.isArray(option.anyOf) ? (option.anyOf as JsonSchema[]) : [option]));
  const [first, ...others] = flat;
  return first === undefined ? { type: 'string' } : { anyOf: [withWords(first, description), ...others] };
}

function withWords(schema: JsonSchema, description: unknown): JsonSchema {
  if (typeof description !== 'string' || description === '' || schema.description === description) return schema;
  if (Array.isArray(schema.anyOf)) return oneOfMany(schema.anyOf as JsonSchema[], description);
  return { ...schema, description: typeof schema.description === 'string' ? `${description} ${schema.description}` : description };
}

function typed(node: JsonSchema, type: TypeName, walk: Walk): JsonSchema {
  const told: string[] = [];
  const out: JsonSchema = { type };
  const values = valuesOf(node);
  // "enum: only allowed for STRING type", and "enum[0]: cannot be empty".
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  if (type === 'string' && texts.length > 0) out.enum = texts;
  else if (values.length > 0) told.push(oneOfWords(values));
  if (typeof node.format === 'string') {
    if (FORMATS[type]?.includes(node.format)) out.format = node.format;
    else told.push(`Format: ${node.format}.`);
  }
  for (const key of COPIED) if (node[key] !== undefined && fits(key, type)) out[key] = node[key];
  if (typeof node.exclusiveMinimum === 'number') told.push(`More than ${node.exclusiveMinimum}.`);
  if (typeof node.exclusiveMaximum === 'number') told.push(`Less than ${node.exclusiveMaximum}.`);
  if (typeof node.multipleOf === 'number') told.push(`A multiple of ${node.multipleOf}.`);
  if (node.default !== undefined) told.push(`Default: ${clipCharacters(JSON.stringify(node.default), 100)}.`);
  if (type === 'object') objectParts(node, out, told, walk);
  if (type === 'array') out.items = itemsOf(node, walk);
  return { ...out, ...wordsOf(node, told) };
}

function objectParts(node: JsonSchema, out: JsonSchema, told: string[], walk: Walk): void {
  if (isObject(node.properties)) {
    const properties: JsonSchema = {};
    for (const [name, child] of Object.entries(node.properties)) if (isObject(child)) put(properties, name, convert(child, walk));
    out.properties = properties;
    // "required fields ['x'] are not defined in the schema properties".
    const required = (Array.isArray(node.required) ? node.required : []).filter((name) => Object.hasOwn(properties, String(name)));
    if (required.length > 0) out.required = required;
  }
  if (isObject(node.additionalProperties) && Object.keys(node.additionalProperties).length > 0)
    told.push(`Other keys are free, with values like ${clipCharacters(JSON.stringify(node.additionalProperties), 200)}.`);
}

/** "items: missing field": an array always says what it holds. */
function itemsOf(node: JsonSchema, walk: Walk): JsonSchema {
  if (isObject(node.items)) return convert(node.items, walk);
  const parts = (Array.isArray(node.prefixItems) ? node.prefixItems : []).filter(isObject);
  return parts.length > 0 ? convert(parts.length === 1 && parts[0] ? parts[0] : { anyOf: parts }, walk) : { type: 'string' };
}

const valuesOf = (node: JsonSchema): readonly unknown[] => (node.const !== undefined ? [node.const] : Array.isArray(node.enum) ? node.enum : []);
const oneOfWords = (values: readonly unknown[]): string =>
  `One of: ${clipCharacters(values.map((value) => JSON.stringify(value)).join(', '), MAX_TOLD)}.`;

const fits = (key: string, type: TypeName): boolean =>
  /Items$/.test(key)
    ? type === 'array'
    : /Properties$/.test(key)
      ? type === 'object'
      : /Length$|^pattern$/.test(key)
        ? type === 'string'
        : /imum$/.test(key)
          ? type === 'number' || type === 'integer'
          : true;

function wordsOf(node: JsonSchema, told: readonly string[]): JsonSchema {
  const description = [typeof node.description === 'string' ? node.description : '', ...told].filter((part) => part !== '').join(' ');
  return { ...(typeof node.title === 'string' ? { title: node.title } : {}), ...(description === '' ? {} : { description }) };
}

function inferred(node: JsonSchema): TypeName | undefined {
  if (node.properties !== undefined || node.additionalProperties !== undefined) return 'object';
  if (node.items !== undefined || node.prefixItems !== undefined) return 'array';
  // Values of several kinds name no type: one of them would shut the others out.
  const kinds = new Set(valuesOf(node).flatMap((value) => (value === null ? [] : [typeof value])));
  if (kinds.size > 1) return undefined;
  if (kinds.has('string') || node.pattern !== undefined || node.minLength !== undefined) return 'string';
  if (kinds.has('boolean')) return 'boolean';
  return kinds.has('number') || node.minimum !== undefined ? 'number' : undefined;
}

/** "schema didn't specify the schema type field": a value of any kind is written as a choice of all kinds. */
function anything(node: JsonSchema): JsonSchema {
  const kinds: JsonSchema[] = [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
    { type: 'array', items: { type: 'string' } },
  ];
  const values = valuesOf(node);
  return oneOfMany(kinds, wordsOf(node, values.length > 0 ? [oneOfWords(values)] : []).description);
}
