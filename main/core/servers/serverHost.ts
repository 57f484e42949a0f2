import type { ErrorInfo, Outcome } from '../../../preload/contract/errors.ts';
import type { LogLine, ServerState, TransportKind } from '../../../preload/contract/servers.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { Raw, RequestOptions, SessionInfo } from './session.ts';

/** Everything known about one server at this moment. Records are replaced, never changed. */
export interface ServerRecord {
  name: string;
  config: ServerConfig;
  state: ServerState;
  /** Of the live or last connection. */
  info?: SessionInfo;
  transport: TransportKind;
  connectMs?: number;
  latencyMs?: number;
  noise?: { lines: number; last: string };
  /** Of the last discovery; kept when the connection drops (CON-6). */
  counts: { tools: number; quarantined: number; resources: number; prompts: number };
  /** Stage facts for the pipeline view: when connecting and listing began and ended, in epoch milliseconds. */
  marks: { connectStarted?: number; connected?: number; listed?: number; listError?: ErrorInfo };
}

/** What discovery brings home: raw tool definitions with notices (page cap, repeated cursor); the tool table judges them. */
export interface DiscoveredTools {
  server: string;
  /** Grows with each discovery of this server; older generations that arrive late are dropped (TOL-8). */
  generation: number;
  items: unknown[];
  notices: { code: string; message: string }[];
  /** The list came over HTTP in the 2026-07-28 revision: tools whose `x-mcp-header` declarations are wrong must be left out. */
  headerParameters?: boolean;
}

export interface CallSafety {
  /** Sending twice does no harm: read-only or idempotent by hints the user trusts (CON-7). */
  repeatable: boolean;
}

/** Who did not stop within the ladder's limit. */
export interface StopReport {
  ms: number;
  stuck: { server: string; pid?: number }[];
}

/** The connections as the rest of the core sees them. */
export interface ServerHost {
  /** Makes the running servers match these effective entries; only changed ones restart (CFG-6, CON-11). */
  apply(configs: readonly ServerConfig[]): void;
  list(): readonly ServerRecord[];
  get(name: string): ServerRecord | undefined;
  /** Called after every change of a record, with its name. */
  onChange(listener: (name: string) => void): () => void;
  /** A listener that needs time for a long list returns a promise; until then the server is not called connected. */
  onTools(listener: (found: DiscoveredTools) => void): () => void;
  logs(name: string): readonly LogLine[];
  /** Resolves when no server is pending any more (or the signal aborts). */
  settled(signal?: AbortSignal): Promise<void>;
  restart(name: string): Promise<void>;
  /**
   * tools/call with reconnect and the one safe retry of CON-6…8. The only caller is agent/executeToolCall, after the gate;
   * test/layers.test.ts holds that.
   */
  callTool(server: string, original: string, args: Raw, options: RequestOptions & CallSafety): Promise<Outcome<Raw>>;
  readResource(server: string, uri: string, options: RequestOptions): Promise<Outcome<Raw>>;
  getPrompt(server: string, name: string, args: Record<string, string>, options: RequestOptions): Promise<Outcome<Raw>>;
  /** Ends every server in parallel (CON-12); after it nothing connects again. */
  stopAll(): Promise<StopReport>;
}
