import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { toCurrentDialect } from './currentDialect.ts';
import { withPlainKeys } from './families/anthropic.ts';
import { withArrayItems, withoutNeverProperties, withPlainRoot } from './families/common.ts';
import { toGoogleSubset } from './families/google.ts';
import { withBareReferences, withTypesInBranches } from './families/openAiCompatible.ts';
import { noteLosses } from './familyNotes.ts';
import { isObject } from './keywords.ts';
import { toLawfulValues } from './lawfulValues.ts';
import { SchemaNotes } from './notes.ts';
import { openObject, toObjectRoot } from './objectRoot.ts';
import { toLocalReferences } from './references.ts';
import { toVisibleText } from './visibleText.ts';

/** Providers by what their tool schemas may hold; `neutral` is what the host itself works with. */
export type SchemaFamily = 'neutral' | 'openai-compatible' | 'anthropic' | 'google';

/** One repair. Rules run in the order of the list; `for` names the families, all when absent. */
export interface SchemaRule {
  id: string;
  for?: readonly SchemaFamily[];
  apply: (schema: JsonSchema, notes: SchemaNotes) => JsonSchema;
}

/**
 * The rules, each told where it is written. The first five make the neutral schema: lawful 2020-12 with an object root,
 * whose references resolve. The rest narrow it to what a provider takes.
 */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  { id: 'current-dialect', apply: toCurrentDialect },
  { id: 'lawful-values', apply: toLawfulValues },
  { id: 'local-references', apply: toLocalReferences },
  { id: 'object-root', apply: toObjectRoot },
  { id: 'visible-text', apply: (schema, notes) => toVisibleText(schema, notes) },
  // OpenAI: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
  // and "object schema missing properties".
  { id: 'plain-root', for: ['openai-compatible', 'anthropic', 'google'], apply: withPlainRoot },
  // llama.cpp and Ollama cannot turn a schema that nothing satisfies into a grammar; Gemini knows no `not`.
  { id: 'no-never-properties', for: ['openai-compatible', 'anthropic', 'google'], apply: withoutNeverProperties },
  // OpenAI: "array schema missing items".
  { id: 'array-items', for: ['openai-compatible'], apply: withArrayItems },
  { id: 'types-in-branches', for: ['openai-compatible'], apply: withTypesInBranches },
  { id: 'bare-references', for: ['openai-compatible'], apply: withBareReferences },
  { id: 'plain-keys', for: ['anthropic'], apply: withPlainKeys },
  { id: 'google-subset', for: ['google'], apply: toGoogleSubset },
];

export interface NormalizedSchema {
  schema: JsonSchema;
  /** What was repaired or left out, each with its place. Empty when the schema came through as it was. */
  notes: readonly string[];
}

/**
 * A schema a provider accepts, as near to the original as it can be written (TOL-4). Never throws, never changes the original,
 * and shares what it need not change. Anything that is not a schema for an object becomes an open object schema.
 */
export function normalizeSchema(original: unknown, family: SchemaFamily = 'neutral'): NormalizedSchema {
  const notes = new SchemaNotes();
  if (!isObject(original)) {
    notes.add('', `${original === undefined ? 'no schema' : String(JSON.stringify(original)).slice(0, 60)}; any arguments are taken`);
    return { schema: openObject(), notes: notes.all() };
  }
  try {
    let schema = original;
    for (const rule of SCHEMA_RULES) if (!rule.for) schema = rule.apply(schema, notes);
    noteLosses(schema, family, notes);
    for (const rule of SCHEMA_RULES) if (rule.for?.includes(family)) schema = rule.apply(schema, notes);
    return { schema, notes: notes.all() };
  } catch (error) {
    // Absurd nesting ends here; one such schema must not cost the other tools (TOL-2).
    notes.add('', `the schema cannot be read (${error instanceof Error ? error.message : 'unknown fault'}); any arguments are taken`);
    return { schema: openObject(), notes: notes.all() };
  }
}
