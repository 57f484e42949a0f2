import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { ServerConfig } from '../../../main/core/config/serverConfig.ts';
import type { CallSafety, DiscoveredTools } from '../../../main/core/servers/serverHost.ts';
import { createServerHost, type NeedsAuthCache, type ServerHostDeps, type ServerManager } from '../../../main/core/servers/serverManager.ts';
import type { RequestOptions } from '../../../main/core/servers/session.ts';
import { Settings } from '../../../preload/contract/settings.ts';
import { type FakeHandle, FakeSessions } from '../../fakes/fakeSession.ts';
import { ManualClock, settle } from '../../fakes/manualClock.ts';
import { transportDeps } from './sessionKit.ts';

export class MemoryNeedsAuth implements NeedsAuthCache {
  readonly keys = new Set<string>();
  has = (key: string): boolean => this.keys.has(key);
  set = (key: string): void => void this.keys.add(key);
  clear = (key: string): void => void this.keys.delete(key);
}

export interface Stage {
  host: ServerManager;
  clock: ManualClock;
  sessions: FakeSessions;
  found: DiscoveredTools[];
  needsAuth: MemoryNeedsAuth;
  settings: Settings['mcp'];
  /** Kind and phase of every server, by name. */
  states(): Record<string, string>;
  up(...configs: ServerConfig[]): Promise<void>;
}

/** A manager on fake sessions. Without `prepare` every server accepts at once. */
export function stage(prepare: (handle: FakeHandle) => void = (handle) => handle.accept(), more: Partial<ServerHostDeps> = {}): Stage {
  const clock = new ManualClock();
  const sessions = new FakeSessions(prepare);
  const needsAuth = new MemoryNeedsAuth();
  const settings = Settings.parse({}).mcp;
  const host = createServerHost({
    settings: () => settings,
    createTransport: () => {
      throw new Error('No transports here.');
    },
    transportDeps: transportDeps(clock),
    clock,
    logger: silentLogger,
    random: () => 0.5,
    needsAuth,
    openSession: sessions.open,
    ...more,
  });
  const found: DiscoveredTools[] = [];
  host.onTools((tools) => found.push(tools));
  return {
    host,
    clock,
    sessions,
    found,
    needsAuth,
    settings,
    states: () => Object.fromEntries(host.list().map(({ name, state }) => [name, state.kind === 'pending' ? state.phase : state.kind])),
    up: async (...configs) => {
      host.apply(configs);
      await settle();
    },
  };
}

export const callOptions = (more: Partial<RequestOptions & CallSafety> = {}): RequestOptions & CallSafety => ({
  signal: new AbortController().signal,
  timeoutMs: 60_000,
  repeatable: false,
  ...more,
});
