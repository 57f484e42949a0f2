import { STATUS_CODES } from 'node:http';
import type { Waiting } from '../answerRouter.ts';
import { idKey } from '../jsonRpc.ts';
import { rpcErrorIn } from './describeBody.ts';
import type { Refusal } from './refusal.ts';

/** Statuses that say nothing about the protocol: a login, a proxy, a limit. */
const NO_EVIDENCE = new Set([401, 403, 407, 408, 421, 425, 429]);
const METHOD_NOT_FOUND = -32_601;
const isModernCode = (code: number): boolean => code <= -32_020 && code >= -32_022;

/**
 * A refused request whose body is a JSON-RPC error becomes that error, as if it had come with 200: 2026-07-28 sends its errors
 * with 400 and 404. A refused era probe becomes "method not found", which the SDK takes as a legacy server; its own recognition
 * looks for an error class of its own transport.
 */
export function inBandError(waiting: Waiting, refusal: Refusal, modern: boolean): object | undefined {
  const { status } = refusal;
  if (status < 400 || status >= 500 || NO_EVIDENCE.has(status)) return undefined;
  const found = rpcErrorIn(refusal.text);
  if (found) {
    const { id, ...error } = found;
    const ours = id === null || id === undefined ? modern || isModernCode(error.code) : idKey(id) === idKey(waiting.id);
    if (ours) return { jsonrpc: '2.0', id: waiting.id, error };
  }
  if (waiting.method !== 'server/discover') return undefined;
  return { jsonrpc: '2.0', id: waiting.id, error: { code: METHOD_NOT_FOUND, message: `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim() } };
}
