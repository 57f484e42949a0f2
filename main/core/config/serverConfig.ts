import type { EraChoice, Level } from '../../../preload/contract/servers.ts';

/** Where an entry was written. Lines and columns count from 1. */
export interface EntryOrigin {
  level: Level;
  file: string;
  line?: number;
  column?: number;
}

/** OAuth facts an entry may carry (AUT-1): a client registered beforehand, scopes to ask for, a fixed callback port. */
export interface OAuthConfig {
  clientId?: string;
  clientSecret?: string;
  /** How tokens are asked for; with `client_credentials` no person signs in. */
  grant?: 'client_credentials';
  /** PEM of the key that signs for the client instead of a secret (RFC 7523). */
  privateKey?: string;
  /** A file that holds it; read when the entry is made ready. */
  privateKeyFile?: string;
  /** JWS algorithm of that key; by its type when absent. */
  signingAlgorithm?: string;
  scopes?: string[];
  callbackPort?: number;
}

interface CommonConfig {
  /** The entry's name as written; unique among the effective entries. */
  name: string;
  origin: EntryOrigin;
  /** Weaker entries of the same name that this one replaces whole. */
  hides: EntryOrigin[];
  disabled: boolean;
  /** Call timeout of this server in milliseconds; the setting counts when absent. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  /** Call timeouts by the tool's original name. */
  toolTimeoutsMs?: Record<string, number>;
  era: EraChoice;
  /** `alwaysAllow`/`autoApprove` of other apps: shown as suggestions, never applied silently (CFG-2). */
  suggestedAllow: string[];
  /** Known tools are shown at once and the server starts on first use (CON-2). */
  startOnFirstUse?: boolean;
}

export interface StdioConfig extends CommonConfig {
  transport: 'stdio';
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
}

export interface RemoteConfig extends CommonConfig {
  transport: 'http' | 'sse' | 'ws' | 'ws-ide' | 'sse-ide' | 'proxy';
  url: string;
  headers: Record<string, string>;
  /** No explicit `type`: Streamable HTTP first, legacy SSE when the POST is refused with 400, 404 or 405 (TRN-4). */
  fallbackToSse: boolean;
  oauth?: OAuthConfig;
  /** Accept a self-signed certificate; only by explicit choice per server (TRN-8). */
  allowSelfSigned?: boolean;
}

/** One effective, expanded entry. Holds secrets: it stays in main and is never logged whole. */
export type ServerConfig = StdioConfig | RemoteConfig;

/** Everything that makes a different connection; a change of it restarts the server, a change of the rest does not (CFG-6). */
export function connectionKey(config: ServerConfig): string {
  const { name, transport, era } = config;
  return JSON.stringify(
    config.transport === 'stdio'
      ? [name, transport, era, config.command, config.args, config.env, config.cwd ?? null]
      : [name, transport, era, config.url, config.headers, config.fallbackToSse, config.oauth ?? null, config.allowSelfSigned ?? false],
  );
}
