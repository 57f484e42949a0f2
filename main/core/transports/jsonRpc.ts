import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** An answer's id as a key: servers that turn `7` into `"7"` are understood. */
export type IdKey = string;
export const idKey = (id: unknown): IdKey => String(id);

export interface RpcRequest {
  jsonrpc: '2.0';
  id: string | number;
  method: string;
  params?: Record<string, unknown>;
}

/** The members our transports look at, in the SDK's message as it comes in `send`. */
export interface Outbound {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
}

export const isRequest = (message: Outbound): message is RpcRequest => message.method !== undefined && message.id !== undefined;

/** Messages that belong to connecting: their failure is a failed connect, not a failed call. */
const HANDSHAKE = new Set(['initialize', 'notifications/initialized', 'server/discover']);
export const isHandshake = (method: string | undefined): boolean => method !== undefined && HANDSHAKE.has(method);

/** What only reads or may be said twice. Anything else, above all tools/call, is never sent again by a transport. */
const REPEATABLE = new Set([
  ...HANDSHAKE,
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/roots/list_changed',
]);
export const isRepeatable = (method: string | undefined): boolean => method !== undefined && REPEATABLE.has(method);

/** The request that `notifications/cancelled` ends, if `message` is one. */
export function cancelledId(message: Outbound): IdKey | undefined {
  if (message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? idKey(id) : undefined;
}

/** A received message that is an answer: what the router needs to know of it. */
export interface Inbound {
  message: JSONRPCMessage;
  /** Set for answers; `null` when the server could not name the request. */
  answers?: string | number | null;
}
