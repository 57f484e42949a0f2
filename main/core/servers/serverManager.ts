import { createHash } from 'node:crypto';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Outcome } from '../../../preload/contract/errors.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import { connectionKey, type ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Logger } from '../ports.ts';
import type { CreateTransport, TransportDeps } from '../transports/transport.ts';
import { openSessions } from './clientSessionOpen.ts';
import { EraCache } from './eraCache.ts';
import { ManagedServers } from './managedServers.ts';
import type { ServerHost } from './serverHost.ts';
import type { ListKind, Raw, RequestOptions, SessionEvent, SessionHandlers } from './session.ts';
import type { OpenSession } from './sessionHandle.ts';
import { ToolListCache } from './toolListCache.ts';

/** Which servers are known to want a sign-in (AUT-2), by `needsAuthKey`. Entries fade by themselves. */
export interface NeedsAuthCache {
  has(key: string): boolean;
  set(key: string): void;
  clear(key: string): void;
}

/** Name and connection: a changed entry is asked anew. Holds no secret. */
export const needsAuthKey = (config: ServerConfig): string =>
  `${config.name}:${createHash('sha256').update(connectionKey(config)).digest('hex').slice(0, 16)}`;

export interface ServerHostDeps {
  settings: () => Settings['mcp'];
  createTransport: CreateTransport;
  transportDeps: TransportDeps;
  clock: Clock;
  logger: Logger;
  /** In [0, 1); Math.random when absent. */
  random?: () => number;
  /** Folder for what earlier runs learnt; nothing is kept without it. */
  caches?: string;
  needsAuth?: NeedsAuthCache;
  /** Who answers a server's own requests; asked for each new connection. */
  handlers?: (server: string) => SessionHandlers;
  clientInfo?: Implementation;
  /** Patience with the era probe in milliseconds (TRN-9). */
  probePatienceMs?: number;
  /** For tests: sessions of another make. */
  openSession?: OpenSession;
}

/** The host with what only its owner and the protocol's other features need. */
export interface ServerManager extends ServerHost {
  /** What servers say by themselves, and `closed` when a connection goes and what was fetched over it is stale (CON-4). */
  onEvent(listener: (what: { server: string; event: SessionEvent }) => void): () => void;
  /** A run begins: servers that failed and have cooled down get another chance (CON-5). */
  runStarts(): void;
  /** The machine slept or the network changed: remote servers are checked before their next use (CON-10). */
  doubtRemotes(): void;
  /** All pages of one list of a connected server. */
  listAll(server: string, kind: ListKind, options: RequestOptions): Promise<Outcome<unknown[]>>;
  /** Any other request (completion/complete, resources/subscribe, logging/setLevel, tasks/get …); tools/call is refused: calls go through the gate. */
  request(server: string, method: string, params: Raw, options: RequestOptions): Promise<Outcome<Raw>>;
  /** The resources of a server whose changes are wanted, told by `onEvent`; kept over reconnects, replaces the earlier ones (PRO-1). */
  watchResources(server: string, uris: readonly string[]): void;
  /** Tells every server that asked for roots that they changed (PRO-5). */
  rootsChanged(): void;
}

const CLIENT_INFO: Implementation = { name: 'quayside', title: 'Quayside', version: '0.1.0' };
const PROBE_PATIENCE_MS = 4_000;

/** The connections of the whole app. */
export function createServerHost(deps: ServerHostDeps): ServerManager {
  const { createTransport, transportDeps, clock, random = Math.random } = deps;
  const eras = new EraCache(deps.caches, clock);
  const openSession =
    deps.openSession ??
    openSessions({
      createTransport,
      transportDeps: {
        ...transportDeps,
        oldServers: { has: (config) => eras.speaksOldSse(config), note: (config, sse) => eras.remember(config, { sse }) },
      },
      clock,
      random,
      eras,
      clientInfo: deps.clientInfo ?? CLIENT_INFO,
      probePatienceMs: deps.probePatienceMs ?? PROBE_PATIENCE_MS,
    });
  return new ManagedServers({ ...deps, random, eras, toolLists: new ToolListCache(deps.caches), openSession, needsAuthKey });
}
