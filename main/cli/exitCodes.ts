import type { ErrorCode } from '../../preload/contract/errors.ts';

/** Exit codes that scripts rely on (cli.md). */
export const EXIT = { ok: 0, failed: 1, wrongUse: 2, denied: 3, needsSignIn: 4, interrupted: 130 } as const;

/** The exit code of one failed call. */
export function exitOf(code: ErrorCode): number {
  if (code === 'call.denied') return EXIT.denied;
  if (code === 'auth.required') return EXIT.needsSignIn;
  return code === 'host.bad_input' ? EXIT.wrongUse : EXIT.failed;
}
