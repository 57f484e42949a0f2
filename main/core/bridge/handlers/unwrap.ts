import type { Outcome } from '../../../../preload/contract/errors.ts';
import { HostError } from '../../base/hostError.ts';

/** The value, or the error thrown for dispatch to turn into an answer. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, message, ...more } = outcome.error;
  throw new HostError(code, message, more);
}
