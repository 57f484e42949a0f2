import type { ErrorCode, ErrorInfo } from '../../../preload/contract/errors.ts';
import { HostError } from '../base/hostError.ts';

/** What callers decide on (retry, new session, sign-in) instead of parsing messages. All optional: absent means "not so". */
export interface TransportFacts {
  /** The HTTP status that refused the message. */
  status?: number;
  /** The message surely was not carried out: sending it again does no harm (CON-7). */
  unsent?: boolean;
  /** The server forgot the session this message belonged to: connect anew at once and send it once more (CON-8). */
  sessionExpired?: boolean;
  /** The network failed, not the server: three of these in a row end the connection (CON-9). */
  networkDown?: boolean;
  /** When the server wants to be asked again, in milliseconds from now (429, 503). */
  retryAfterMs?: number;
  /** `WWW-Authenticate` as it came, for the sign-in that follows (AUT-1). */
  challenge?: string;
}

export type TransportErrorMore = Partial<Omit<ErrorInfo, 'code' | 'message'>> & { cause?: unknown; facts?: TransportFacts };

/**
 * The SDK's era probe wraps what `send` throws into errors of its own, except errors that carry this stamp; with it the
 * caller gets the true reason of a failed connect. The symbol is the SDK's, taken from the global registry on purpose.
 */
const PASS_THE_PROBE = Symbol.for('mcp.authSeamEscape');

/** A HostError of a transport, with its facts. */
export class TransportError extends HostError {
  override name = 'TransportError';
  readonly facts: TransportFacts;
  readonly [PASS_THE_PROBE] = true;

  constructor(code: ErrorCode, message: string, more: TransportErrorMore = {}) {
    const { facts = {}, ...rest } = more;
    super(code, message, rest);
    this.facts = facts;
  }
}

/** A message of the server beyond the limit, passed over. `what` names it: "The answer to tools/call". */
export function tooLarge(server: string, limit: number, what: string): TransportError {
  return new TransportError('result.too_large', `${what} of "${server}" is larger than ${limit} bytes.`, {
    fix: 'Ask for less, or raise the limit in the settings.',
    params: { server, limit },
  });
}

/** The facts of any error; empty for errors of other origin. */
export function factsOf(error: unknown): TransportFacts {
  return error instanceof TransportError ? error.facts : {};
}
