import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import Ajv from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Ajv04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { toCurrentDialect } from '../schema/currentDialect.ts';
import { isObject, without } from '../schema/keywords.ts';
import { toLawfulValues } from '../schema/lawfulValues.ts';
import { mapDeep } from '../schema/mapSchema.ts';
import { SchemaNotes } from '../schema/notes.ts';
import { toLocalReferences } from '../schema/references.ts';
import { guardedPattern, isUsablePattern } from './guardedPattern.ts';

/** `errors` is empty when the value fits. */
export type Check = (value: unknown) => readonly ErrorObject[];

export interface CompiledSchema {
  check: Check;
  /** Set when the schema could not be used as it is. */
  note?: string;
}

type Dialect = 'draft-04' | 'draft-07' | '2019-09' | '2020-12';

/** Compiled schemas kept; each costs about 10 KB, and compiling one 2 to 25 ms. */
const KEPT = 500;
const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  multipleOfPrecision: 9,
  // An argument called `constructor` is there when it was given, not because every object has one.
  ownProperties: true,
  // Meta-schemas differ from what servers write in ways that do not matter; what cannot be compiled shows itself.
  validateSchema: false,
  meta: false,
  logger: false,
  code: { regExp: Object.assign((pattern: string) => guardedPattern(pattern), { code: 'guardedPattern' }) },
};

const compiled = new LRUCache<JsonSchema, CompiledSchema>({ max: KEPT });

/**
 * The check of a schema, compiled when first asked for and kept by the schema's identity. A lawful schema is used untouched, in
 * its own dialect. One with faults (`multipleOf: 0`, `anyOf: []`, a reference that leads nowhere) is checked in a repaired form;
 * if that fails too everything passes, with a note: a bad schema never blocks a tool (CAL-1).
 */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const known = compiled.get(schema);
  if (known) return known;
  const result = compileAny(schema);
  compiled.set(schema, result);
  return result;
}

function compileAny(schema: JsonSchema): CompiledSchema {
  let why: string | undefined;
  try {
    const notes = new SchemaNotes();
    const current = toCurrentDialect(schema);
    const lawful = toLawfulValues(current, notes);
    why = notes.list[0];
    // Without a fault only the writing differs (`true` for `{}`); a type of another language is told by the compiler.
    const check = why === undefined ? compile(withUsablePatterns(schema), dialectOf(schema)) : undefined;
    if (check) return { check: lawful === current ? check : compileRepaired(lawful, notes) };
  } catch (error) {
    why = error instanceof Error ? error.message.slice(0, 200) : 'unknown reason';
  }
  try {
    const notes = new SchemaNotes();
    return {
      check: compileRepaired(toLawfulValues(toCurrentDialect(schema), notes), notes),
      note: `The schema has faults (${why}); it was checked in a repaired form.`,
    };
  } catch {
    return { check: () => [], note: `The schema cannot be used (${why}); nothing was checked.` };
  }
}

const compileRepaired = (lawful: JsonSchema, notes: SchemaNotes): Check => compile(withUsablePatterns(toLocalReferences(lawful, notes)), '2020-12');

/** A property pattern that is none would match every name, and its schema judge values it was never meant for. */
function withUsablePatterns(schema: JsonSchema): JsonSchema {
  return mapDeep(schema, (node) => {
    if (!isObject(node.patternProperties)) return node;
    const odd = Object.keys(node.patternProperties).filter((pattern) => !isUsablePattern(pattern));
    return odd.length === 0 ? node : { ...node, patternProperties: without(node.patternProperties, odd) };
  });
}

function compile(schema: JsonSchema, dialect: Dialect): Check {
  // `$schema` is decided here; Ajv would look for a meta-schema of that address.
  const { $schema: _dialect, ...body } = schema;
  const validate: ValidateFunction = newCompiler(dialect).compile(body);
  return (value) => {
    try {
      return validate(value) ? [] : [...(validate.errors ?? [])];
    } catch {
      // A schema that refers to itself in place has no end; nothing can be said about the value.
      return [];
    }
  };
}

/** One for each schema: a shared one would mix up the `$id`s of different servers and never forget a schema. It costs 0.5 ms. */
function newCompiler(dialect: Dialect): Pick<Ajv, 'compile'> {
  const compiler = construct(dialect);
  addFormats(compiler);
  return compiler;
}

function construct(dialect: Dialect): Ajv {
  switch (dialect) {
    case 'draft-04':
      return new Ajv04(OPTIONS);
    case 'draft-07':
      return new Ajv(OPTIONS);
    case '2019-09':
      return new Ajv2019(OPTIONS);
    case '2020-12':
      return new Ajv2020(OPTIONS);
  }
}

/** By `$schema`; 2020-12 without one (2025-11-25, JSON Schema usage). */
export function dialectOf(schema: JsonSchema): Dialect {
  const named = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (/draft-0[34]/.test(named)) return 'draft-04';
  if (/draft-0[67]/.test(named)) return 'draft-07';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}
