import type { JsonSchema } from '../../../../preload/contract/tools.ts';

/** What a keyword's value must be; everything that is not in the table is left alone as an annotation. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'string'
  | 'strings'
  | 'stringsMap'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'type'
  | 'list'
  | 'pattern';

/** JSON Schema 2020-12, Core §8 and §10, Validation §6 to §9, and the older keywords that rules turn into it. */
const KEYWORDS: Readonly<Record<string, KeywordKind>> = {
  $defs: 'schemaMap',
  definitions: 'schemaMap',
  properties: 'schemaMap',
  patternProperties: 'schemaMap',
  dependentSchemas: 'schemaMap',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  prefixItems: 'schemas',
  items: 'schema',
  contains: 'schema',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  not: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  then: 'schema',
  else: 'schema',
  contentSchema: 'schema',
  $schema: 'string',
  $id: 'string',
  $ref: 'string',
  $anchor: 'string',
  $dynamicRef: 'string',
  $dynamicAnchor: 'string',
  $comment: 'string',
  title: 'string',
  description: 'string',
  format: 'string',
  contentEncoding: 'string',
  contentMediaType: 'string',
  pattern: 'pattern',
  type: 'type',
  enum: 'list',
  examples: 'list',
  required: 'strings',
  dependentRequired: 'stringsMap',
  maximum: 'number',
  minimum: 'number',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
  multipleOf: 'positive',
  maxLength: 'count',
  minLength: 'count',
  maxItems: 'count',
  minItems: 'count',
  maxContains: 'count',
  minContains: 'count',
  maxProperties: 'count',
  minProperties: 'count',
  uniqueItems: 'boolean',
  deprecated: 'boolean',
  readOnly: 'boolean',
  writeOnly: 'boolean',
};

/** Own-property check: a keyword called `constructor` is not in the table. */
export const kindOf = (keyword: string): KeywordKind | undefined => (Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined);

export const TYPE_NAMES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const;
export type TypeName = (typeof TYPE_NAMES)[number];
export const isTypeName = (value: unknown): value is TypeName => (TYPE_NAMES as readonly unknown[]).includes(value);

export const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets a key that came from a server; plain assignment to `__proto__` would change the prototype instead. */
export function put(target: JsonSchema, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}

/** A copy without these keys; the same object when none of them is there. */
export function without(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  if (!keys.some((key) => Object.hasOwn(schema, key))) return schema;
  const copy: JsonSchema = {};
  for (const key of Object.keys(schema)) if (!keys.includes(key)) put(copy, key, schema[key]);
  return copy;
}

/** The types a schema names; empty when it names none. */
export function typesOf(schema: JsonSchema): TypeName[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter(isTypeName);
}
