import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, kindOf, typesOf } from './keywords.ts';
import type { SchemaFamily } from './normalizeSchema.ts';
import { pointerToken, type SchemaNotes } from './notes.ts';

/** No provider takes these at the root; deeper down most do. */
const NOT_AT_ROOT = ['enum', 'const', 'not', 'if', 'dependentSchemas', 'dependentRequired', 'unevaluatedProperties'];

const OUT = 'left out';
const TOLD = 'told in the description instead';
/** What becomes of a keyword in the OpenAPI subset of Gemini. */
const GOOGLE: Readonly<Record<string, string>> = {
  not: OUT,
  if: OUT,
  contains: OUT,
  propertyNames: OUT,
  patternProperties: OUT,
  dependentRequired: OUT,
  dependentSchemas: OUT,
  unevaluatedProperties: OUT,
  unevaluatedItems: OUT,
  uniqueItems: OUT,
  oneOf: 'one or more of the choices instead of exactly one',
  prefixItems: 'any of these items at any place',
  exclusiveMinimum: TOLD,
  exclusiveMaximum: TOLD,
  multipleOf: TOLD,
  default: TOLD,
};
const GOOGLE_FORMATS = ['date-time', 'int32', 'int64', 'float', 'double'];
const PLAIN_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
/** A schema may be nested as deep as a definition may be. */
const MAX_DEPTH = 128;

/**
 * Notes what a provider family does not get of a neutral schema as it was written, each with its place: the families' own rules
 * only ever widen, and this says where. Arguments are checked against the original all the same.
 */
export function noteLosses(root: JsonSchema, family: SchemaFamily, notes: SchemaNotes): void {
  if (family === 'neutral') return;
  for (const keyword of NOT_AT_ROOT) if (Object.hasOwn(root, keyword)) notes.add(`/${keyword}`, `${OUT} at the root`);
  walk(root, '', 0);

  function walk(node: JsonSchema, place: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (family === 'google') noteGoogle(node, place, notes);
    if (family === 'anthropic') noteKeys(node, place, notes);
    for (const [keyword, value] of Object.entries(node)) {
      const kind = kindOf(keyword);
      const here = `${place}/${pointerToken(keyword)}`;
      if (kind === 'schema' && isObject(value)) walk(value, here, depth + 1);
      else if ((kind === 'schemas' && Array.isArray(value)) || (kind === 'schemaMap' && isObject(value)))
        for (const [key, child] of Object.entries(value)) if (isObject(child)) walk(child, `${here}/${pointerToken(key)}`, depth + 1);
    }
  }
}

function noteGoogle(node: JsonSchema, place: string, notes: SchemaNotes): void {
  for (const [keyword, what] of Object.entries(GOOGLE)) {
    if (!Object.hasOwn(node, keyword) || (place === '' && NOT_AT_ROOT.includes(keyword))) continue;
    if (keyword === 'uniqueItems' && node.uniqueItems !== true) continue;
    notes.add(`${place}/${keyword}`, what);
  }
  if (node.additionalProperties === false || isObject(node.additionalProperties))
    notes.add(`${place}/additionalProperties`, isObject(node.additionalProperties) ? TOLD : OUT);
  if (typeof node.format === 'string' && !GOOGLE_FORMATS.includes(node.format)) notes.add(`${place}/format`, TOLD);
  const values = Array.isArray(node.enum) ? node.enum : Object.hasOwn(node, 'const') ? [node.const] : [];
  const texts =
    typesOf(node).every((type) => type === 'string' || type === 'null') && values.every((value) => typeof value === 'string' || value === null);
  if (values.length > 0 && !texts) notes.add(`${place}/${Array.isArray(node.enum) ? 'enum' : 'const'}`, TOLD);
  if (typeof node.$ref === 'string') notes.add(`${place}/$ref`, 'written out in its place; a structure inside itself ends after two rounds');
}

function noteKeys(node: JsonSchema, place: string, notes: SchemaNotes): void {
  if (!isObject(node.properties)) return;
  for (const name of Object.keys(node.properties))
    if (!PLAIN_KEY.test(name)) notes.add(`${place}/properties/${pointerToken(name)}`, 'the name is told in the description of its object instead');
}
