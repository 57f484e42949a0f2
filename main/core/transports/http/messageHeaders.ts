import type { Outbound } from '../jsonRpc.ts';

const VERSION_IN_BODY = 'io.modelcontextprotocol/protocolVersion';
/** First revision without sessions, initialize and GET streams. */
const MODERN = '2026-07-28';
export const isModernVersion = (version: string | undefined): boolean =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN;

/** What the connection knows when a message goes out. */
export interface HeaderState {
  sessionId: string | undefined;
  protocolVersion: string | undefined;
}

/** Which member of the parameters `Mcp-Name` repeats (2026-07-28, Standard Request Headers). */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Derived from the connection or the body; a caller's per-request header of that name is left out. */
const RESERVED = new Set([
  'authorization',
  'accept',
  'content-type',
  'content-length',
  'host',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
]);

/** Headers of a POST. A message that carries its version itself (modern era, and the era probe) is described by its own body. */
export function postHeaders(message: Outbound, state: HeaderState, extra?: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const version = versionInBody(message) ?? (message.method === 'initialize' ? undefined : state.protocolVersion);
  if (version !== undefined) headers['mcp-protocol-version'] = version;
  if (state.sessionId !== undefined && message.method !== 'initialize') headers['mcp-session-id'] = state.sessionId;
  if (message.method !== undefined && isModernVersion(version)) {
    headers['mcp-method'] = message.method;
    const name = nameOf(message);
    if (name !== undefined) headers['mcp-name'] = encodeFieldValue(name);
  }
  for (const [name, value] of Object.entries(extra ?? {})) {
    if (!RESERVED.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Headers of a GET stream or a DELETE. */
export function plainHeaders(state: HeaderState, accept: string, lastEventId?: string): Record<string, string> {
  return {
    accept,
    ...(state.protocolVersion === undefined ? {} : { 'mcp-protocol-version': state.protocolVersion }),
    ...(state.sessionId === undefined ? {} : { 'mcp-session-id': state.sessionId }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
}

export function versionInBody(message: Outbound): string | undefined {
  const meta = message.params?._meta;
  if (typeof meta !== 'object' || meta === null) return undefined;
  const version = (meta as Record<string, unknown>)[VERSION_IN_BODY];
  return typeof version === 'string' ? version : undefined;
}

function nameOf(message: Outbound): string | undefined {
  const member = NAMED_BY.get(message.method ?? '');
  const value = member === undefined ? undefined : message.params?.[member];
  return typeof value === 'string' ? value : undefined;
}

/** Text as a header value: plain when that is safe, otherwise base64 in the mark of the specification (2026-07-28, Value Encoding). */
export function encodeFieldValue(value: string): string {
  const plain = value !== '' && /^[\t\x20-\x7e]*$/.test(value) && value === value.trim() && !(value.startsWith('=?base64?') && value.endsWith('?='));
  return plain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

/** A session id is visible ASCII (2025-11-25, Session Management); anything else could not be sent back. */
export const isSessionId = (value: string | undefined): value is string => value !== undefined && /^[\x21-\x7e]+$/.test(value);
