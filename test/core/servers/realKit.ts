import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../main/core/base/clock.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import type { ServerConfig, StdioConfig } from '../../../main/core/config/serverConfig.ts';
import type { DiscoveredTools } from '../../../main/core/servers/serverHost.ts';
import { createServerHost, type ServerHostDeps, type ServerManager } from '../../../main/core/servers/serverManager.ts';
import { createTransport } from '../../../main/core/transports/createTransport.ts';
import { Settings } from '../../../preload/contract/settings.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';

export type Json = Record<string, unknown>;
const CASES = path.resolve(import.meta.dirname, '../../cases');

export function scenario(id: string, variant = 'scenario'): Json {
  const folder = fs.readdirSync(CASES).find((name) => name.startsWith(`${id}-`));
  if (!folder) throw new Error(`No case ${id}.`);
  return JSON.parse(fs.readFileSync(path.join(CASES, folder, `${variant}.json`), 'utf8')) as Json;
}

interface Entry {
  dir: string;
  pid?: number;
  msg?: Json;
  http?: string;
  rpc?: string;
}

/** A fake stdio server of the fault cases, as an entry; `seen` reads what it got. */
export function fakeStdio(folder: string, name: string, what: Json, more: Partial<StdioConfig> = {}): { config: StdioConfig; seen(): Entry[] } {
  const file = path.join(folder, `${name}.json`);
  const log = path.join(folder, `${name}.jsonl`);
  fs.writeFileSync(file, JSON.stringify(what));
  const env = { FAKE_LOG: log, ...more.env };
  return {
    config: stdioConfig(name, { ...more, command: process.execPath, args: [path.join(CASES, 'fake-stdio.mjs'), file], env }),
    seen: () =>
      fs.existsSync(log)
        ? fs
            .readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Entry)
        : [],
  };
}

interface FakeHttp {
  url: string;
  log: Entry[];
  close(): Promise<void>;
}

/** A fake HTTP server of the fault cases, in this process. */
export async function fakeHttp(name: string, what: Json): Promise<{ config: ServerConfig; fake: FakeHttp }> {
  const { startFakeHttp } = (await import(path.join(CASES, 'fake-http.mjs'))) as { startFakeHttp(what: Json): Promise<FakeHttp> };
  const fake = await startFakeHttp(what);
  return { config: remoteConfig(name, { url: fake.url, fallbackToSse: true }), fake };
}

/** The messages of one method that arrived. */
export const arrived = (entries: readonly Entry[], method: string): Json[] =>
  entries.flatMap(({ dir, msg }) => (dir === 'in' && msg?.method === method ? [msg] : []));

export interface RealStage {
  host: ServerManager;
  folder: string;
  found: DiscoveredTools[];
  settings: Settings['mcp'];
  /** Applies and waits until all are settled. */
  up(...configs: ServerConfig[]): Promise<void>;
  end(): Promise<void>;
}

export function realStage(more: Partial<ServerHostDeps> = {}): RealStage {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-servers-'));
  const settings = Settings.parse({}).mcp;
  const host = createServerHost({
    settings: () => settings,
    createTransport,
    transportDeps: {
      clock: systemClock,
      logger: silentLogger,
      ladder: settings.stopAtMs,
      maxMessageBytes: settings.maxMessageBytes,
      childEnvironment: async () => ({ PATH: process.env.PATH ?? '' }),
    },
    clock: systemClock,
    logger: silentLogger,
    caches: path.join(folder, 'caches'),
    ...more,
  });
  const found: DiscoveredTools[] = [];
  host.onTools((tools) => found.push(tools));
  return {
    host,
    folder,
    found,
    settings,
    up: async (...configs) => {
      host.apply(configs);
      await host.settled();
    },
    end: async () => {
      await host.stopAll();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when `look` holds, looking after each change of the host. */
export function until(host: ServerManager, look: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!look()) return;
      stop();
      resolve();
    };
    const stop = host.onChange(check);
    check();
  });
}
