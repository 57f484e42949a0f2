import type { Transport } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { LogLine, TransportKind } from '../../../preload/contract/servers.ts';
import type { RemoteConfig, StdioConfig } from '../config/serverConfig.ts';
import type { Clock, Logger } from '../ports.ts';

/**
 * What our transports offer beyond the SDK's `Transport` port. They are made for one connection: `start()` once, `close()` once.
 * `send` rejects with a HostError: `call.disconnected` when the bytes surely never left (refused connection, closed pipe),
 * `call.outcome_unknown` when they may have arrived, `auth.required`/`auth.refused` on 401/403, otherwise `connect.*`.
 */
export interface HostTransport extends Transport {
  /** The live kind: an `http` transport that fell back to legacy SSE says `sse`. */
  readonly kind: TransportKind;
  /** Set before `onclose` fires when the end was not asked for: exit code, signal and last stderr lines, or the network's reason. */
  readonly closeReason: ErrorInfo | undefined;
  /** The last odd thing it noticed; told when an answer does not come in time. */
  readonly suspicion?: Suspicion | undefined;
  /** A line on stdout that was no JSON-RPC (TRN-2). */
  onnoise?: ((text: string) => void) | undefined;
  /** stderr lines and the transport's own remarks. */
  onlog?: ((line: LogLine) => void) | undefined;
  /** A package runner is still downloading (CON-1 phase `installing`); told once. */
  oninstalling?: (() => void) | undefined;
  /** stdio only: the process group's leader. */
  readonly pid?: number | undefined;
  /** Like `close()`, and tells whether something is still alive after the ladder (CON-12). Never rejects. */
  stop(): Promise<{ stuck: boolean; pid?: number }>;
}

/** Something that may explain why a server does not answer: an answer with a foreign id, messages in a framing that is not ours. */
export interface Suspicion {
  /** Epoch milliseconds. */
  at: number;
  /** A whole sentence. */
  text: string;
  fix?: string;
}

/** Times of the stop ladder in milliseconds from the start of the stop (CON-12). */
export interface StopLadder {
  sigterm: number;
  sigkill: number;
  giveUp: number;
}

/** How this machine reaches the network (TRN-8). Without `proxy` the usual environment variables count (HTTPS_PROXY, NO_PROXY …). */
export interface NetworkSettings {
  /** `http://`, `https://` or `socks5://` address of a proxy for all remote servers. */
  proxy?: string;
  /** Hosts that are reached without it, as in NO_PROXY. */
  noProxy?: string;
  /** More certificate authorities, as PEM texts. */
  extraCa?: string[];
  /** Also trust what the operating system trusts. */
  systemCa?: boolean;
}

export interface TransportDeps {
  clock: Clock;
  logger: Logger;
  ladder: StopLadder;
  /** Longest accepted message in bytes. */
  maxMessageBytes: number;
  /** Environment for stdio children without the entry's own `env` (TRN-1): minimal, PATH of the login shell. */
  childEnvironment: () => Promise<Record<string, string>>;
  /** A bearer token for this server if there is one (AUT-3); called for each request. */
  bearer?: (config: RemoteConfig) => Promise<string | undefined>;
  /** After a 401 to `refused`: a fresh token, or nothing when there is none. Asked once per request (TRN-7); single flight is its business (AUT-3). */
  refreshBearer?: (config: RemoteConfig, refused: string) => Promise<string | undefined>;
  /**
   * A message was refused with 401 or 403, with `WWW-Authenticate` as it came (AUT-1). Not told when the entry has a fixed Authorization.
   * True when the rights it names were asked for already: signing in again would change nothing.
   */
  onChallenge?: (config: RemoteConfig, status: number, header: string | undefined) => boolean | undefined;
  network?: NetworkSettings;
  /** Addresses without a type that turned out to be old HTTP+SSE servers (TRN-4): they are not asked the new way first. */
  oldServers?: { has(config: RemoteConfig): boolean; note(config: RemoteConfig, sse: boolean): void };
  /** Where editors leave their lock files (TRN-6). Without it IDE links use only the entry's own header. */
  ideFolder?: string;
}

export type CreateTransport = (config: StdioConfig | RemoteConfig, deps: TransportDeps) => HostTransport;
