import type { ErrorCode, ErrorInfo } from '../../../preload/contract/errors.ts';

/** An expected failure on its way to an Outcome. `info` is what people and scripts see; `cause` stays in the log. */
export class HostError extends Error {
  override name = 'HostError';
  readonly info: ErrorInfo;

  constructor(code: ErrorCode, message: string, more: Partial<Omit<ErrorInfo, 'code' | 'message'>> & { cause?: unknown } = {}) {
    const { cause, ...rest } = more;
    super(message, cause === undefined ? undefined : { cause });
    this.info = { code, message, ...rest };
  }

  get code(): ErrorCode {
    return this.info.code;
  }
}

/** The error as data. Anything that is not a HostError is a bug or foreign; only its first line is shown, never its stack. */
export function toErrorInfo(error: unknown, fallback: ErrorCode = 'host.internal'): ErrorInfo {
  if (error instanceof HostError) return error.info;
  const text = error instanceof Error ? error.message : String(error);
  return { code: fallback, message: text.split('\n', 1)[0]?.slice(0, 500) || 'Unknown error' };
}
