import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { StdioConfig } from '../../../main/core/config/serverConfig.ts';
import { openSessions } from '../../../main/core/servers/clientSessionOpen.ts';
import { EraCache } from '../../../main/core/servers/eraCache.ts';
import type { RequestOptions, SessionEvent, SessionHandlers } from '../../../main/core/servers/session.ts';
import type { HostSession, SessionHandle } from '../../../main/core/servers/sessionHandle.ts';
import type { TransportDeps } from '../../../main/core/transports/transport.ts';
import { type FakeRule, FakeTransport } from '../../fakes/fakeTransport.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { stdioConfig } from '../../fakes/serverConfigs.ts';

export const transportDeps = (clock: TransportDeps['clock']): TransportDeps => ({
  clock,
  logger: silentLogger,
  ladder: { sigterm: 100, sigkill: 500, giveUp: 600 },
  maxMessageBytes: 268_435_456,
  childEnvironment: async () => ({ PATH: process.env.PATH ?? '' }),
});

export interface Bench {
  clock: ManualClock;
  eras: EraCache;
  transports: FakeTransport[];
  events: SessionEvent[];
  open(more?: Partial<StdioConfig>, handlers?: SessionHandlers): SessionHandle;
}

/** Opens sessions over fake transports; `rules` are those of the fake server, per transport when a function. */
export function bench(rules: FakeRule[] | ((nth: number) => FakeRule[]) = [], kind: 'stdio' | 'http' = 'stdio'): Bench {
  const clock = new ManualClock();
  const eras = new EraCache(undefined, clock);
  const transports: FakeTransport[] = [];
  const events: SessionEvent[] = [];
  const open = openSessions({
    createTransport: () => {
      const made = new FakeTransport(typeof rules === 'function' ? rules(transports.length) : rules, kind);
      transports.push(made);
      return made;
    },
    transportDeps: transportDeps(clock),
    clock,
    random: () => 0.5,
    eras,
    clientInfo: { name: 'test', version: '0' },
    probePatienceMs: 4_000,
  });
  return {
    clock,
    eras,
    transports,
    events,
    open: (more = {}, handlers = {}) =>
      open({ config: stdioConfig('fake', more), handlers, onEvent: (event) => events.push(event), onInstalling: () => undefined }),
  };
}

export async function session(
  rules: FakeRule[] = [],
  handlers: SessionHandlers = {},
  kind: 'stdio' | 'http' = 'stdio',
): Promise<{ live: HostSession; transport: FakeTransport; clock: ManualClock; events: SessionEvent[] }> {
  const { open, transports, clock, events } = bench(rules, kind);
  const live = await open({}, handlers).ready;
  return { live, transport: transports[0] as FakeTransport, clock, events };
}

export const options = (more: Partial<RequestOptions> = {}): RequestOptions => ({ signal: new AbortController().signal, timeoutMs: 60_000, ...more });
