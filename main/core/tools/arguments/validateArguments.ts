import { fail, type Outcome, ok } from '../../../../preload/contract/errors.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { withPlainNumbers } from '../../base/exactJson.ts';
import type { Tool } from '../tool.ts';
import { compileSchema } from './compileSchema.ts';
import { type ArgumentError, explainErrors, formatErrors } from './explainErrors.ts';
import { readArguments } from './readArguments.ts';
import { repairArguments } from './repairArguments.ts';

export interface CheckedArguments {
  /** Repaired where that was possible; what may be sent when `errors` is empty. */
  arguments: Record<string, unknown>;
  errors: ArgumentError[];
  /** JSON pointers of repaired values. */
  repaired: string[];
  /** Set when the schema itself could not be used as it is; such a schema never blocks a call. */
  note?: string;
}

/** Checks arguments against the schema the server gave, in the schema's own dialect, after undoing what models do to them. */
export function checkArguments(schema: JsonSchema, args: Record<string, unknown>): CheckedArguments {
  const repair = repairArguments(args, schema);
  const { check, note } = compileSchema(schema);
  const plain = withPlainNumbers(repair.arguments);
  const errors = explainErrors(check(plain), plain);
  for (const pointer of repair.rounded) {
    errors.push({ path: pointer, reason: 'an integer above 2^53 may have lost digits on the way; give it as text if the tool takes text there' });
  }
  return { arguments: repair.arguments, errors, repaired: repair.repaired, ...(note === undefined ? {} : { note }) };
}

/**
 * The check before every call (CAL-1). Takes arguments in any form a model gives them (object, JSON text, nothing). The value
 * is what goes to the gate and onto the wire; an error is `call.arguments`, names each place with its reason and goes to the
 * model as the tool's result.
 */
export function validateArguments(tool: Pick<Tool, 'original' | 'server' | 'originalSchema'>, given: unknown): Outcome<Record<string, unknown>> {
  const read = readArguments(given);
  if (!read.ok) return { ok: false, error: { ...read.error, params: { server: tool.server, tool: tool.original } } };
  const checked = checkArguments(tool.originalSchema, read.value);
  if (checked.errors.length === 0) return ok(checked.arguments);
  const problems = formatErrors(checked.errors);
  return fail('call.arguments', `The arguments for ${tool.original} do not fit its schema: ${problems}.`, {
    fix: 'Correct these arguments and call the tool again.',
    params: { server: tool.server, tool: tool.original, problems },
  });
}
