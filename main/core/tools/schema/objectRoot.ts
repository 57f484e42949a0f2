import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, typesOf, without } from './keywords.ts';
import { joinMaps, mergeBoth, mergeEither } from './mergeSchemas.ts';
import type { SchemaNotes } from './notes.ts';
import { definitionNamed, withoutUnusedDefinitions } from './references.ts';

/** Nesting of combinators at the root that is followed; deeper ones are cut, which only widens the schema. */
const MAX_NESTING = 8;
const MAX_BRANCHES = 64;
const CHOICES = ['anyOf', 'oneOf'] as const;

export const openObject = (): JsonSchema => ({ type: 'object', properties: {} });

/**
 * The root as one object schema without combinators (TOL-4): providers take nothing else there and refuse the whole
 * request. `allOf` is merged; the branches of `anyOf` and `oneOf` become one set of properties, required only where every
 * branch requires them, and the rule they stood for is told in words in the description. Arguments are checked against the
 * original, so nothing is let through.
 */
export function toObjectRoot(root: JsonSchema, notes: SchemaNotes): JsonSchema {
  const plainRoot = root.type === 'object' && !['$ref', 'allOf', ...CHOICES].some((keyword) => keyword in root);
  if (plainRoot) return root;
  const flat = flatten(root, root, 0, new Set());
  if (!acceptsObjects(flat)) {
    notes.add('', `the root takes ${typesOf(flat).join(' or ')}, not an object; any arguments are taken`);
    return { ...openObject(), ...words(root) };
  }
  const rules = flat.rules.length > 0 ? [`${flat.rules.join(' ')}`] : [];
  for (const rule of rules) notes.add('', `choices at the root were merged: ${rule}`);
  const { rules: _told, ...schema } = flat;
  const description = [typeof schema.description === 'string' ? schema.description : '', ...rules].filter((part) => part !== '').join('\n');
  const out: JsonSchema = { ...schema, type: 'object', ...(description === '' ? {} : { description }) };
  return withoutUnusedDefinitions(isObject(root.$defs) ? { ...out, $defs: root.$defs } : out);
}

type Flat = JsonSchema & { rules: string[] };

const words = (schema: JsonSchema): JsonSchema => (typeof schema.description === 'string' ? { description: schema.description } : {});
const acceptsObjects = (schema: JsonSchema): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('object');
};

/** A schema with its reference followed and its combinators merged, and the choices that were lost, in words. */
function flatten(schema: JsonSchema, root: JsonSchema, depth: number, seen: ReadonlySet<unknown>): Flat {
  const rules: string[] = [];
  let out = without(schema, ['$ref', 'allOf', 'anyOf', 'oneOf', '$defs']);
  if (depth > MAX_NESTING) return { ...out, rules };
  const deeper = (child: unknown, via: ReadonlySet<unknown>): Flat => flatten(isObject(child) ? child : {}, root, depth + 1, via);
  const join = (flat: Flat): void => {
    const { rules: more, ...body } = flat;
    out = mergeBoth(out, body);
    rules.push(...more);
  };
  const target = schema.$ref === '#' ? undefined : definitionNamed(root, schema.$ref);
  if (target && !seen.has(target)) join(deeper(target, new Set([...seen, target])));
  for (const part of branchesOf(schema, 'allOf')) join(openToOthers(deeper(part, seen)));
  for (const keyword of CHOICES) {
    const branches = branchesOf(schema, keyword).map((part) => deeper(part, seen));
    // Arguments are always an object, so branches for other types can never be meant.
    const usable = branches.filter(acceptsObjects);
    if (usable.length > 0) join(choose(usable, keyword));
    else if (branches[0]) out = { ...branches[0], ...out };
  }
  return { ...out, rules };
}

const branchesOf = (schema: JsonSchema, keyword: string): unknown[] => {
  const value = schema[keyword];
  return Array.isArray(value) ? value.slice(0, MAX_BRANCHES) : [];
};

/** A closed branch of an `allOf` would shut out the properties of its siblings once they share one object. */
const openToOthers = (flat: Flat): Flat => ({ ...without(flat, ['additionalProperties', 'unevaluatedProperties']), rules: flat.rules });

function choose(branches: Flat[], keyword: 'anyOf' | 'oneOf'): Flat {
  const [first] = branches;
  if (first === undefined || branches.length === 1) return first ?? { rules: [] };
  let properties: JsonSchema = {};
  let patterns: JsonSchema = {};
  for (const branch of branches) {
    if (isObject(branch.properties)) properties = joinMaps(properties, branch.properties, mergeEither);
    if (isObject(branch.patternProperties)) patterns = joinMaps(patterns, branch.patternProperties, mergeEither);
  }
  const required = requiredOf(first).filter((name) => branches.every((branch) => requiredOf(branch).includes(name)));
  const closed = branches.every((branch) => branch.additionalProperties === false);
  return {
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(Object.keys(patterns).length > 0 ? { patternProperties: patterns } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
    rules: [ruleOf(branches, keyword), ...branches.flatMap((branch) => branch.rules)].filter((rule) => rule !== ''),
  };
}

const requiredOf = (schema: JsonSchema): string[] => (Array.isArray(schema.required) ? schema.required.map(String) : []);

function ruleOf(branches: readonly Flat[], keyword: 'anyOf' | 'oneOf'): string {
  const groups = branches.map((branch) => {
    const needed = requiredOf(branch);
    const named = needed.length > 0 ? needed : isObject(branch.properties) ? Object.keys(branch.properties) : [];
    const fixed = isObject(branch.properties) ? branch.properties : {};
    return named.map((name) => literalOf(name, Object.hasOwn(fixed, name) ? fixed[name] : undefined)).join(', ');
  });
  const different = [...new Set(groups)].filter((group) => group !== '');
  if (different.length < 2) return '';
  return `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of these groups of properties: ${different.map((group) => `(${group})`).join(' or ')}.`;
}

const literalOf = (name: string, schema: unknown): string =>
  isObject(schema) && schema.const !== undefined ? `${name}=${JSON.stringify(schema.const)}` : name;
