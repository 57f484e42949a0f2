import { Client } from '@modelcontextprotocol/client';
import { systemClock } from '../../../main/core/base/clock.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import { createRemoteTransport } from '../../../main/core/transports/createRemoteTransport.ts';
import type { HostTransport, TransportDeps } from '../../../main/core/transports/transport.ts';
import type { LogLine } from '../../../preload/contract/servers.ts';

export function remoteConfig(url: string, more: Partial<RemoteConfig> = {}): RemoteConfig {
  return {
    name: 'fake',
    origin: { level: 'user', file: 'mcp.json' },
    hides: [],
    disabled: false,
    era: 'auto',
    suggestedAllow: [],
    transport: 'http',
    url,
    headers: {},
    fallbackToSse: false,
    ...more,
  };
}

export function remoteDeps(more: Partial<TransportDeps> = {}): TransportDeps {
  return {
    clock: systemClock,
    logger: silentLogger,
    ladder: { sigterm: 100, sigkill: 500, giveUp: 600 },
    maxMessageBytes: 64 * 1024 * 1024,
    childEnvironment: async () => ({}),
    ...more,
  };
}

export interface Connected {
  client: Client;
  transport: HostTransport;
  log: LogLine[];
  errors: Error[];
}

export interface ConnectMore {
  config?: Partial<RemoteConfig>;
  deps?: Partial<TransportDeps>;
  mode?: 'legacy' | 'auto';
}

/** The SDK's client over our transport, connected. */
export async function connect(url: string, more: ConnectMore = {}): Promise<Connected> {
  const transport = createRemoteTransport(remoteConfig(url, more.config), remoteDeps(more.deps));
  const log: LogLine[] = [];
  const errors: Error[] = [];
  transport.onlog = (line) => log.push(line);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: more.mode ?? 'legacy' } });
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return { client, transport, log, errors };
}

/** The rejection of a promise; fails when it resolves. */
export async function failure(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It did not reject with an error.');
}

/** Resolves when `check` is true, looked at after every turn of the event loop. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
}

export const text = (result: unknown): string => (result as { content: { text: string }[] }).content.map((part) => part.text).join('');
