import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Inbound } from './jsonRpc.ts';

type Raw = Record<string, unknown>;

/** What one JSON value on a server's stdout turned out to be. */
export type WireReading =
  | { kind: 'message'; inbound: Inbound }
  /** Meant as the answer to our request `id`, but nothing can be made of it: that request must fail now, not at its timeout. */
  | { kind: 'unreadable'; id: string | number; what: string }
  /** JSON, but not JSON-RPC: a log line. */
  | { kind: 'noise' };

const NOISE: WireReading = { kind: 'noise' };

/**
 * Judges a value by hand instead of by schema, because a message that a schema refuses is a request that hangs. Null members
 * do not count, members that JSON-RPC does not know are left out (the SDK's schemas are strict), and a line without `jsonrpc`
 * is believed only when it answers a request of ours. `isOpen` tells whether an id belongs to such a request.
 */
export function readWire(value: unknown, isOpen: (id: unknown) => boolean): WireReading {
  if (!isRaw(value)) return NOISE;
  const { id, method } = value;
  const failed = saysError(value);
  const answered = isSet(value.result) || failed;
  if (typeof method === 'string' && !(answered && isOpen(id))) return readCall(value, method);
  if (!isSet(id)) {
    // "I could not read your message" names no request; it is not held against the one that happens to be open.
    return value.jsonrpc !== undefined && failed ? { kind: 'message', inbound: { message: failure(value, undefined), answers: null } } : NOISE;
  }
  if (typeof id !== 'string' && typeof id !== 'number') return NOISE;
  if (value.jsonrpc === undefined && !isOpen(id)) return NOISE;
  if (failed) return { kind: 'message', inbound: { message: failure(value, id), answers: id } };
  if (value.result === undefined) return isOpen(id) ? { kind: 'unreadable', id, what: 'neither a result nor an error' } : NOISE;
  const result = value.result ?? {};
  if (!isRaw(result)) return { kind: 'unreadable', id, what: 'the result is not an object' };
  return { kind: 'message', inbound: { message: { jsonrpc: '2.0', id, result: withoutNullMeta(result) }, answers: id } };
}

/** A request or a notification of the server. */
function readCall(value: Raw, method: string): WireReading {
  if (value.jsonrpc === undefined) return NOISE;
  const { id, params } = value;
  const known = typeof id === 'string' || typeof id === 'number';
  const message = { jsonrpc: '2.0', ...(known && { id }), method, ...(isRaw(params) && { params: withoutNullMeta(params) }) };
  return { kind: 'message', inbound: { message: message as JSONRPCMessage } };
}

function failure(value: Raw, id: string | number | undefined): JSONRPCMessage {
  const error = isRaw(value.error) ? value.error : { message: value.error };
  const code = Number(error.code);
  const message = typeof error.message === 'string' && error.message !== '' ? error.message : 'no reason given';
  return {
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    error: { code: Number.isSafeInteger(code) ? code : 0, message, ...(isSet(error.data) && { data: error.data }) },
  };
}

/** Null does not count, nor does an empty error beside a result: some servers always fill in both members. */
function saysError({ error, result }: Raw): boolean {
  if (!isSet(error)) return false;
  const empty = error === false || error === '' || (isRaw(error) && !isSet(error.code) && !isSet(error.message));
  return !(empty && isSet(result));
}

/** `"_meta": null` is common and fails every schema. */
function withoutNullMeta(holder: Raw): Raw {
  if (holder._meta === undefined || isRaw(holder._meta)) return holder;
  const { _meta, ...rest } = holder;
  return rest;
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSet = (value: unknown): boolean => value !== undefined && value !== null;
