import { STATUS_CODES } from 'node:http';
import type { Waiting } from '../answerRouter.ts';
import { idKey } from '../jsonRpc.ts';
import { rpcErrorIn } from './describeBody.ts';
import type { Refusal } from './refusal.ts';

/** Statuses that say nothing about the protocol: a login, a proxy, a limit. */
const NO_EVIDENCE = new Set([401, 403, 407, 408, 421, 425, 429]);
const METHOD_NOT_FOUND = -32_601;
const isModernCode = (code: number): boolean => code <= -32_020 && code >= -32_022;
const isProbe = (waiting: Waiting): boolean => waiting.method === 'server/discover';

/**
 * A refused request whose body is a JSON-RPC error becomes that error, as if it had come with 200: 2026-07-28 sends its errors
 * with 400 and 404. A refused era probe becomes "method not found" (see `probeFailed`).
 */
export function inBandError(waiting: Waiting, refusal: Refusal, modern: boolean): object | undefined {
  const { status } = refusal;
  const judged = (status >= 400 && status < 500) || (isProbe(waiting) && (status === 500 || status === 501));
  if (!judged || NO_EVIDENCE.has(status)) return undefined;
  const found = status < 500 ? rpcErrorIn(refusal.text) : undefined;
  if (found) {
    const { id, ...error } = found;
    const ours = id === null || id === undefined ? modern || isModernCode(error.code) : idKey(id) === idKey(waiting.id);
    if (ours) return { jsonrpc: '2.0', id: waiting.id, error };
  }
  return probeFailed(waiting, `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim());
}

/**
 * What a probe that got an answer but no usable one becomes: "method not found", which the SDK takes as a legacy server. Old
 * servers meet an unknown request with all kinds of answers (404, 500, an empty 202); `initialize`, which then follows, gives
 * the true verdict. Undefined for other requests.
 */
export function probeFailed(waiting: Waiting, how: string): object | undefined {
  return isProbe(waiting) ? { jsonrpc: '2.0', id: waiting.id, error: { code: METHOD_NOT_FOUND, message: how } } : undefined;
}
