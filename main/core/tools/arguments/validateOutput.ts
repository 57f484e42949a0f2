import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { withPlainNumbers } from '../../base/exactJson.ts';
import { compileSchema } from './compileSchema.ts';
import { explainErrors } from './explainErrors.ts';

/**
 * What is wrong with a structured result, in notes for the model and the user (CAL-4); empty when it fits. A result that does
 * not fit is still delivered: the content is what was asked for, the schema only a promise about it. `undefined` means that
 * the tool promised a structured result and gave none.
 */
export function validateOutput(schema: JsonSchema, value: unknown): string[] {
  if (value === undefined) return ['The tool promises a structured result but gave none.'];
  const { check, note } = compileSchema(schema);
  const plain = withPlainNumbers(value);
  const errors = explainErrors(check(plain), plain).map(
    ({ path, reason }) => `The structured result does not fit the tool's output schema at ${path}: ${reason}.`,
  );
  return note === undefined ? errors : [`Output schema: ${note}`, ...errors];
}
