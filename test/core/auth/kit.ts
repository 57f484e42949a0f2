import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type AuthDeps, type AuthService, createAuthService } from '../../../main/core/auth/authService.ts';
import { systemClock } from '../../../main/core/base/clock.ts';
import type { ServerConfig } from '../../../main/core/config/serverConfig.ts';
import type { Logger, Secrets } from '../../../main/core/ports.ts';
import type { DiscoveredTools } from '../../../main/core/servers/serverHost.ts';
import { createServerHost, type ServerManager } from '../../../main/core/servers/serverManager.ts';
import { createFileSecrets } from '../../../main/core/settings/fileSecrets.ts';
import { createTransport } from '../../../main/core/transports/createTransport.ts';
import { createLoginFetch } from '../../../main/core/transports/httpClient/loginFetch.ts';
import { Settings } from '../../../preload/contract/settings.ts';

/** A person who clicks through: takes what the login server answers and follows it to the app. Keeps what it was shown. */
export interface ScriptedBrowser {
  open(url: string): Promise<void>;
  readonly opened: string[];
  /** Status of each page of the app that it ended at. */
  readonly pages: number[];
}

export function scriptedBrowser(change: (back: URL) => URL | undefined = (back) => back): ScriptedBrowser {
  const opened: string[] = [];
  const pages: number[] = [];
  return {
    opened,
    pages,
    async open(url) {
      opened.push(url);
      const answer = await fetch(url, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (!location) throw new Error(`The login server answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
      const back = change(new URL(location));
      // Like a real browser it comes back later than the app has opened it.
      if (back) void fetch(back).then((page) => pages.push(page.status));
    },
  };
}

/** A browser that keeps cookies and follows every step of a real login server up to the app. */
export function cookieBrowser(): ScriptedBrowser {
  const opened: string[] = [];
  const pages: number[] = [];
  const jar = new Map<string, string>();
  return {
    opened,
    pages,
    async open(url) {
      opened.push(url);
      const { origin } = new URL(url);
      let next = url;
      for (let step = 0; next.startsWith(origin); step += 1) {
        if (step > 10) throw new Error('The login server leads in circles.');
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`The login server answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
        next = new URL(location, next).href;
      }
      void fetch(next).then((page) => pages.push(page.status));
    },
  };
}

export interface Stage {
  folder: string;
  secrets: Secrets;
  auth: AuthService;
  host: ServerManager;
  browser: ScriptedBrowser;
  /** Every state that a server took, in order. */
  states: string[];
  logged: string[];
  needy: Set<string>;
  tools: Map<string, unknown[]>;
  config(name: string): ServerConfig;
  /** Starts these servers and waits until none is pending. */
  up(...configs: ServerConfig[]): Promise<void>;
  /** Waits for a state of a server. */
  reaches(name: string, kind: string): Promise<void>;
  call(name: string, tool?: string): ReturnType<ServerManager['callTool']>;
  end(): Promise<void>;
}

/** The product's own connections and sign-in, with a scripted browser and a data folder of its own. */
export function authStage(more: Partial<AuthDeps> & { browser?: ScriptedBrowser; folder?: string } = {}): Stage {
  const { browser = scriptedBrowser(), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-auth-')), ...deps } = more;
  const logged: string[] = [];
  const note = (message: string): void => void logged.push(message);
  const logger: Logger = { info: note, warn: note, error: note };
  const lockFolder = path.join(folder, 'locks');
  const secrets = createFileSecrets({ file: path.join(folder, 'secrets.json'), lockFolder, logger });
  const auth = createAuthService({
    secrets,
    clock: systemClock,
    logger,
    lockFolder,
    fetchFor: (config) => createLoginFetch(config, undefined),
    openExternal: browser.open,
    language: () => 'en',
    mask: () => undefined,
    onLogin: (name) => void host.restart(name),
    ...deps,
  });
  const needy = new Set<string>();
  const settings = Settings.parse({}).mcp;
  const host: ServerManager = createServerHost({
    settings: () => settings,
    createTransport,
    transportDeps: {
      clock: systemClock,
      logger,
      ladder: { sigterm: 100, sigkill: 500, giveUp: 600 },
      maxMessageBytes: 1024 * 1024,
      childEnvironment: async () => ({}),
      bearer: auth.bearer,
      refreshBearer: auth.refreshBearer,
      onChallenge: auth.noteChallenge,
    },
    clock: systemClock,
    logger,
    needsAuth: { has: (key) => needy.has(key), set: (key) => void needy.add(key), clear: (key) => void needy.delete(key) },
  });
  const states: string[] = [];
  const tools = new Map<string, unknown[]>();
  host.onTools((found: DiscoveredTools) => void tools.set(found.server, found.items));
  host.onChange((name) => {
    const next = `${name}:${host.get(name)?.state.kind}`;
    if (states.at(-1) !== next) states.push(next);
  });
  return {
    folder,
    secrets,
    auth,
    host,
    browser,
    states,
    logged,
    needy,
    tools,
    config(name) {
      const record = host.get(name);
      if (!record) throw new Error(`No server ${name}.`);
      return record.config;
    },
    async up(...configs) {
      host.apply(configs);
      await host.settled();
    },
    reaches(name, kind) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (host.get(name)?.state.kind !== kind) return;
          stop();
          resolve();
        };
        const stop = host.onChange(look);
        look();
      });
    },
    call: (name, tool = 'echo') =>
      host.callTool(name, tool, { text: 'hi' }, { timeoutMs: 10_000, signal: new AbortController().signal, repeatable: false }),
    async end() {
      auth.dispose();
      await host.stopAll();
      if (!more.folder) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
