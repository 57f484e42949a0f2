import type { ServerConfig } from '../config/serverConfig.ts';
import type { Suspicion } from '../transports/transport.ts';
import type { ClientSession, Raw, RequestOptions, SessionEvent, SessionHandlers } from './session.ts';

/** A session with what the connections need beyond calls: any request by name, and news for the server. */
export interface HostSession extends ClientSession {
  /** Any request that is not a tool call (subscribe, tasks, log level …). Rejects like the others. */
  request(method: string, params: Raw, options: RequestOptions): Promise<Raw>;
  /** Resolves when no request of ours waits for its answer. */
  idle(): Promise<void>;
  /** Tells the server that the roots changed (PRO-5); nothing in the modern era, where servers ask in each request. */
  rootsChanged(): void;
  /** The resources whose changes are wanted from now on; replaces the earlier ones (PRO-1). Servers that cannot tell are not asked. */
  watchResources(uris: readonly string[]): void;
}

export interface StopResult {
  /** Something is still alive after the ladder of CON-12. */
  stuck: boolean;
  pid?: number;
}

/** One attempt to connect and what becomes of it. Whoever opens it stops it, whatever happens to `ready`. */
export interface SessionHandle {
  /** What may explain why it takes so long. */
  readonly suspicion?: Suspicion | undefined;
  /** Rejects with a HostError: `connect.*`, `spawn.*`, `auth.*`. */
  readonly ready: Promise<HostSession>;
  /** Ends the attempt or the session; never rejects, may be called at any time and more than once. */
  stop(): Promise<StopResult>;
}

export interface OpenRequest {
  config: ServerConfig;
  handlers: SessionHandlers;
  /** `closed` comes only after `ready` was fulfilled; logs and noise may come before. */
  onEvent(event: SessionEvent): void;
  /** A package runner is still downloading (CON-1). */
  onInstalling(): void;
}

export type OpenSession = (request: OpenRequest) => SessionHandle;
