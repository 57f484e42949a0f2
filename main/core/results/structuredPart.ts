import { isDeepStrictEqual } from 'node:util';
import { parseExact } from '../base/exactJson.ts';
import { type ContentItem, saysError } from './contentItems.ts';
import { jsonSize } from './sizes.ts';

/** Checks a value against a schema: what does not fit, one plain sentence each; empty when all does. */
export type ValidateStructured = (schema: Record<string, unknown>, value: unknown) => readonly string[] | Promise<readonly string[]>;

export interface StructuredPart {
  /** Present when there is structured content at all. */
  value?: unknown;
  /** The model does not get it from the text blocks already. */
  missingInText: boolean;
  /** Small enough to travel to the window. */
  small: boolean;
  notes: string[];
}

/** Larger values are neither compared, nor checked, nor sent to the window. */
const MAX_COMPARED = 200_000;
const MAX_CHECKED = 500_000;
const MAX_SHOWN = 100_000;
const MAX_NOTES = 5;

/** structuredContent and its schema (2025-06-18 on). A mismatch is said and loses nothing (CAL-4). */
export async function structuredPart(
  raw: Record<string, unknown>,
  items: readonly ContentItem[],
  outputSchema: Record<string, unknown> | undefined,
  validate: ValidateStructured | undefined,
): Promise<StructuredPart> {
  const value = raw.structuredContent;
  if (value === undefined) {
    const expected = outputSchema !== undefined && !saysError(raw);
    return { missingInText: false, small: true, notes: expected ? ['The tool declares an output schema but sent no structured content.'] : [] };
  }
  const size = jsonSize(value, MAX_CHECKED);
  const notes = outputSchema && !saysError(raw) ? await complaints(outputSchema, value, size, validate) : [];
  return { value, missingInText: size > MAX_COMPARED || !items.some((item) => says(item, value)), small: size <= MAX_SHOWN, notes };
}

async function complaints(
  schema: Record<string, unknown>,
  value: unknown,
  size: number,
  validate: ValidateStructured | undefined,
): Promise<string[]> {
  if (!validate) return [];
  if (size > MAX_CHECKED) return ['The structured content is too large to be checked against its schema.'];
  try {
    const found = await validate(schema, value);
    const shown = found.slice(0, MAX_NOTES).map((problem) => `The structured content does not fit its schema: ${problem.slice(0, 500)}`);
    return found.length > MAX_NOTES ? [...shown, `… and ${found.length - MAX_NOTES} more.`] : shown;
  } catch {
    return ['The structured content could not be checked: its schema cannot be used.'];
  }
}

/** The serialized copy that servers should put into a text block for older clients. */
function says(item: ContentItem, value: unknown): boolean {
  if (item.kind !== 'text' || item.text.length > MAX_COMPARED) return false;
  try {
    return isDeepStrictEqual(parseExact(item.text), value);
  } catch {
    return false;
  }
}
