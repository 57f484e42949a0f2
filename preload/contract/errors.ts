import { z } from 'zod';

/**
 * The closed list of error codes. Scripts rely on these strings (cli.md), the window translates them, tests name them.
 * A new code is one row here; anything else does not compile.
 */
export const ERROR_CODES = [
  'config.syntax',
  'config.entry',
  'config.variable',
  'config.untrusted',
  'config.conflict',
  'spawn.not_found',
  'spawn.permission',
  'spawn.failed',
  'connect.timeout',
  'connect.exited',
  'connect.version',
  'connect.network',
  'connect.tls',
  'connect.http',
  'connect.protocol',
  'connect.list_failed',
  'auth.required',
  'auth.refused',
  'call.arguments',
  'call.denied',
  'call.unknown_tool',
  'call.timeout',
  'call.cancelled',
  'call.disconnected',
  'call.outcome_unknown',
  'call.protocol',
  'call.failed',
  'result.too_large',
  'result.invalid',
  'model.auth',
  'model.rate_limited',
  'model.network',
  'model.refused',
  'model.truncated',
  'model.empty',
  'model.failed',
  'host.bad_input',
  'host.forbidden',
  'host.not_found',
  'host.unavailable',
  'host.internal',
] as const;

export const ErrorCode = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof ErrorCode>;

/**
 * An error as data: it crosses IPC, lands in JSON output and in the store.
 * `message` is one plain English sentence that names the thing; `fix` is the way out. Neither ever holds a secret or a stack.
 * `params` are the values of the message, so that the window can say the same in the user's language.
 */
export const ErrorInfo = z.object({
  code: ErrorCode,
  message: z.string(),
  fix: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorInfo = z.infer<typeof ErrorInfo>;

/** The answer of everything that can fail as part of normal life. Exceptions are for bugs. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorInfo };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const fail = <T = never>(code: ErrorCode, message: string, more: Partial<Omit<ErrorInfo, 'code' | 'message'>> = {}): Outcome<T> => ({
  ok: false,
  error: { code, message, ...more },
});
