import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Era, LogLine } from '../../../preload/contract/servers.ts';

/** A JSON object off the wire, not yet believed. */
export type Raw = Record<string, unknown>;

export interface SessionInfo {
  era: Era;
  protocolVersion: string;
  serverInfo?: { name: string; version: string; title?: string };
  capabilities: Raw;
  instructions?: string;
  /** Live transport: `http` may have become `sse` by fallback (TRN-4). */
  transport: 'stdio' | 'http' | 'sse' | 'ws' | 'ws-ide' | 'sse-ide' | 'proxy';
}

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';
/** One page as it came: items are not validated here, salvage is the caller's business (TOL-2). */
export interface ListPage {
  items: unknown[];
  nextCursor?: string;
  /** The next page is named by something that cannot be sent back. */
  oddCursor?: true;
}

export interface RequestOptions {
  signal: AbortSignal;
  /** Milliseconds without progress; progress resets it (CON-3). */
  timeoutMs: number;
  /** Overall cap in milliseconds. */
  totalTimeoutMs?: number;
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** For tools/call in the modern era: the untouched definition, so that `x-mcp-header` parameters are mirrored (2026-07-28, Transports). */
  toolDefinition?: Raw;
}

/** A server's own requests to the host (sampling, elicitation, roots). Absent handlers are not declared as capabilities. */
export interface SessionHandlers {
  sampling?: (params: Raw, signal: AbortSignal) => Promise<Raw>;
  elicitation?: (params: Raw, signal: AbortSignal) => Promise<Raw>;
  roots?: () => Promise<{ uri: string; name?: string }[]>;
  /** More capabilities to declare, or finer ones (extensions, sampling with tools); laid over what the handlers imply. */
  capabilities?: Raw;
}

export type SessionEvent =
  | { kind: 'list-changed'; list: 'tools' | 'resources' | 'prompts' }
  | { kind: 'resource-updated'; uri: string }
  | { kind: 'log'; line: LogLine }
  | { kind: 'noise'; text: string }
  /** The connection is gone; emitted once. `error` says why, when it was not `close()`. */
  | { kind: 'closed'; error?: ErrorInfo };

/**
 * Our narrow view of one live MCP connection. Every request rejects with a HostError:
 * `call.timeout` | `call.cancelled` | `call.disconnected` (nothing was sent) | `call.outcome_unknown` (sent, then lost) |
 * `call.protocol` (a JSON-RPC error; params.rpcCode) | `auth.required` | `auth.refused`.
 */
export interface ClientSession {
  readonly info: SessionInfo;
  listPage(kind: ListKind, cursor: string | undefined, options: RequestOptions): Promise<ListPage>;
  callTool(name: string, args: Raw, options: RequestOptions): Promise<Raw>;
  readResource(uri: string, options: RequestOptions): Promise<Raw>;
  getPrompt(name: string, args: Record<string, string>, options: RequestOptions): Promise<Raw>;
  complete(params: Raw, options: RequestOptions): Promise<Raw>;
  ping(options: RequestOptions): Promise<void>;
  /** Ends the connection by the ladder of CON-12; resolves when it is gone or given up, never rejects. */
  close(): Promise<void>;
}
