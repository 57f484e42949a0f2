import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { systemClock } from '../../../main/core/base/clock.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { StdioConfig } from '../../../main/core/config/serverConfig.ts';
import { StdioTransport } from '../../../main/core/transports/stdioTransport.ts';
import type { TransportDeps } from '../../../main/core/transports/transport.ts';
import type { LogLine } from '../../../preload/contract/servers.ts';

export const MEGABYTE = 1024 * 1024;
const root = path.resolve(import.meta.dirname, '../../..');
export const serverFile = (name: string): string => path.join(root, 'test/servers', name);
export const caseFile = (name: string): string => path.join(root, 'test/cases', name);

export const stdioConfig = (more: Partial<StdioConfig> & Pick<StdioConfig, 'command'>): StdioConfig => ({
  name: 'probe',
  origin: { level: 'user', file: 'mcp.json' },
  hides: [],
  disabled: false,
  era: 'auto',
  suggestedAllow: [],
  transport: 'stdio',
  args: [],
  env: {},
  ...more,
});

export const nodeServer = (file: string, args: string[] = [], more: Partial<StdioConfig> = {}): StdioConfig =>
  stdioConfig({ command: process.execPath, args: [file, ...args], ...more });

export const fakeServer = (id: string, more: Partial<StdioConfig> = {}): StdioConfig =>
  nodeServer(caseFile('fake-stdio.mjs'), [caseFile(`${id}/scenario.json`)], more);

export const LADDER = { sigterm: 100, sigkill: 500, giveUp: 600 };

export const transportDeps = (more: Partial<TransportDeps> = {}): TransportDeps => ({
  clock: systemClock,
  logger: silentLogger,
  // The end of killed processes is reported late on a busy machine; what counts here is that nothing is left.
  ladder: { ...LADDER, giveUp: 10_000 },
  maxMessageBytes: 64 * MEGABYTE,
  childEnvironment: async () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' }),
  ...more,
});

/** A transport whose events are kept; `seen` resolves when one of them satisfies a condition. */
export class Probe {
  readonly transport: StdioTransport;
  readonly noise: string[] = [];
  readonly log: LogLine[] = [];
  readonly errors: Error[] = [];
  readonly messages: Record<string, unknown>[] = [];
  readonly closed: Promise<void>;
  installing = 0;
  closes = 0;
  #watchers = new Set<() => void>();

  constructor(config: StdioConfig, more: Partial<TransportDeps> = {}) {
    this.transport = new StdioTransport(config, transportDeps(more));
    const { transport } = this;
    this.closed = new Promise((resolve) => {
      transport.onclose = () => {
        this.closes += 1;
        resolve();
        this.#look();
      };
    });
    transport.onerror = (error) => this.#keep(this.errors, error);
    transport.onnoise = (text) => this.#keep(this.noise, text);
    transport.onlog = (line) => this.#keep(this.log, line);
    transport.onmessage = (message) => this.#keep(this.messages, message as unknown as Record<string, unknown>);
    transport.oninstalling = () => {
      this.installing += 1;
      this.#look();
    };
  }

  /** Waits for a condition over what was kept so far; it is looked at again after every event. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  send(message: Record<string, unknown>): Promise<void> {
    return this.transport.send({ jsonrpc: '2.0', ...message } as Parameters<StdioTransport['send']>[0]);
  }

  /** Sends a request and returns its answer. */
  async ask(id: number | string, method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    await this.send({ id, method, params });
    const answer = this.messages.find((message) => message.id === id && message.method === undefined);
    if (!answer) throw new Error(`No answer to ${id}.`);
    return answer;
  }

  #keep<T>(list: T[], item: T): void {
    list.push(item);
    this.#look();
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }
}

/** The SDK's client, connected over our transport. */
export async function connectSdk(
  config: StdioConfig,
  mode: 'legacy' | 'auto' = 'legacy',
  more: Partial<TransportDeps> = {},
): Promise<{ client: Client; transport: StdioTransport }> {
  const transport = new StdioTransport(config, transportDeps(more));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode, probe: { timeoutMs: 3000 } } });
  await client.connect(transport);
  return { client, transport };
}

/** Whether a process runs; one that has ended and only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
