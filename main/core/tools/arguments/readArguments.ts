import { fail, type Outcome, ok } from '../../../../preload/contract/errors.ts';
import { parseExact } from '../../base/exactJson.ts';
import { isObject } from '../schema/keywords.ts';

/** Some models put their JSON into a code block. */
const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i;
/** Some models encode their arguments once more; deeper than this is no accident. */
const MAX_ENCODINGS = 3;

/**
 * Arguments as they came, from a model, a person or a script, as one object (2025-11-25, CallToolRequest: arguments is an
 * object). JSON text is parsed, also when it was encoded twice; nothing, "" and null mean no arguments. Anything else is
 * `call.arguments`, for the model to correct.
 */
export function readArguments(given: unknown): Outcome<Record<string, unknown>> {
  let value = given;
  for (let i = 0; typeof value === 'string' && i < MAX_ENCODINGS; i += 1) {
    if (value.trim() === '') return ok({});
    try {
      value = parseExact(FENCED.exec(value)?.[1] ?? value);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 120) : 'unknown reason';
      return fail('call.arguments', `The arguments are not valid JSON: ${reason}.`, { fix: 'Give the arguments as one JSON object.' });
    }
  }
  // Languages that know one kind of collection write no arguments as an empty list.
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return ok({});
  if (isObject(value)) return ok(value);
  const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return fail('call.arguments', `The arguments are ${kind}, not an object.`, { fix: 'Give the arguments as one JSON object.' });
}
