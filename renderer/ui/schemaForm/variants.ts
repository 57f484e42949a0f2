import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { isSchema, merge, resolve } from './resolve.ts';
import { validate } from './validate.ts';

/** One of the forms a value may take. */
export interface Variant {
  schema: JsonSchema;
  /** The schema's own title; otherwise its type, told by the form in the user's language. */
  title: string | undefined;
  type: string | undefined;
}

/** More than this is no choice a person makes from a list; such a value is written as JSON. */
const MAX_VARIANTS = 20;

/** The forms of a schema with several types, or with `anyOf` or `oneOf`; undefined for a schema of one form. */
export function variantsOf(schema: JsonSchema, root: JsonSchema): Variant[] | undefined {
  const { type, anyOf, oneOf, ...beside } = schema;
  const union = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (union) {
    if (union.length < 2 || union.length > MAX_VARIANTS || !union.every(isSchema)) return undefined;
    // What stands beside the union holds in every form: its type, and for objects its properties.
    const common = type === undefined ? beside : { type, ...beside };
    const { title: _, description: __, default: ___, ...shared } = common as Record<string, unknown>;
    return union.map((part) => describe(merge(shared, resolve(part, root)), root));
  }
  if (!Array.isArray(type) || type.length < 2 || type.length > MAX_VARIANTS) return undefined;
  return type.map((one) => describe({ ...beside, type: one }, root));
}

function describe(schema: JsonSchema, root: JsonSchema): Variant {
  const real = resolve(schema, root);
  const constant = Object.hasOwn(real, 'const') ? JSON.stringify(real.const) : undefined;
  const title = typeof real.title === 'string' && real.title.trim() ? real.title : constant;
  const type = typeof real.type === 'string' ? real.type : isSchema(real.properties) ? 'object' : undefined;
  return { schema, title, type };
}

/** The form a value has now: the first it fits, else the first of its type, else none. */
export function variantFor(variants: readonly Variant[], value: unknown, root: JsonSchema): number {
  if (value === undefined) return -1;
  const definitions = { $defs: root.$defs, definitions: root.definitions };
  const fits = variants.findIndex(({ schema }) => validate({ ...definitions, ...schema }, value).length === 0);
  return fits >= 0 ? fits : variants.findIndex(({ type }) => type === typeName(value));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
