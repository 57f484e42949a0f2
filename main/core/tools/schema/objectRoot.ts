import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, typesOf, without } from './keywords.ts';
import { joinMaps, mergeBoth, mergeEither } from './mergeSchemas.ts';
import type { SchemaNotes } from './notes.ts';
import { definitionNamed, withoutUnusedDefinitions } from './references.ts';

/** Nesting of combinators at the root that is followed; deeper ones are cut, which only widens the schema. */
const MAX_NESTING = 8;
const MAX_BRANCHES = 512;
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
  const { schema, rules } = flatten(root, root, 0, new Set());
  if (!acceptsObjects(schema)) {
    notes.add('', `the root takes ${typesOf(schema).join(' or ')}, not an object; any arguments are taken`);
    return { ...openObject(), ...words(root) };
  }
  for (const rule of rules) notes.add('', `choices at the root were merged: ${rule}`);
  const description = [typeof schema.description === 'string' ? schema.description : '', ...rules].filter((part) => part !== '').join('\n');
  const out: JsonSchema = { ...schema, type: 'object', ...(description === '' ? {} : { description }) };
  return withoutUnusedDefinitions(isObject(root.$defs) ? { ...out, $defs: root.$defs } : out);
}

/** A schema whose combinators are merged. */
interface Flat {
  schema: JsonSchema;
  /** The choices that were lost, in words. */
  rules: string[];
  /** Properties that only some branches of a choice spoke of: what is said elsewhere about them counts instead. */
  partial: ReadonlySet<string>;
}

const words = (schema: JsonSchema): JsonSchema => (typeof schema.description === 'string' ? { description: schema.description } : {});
const acceptsObjects = (schema: JsonSchema): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('object');
};

/** Follows the reference of a schema and merges its combinators. */
function flatten(schema: JsonSchema, root: JsonSchema, depth: number, seen: ReadonlySet<unknown>): Flat {
  let out: Flat = { schema: without(schema, ['$ref', 'allOf', 'anyOf', 'oneOf', '$defs']), rules: [], partial: new Set() };
  if (depth > MAX_NESTING) return out;
  const deeper = (child: unknown, via: ReadonlySet<unknown>): Flat => flatten(isObject(child) ? child : {}, root, depth + 1, via);
  const target = schema.$ref === '#' ? undefined : definitionNamed(root, schema.$ref);
  if (target && !seen.has(target)) out = join(out, deeper(target, new Set([...seen, target])));
  for (const part of branchesOf(schema, 'allOf')) out = join(out, openToOthers(deeper(part, seen)));
  for (const keyword of CHOICES) {
    const branches = branchesOf(schema, keyword).map((part) => deeper(part, seen));
    // Arguments are always an object, so branches for other types can never be meant.
    const usable = branches.filter((branch) => acceptsObjects(branch.schema));
    if (usable.length > 0) out = join(out, choose(usable, keyword));
    else if (branches[0]) out = { ...out, schema: { ...branches[0].schema, ...out.schema } };
  }
  return out;
}

/** Both at once. What only some branches of a choice say about a property gives way to what the other side says about it. */
function join(a: Flat, b: Flat): Flat {
  const weakA = [...a.partial].filter((name) => !b.partial.has(name) && speaksOf(b.schema, name));
  const weakB = [...b.partial].filter((name) => !weakA.includes(name) && speaksOf(a.schema, name));
  const schema = mergeBoth(withoutProperties(a.schema, weakA), withoutProperties(b.schema, weakB));
  const partial = [...a.partial].filter((name) => !weakA.includes(name)).concat([...b.partial].filter((name) => !weakB.includes(name)));
  return { schema, rules: [...a.rules, ...b.rules], partial: new Set(partial) };
}

const speaksOf = (schema: JsonSchema, name: string): boolean => Object.hasOwn(propertiesOf(schema), name) || isObject(schema.additionalProperties);
const propertiesOf = (schema: JsonSchema): JsonSchema => (isObject(schema.properties) ? schema.properties : {});
const withoutProperties = (schema: JsonSchema, names: readonly string[]): JsonSchema =>
  names.length === 0 ? schema : { ...schema, properties: without(propertiesOf(schema), names) };

const branchesOf = (schema: JsonSchema, keyword: string): unknown[] => {
  const value = schema[keyword];
  return Array.isArray(value) ? value.slice(0, MAX_BRANCHES) : [];
};

/** A closed branch of an `allOf` would shut out the properties of its siblings once they share one object. */
const openToOthers = (flat: Flat): Flat => ({ ...flat, schema: without(flat.schema, ['additionalProperties', 'unevaluatedProperties']) });

/** The branches of a choice as one set of properties. */
function choose(branches: readonly Flat[], keyword: 'anyOf' | 'oneOf'): Flat {
  const [first] = branches;
  if (first && branches.length === 1) return first;
  const schemas = branches.map((branch) => branch.schema);
  const properties = withFreeKeys(
    schemas.map(propertiesOf).reduce((all, own) => joinMaps(all, own, mergeEither), {}),
    schemas,
  );
  const patterns = schemas.reduce<JsonSchema>((all, { patternProperties: own }) => (isObject(own) ? joinMaps(all, own, mergeEither) : all), {});
  const required = requiredOf(schemas[0] ?? {}).filter((name) => schemas.every((schema) => requiredOf(schema).includes(name)));
  const partial = Object.keys(properties).filter(
    (name) => !branches.every((branch) => Object.hasOwn(propertiesOf(branch.schema), name) && !branch.partial.has(name)),
  );
  const closed = schemas.every((schema) => schema.additionalProperties === false);
  const rule = ruleOf(schemas, keyword);
  return {
    schema: {
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(Object.keys(patterns).length > 0 ? { patternProperties: patterns } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(closed ? { additionalProperties: false } : {}),
    },
    rules: [...(rule === '' ? [] : [rule]), ...branches.flatMap((branch) => branch.rules)],
    partial: new Set(partial),
  };
}

/** A branch whose `additionalProperties` is a schema speaks of the properties that it does not name, too. */
function withFreeKeys(properties: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  let out = properties;
  for (const { additionalProperties: free, properties: named = {} } of branches) {
    if (!isObject(free)) continue;
    const unnamed = Object.keys(properties).filter((name) => !Object.hasOwn(named as object, name));
    out = joinMaps(out, Object.fromEntries(unnamed.map((name) => [name, free])), mergeEither);
  }
  return out;
}

const requiredOf = (schema: JsonSchema): string[] => (Array.isArray(schema.required) ? schema.required.map(String) : []);

function ruleOf(branches: readonly JsonSchema[], keyword: 'anyOf' | 'oneOf'): string {
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
