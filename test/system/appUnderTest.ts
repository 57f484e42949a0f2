import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Core, composeCore } from '../../main/compose/core.ts';
import { composeDesktop, type Desktop } from '../../main/compose/desktop.ts';
import type { CoreOptions } from '../../main/compose/options.ts';
import { systemClock } from '../../main/core/base/clock.ts';
import { silentLogger } from '../../main/core/base/silentLogger.ts';
import { createRedactor } from '../../main/core/logs/redact.ts';
import { createPaths } from '../../main/core/settings/paths.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../preload/contract/commands.ts';
import type { Outcome } from '../../preload/contract/errors.ts';
import { applyPatches, type HostEvent, type HostState } from '../../preload/contract/mirror.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const weather = { command: process.execPath, args: [path.join(root, 'examples/weather-server/index.mjs')] };

export function makeHome(servers: Record<string, unknown> = {}, settings: Record<string, unknown> = {}): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-system-'));
  fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  fs.writeFileSync(path.join(home, 'settings.json'), JSON.stringify(settings));
  return home;
}
export const removeHome = (home: string): void => fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });

export function coreOptions(home: string, more: Partial<CoreOptions> = {}): CoreOptions {
  return {
    paths: createPaths(home),
    env: process.env,
    platform: process.platform,
    homeDir: os.homedir(),
    clock: systemClock,
    logger: silentLogger,
    redact: createRedactor(),
    fromTerminal: true,
    interactive: true,
    watch: false,
    version: '0.0.0-test',
    ...more,
  };
}

export const startCore = async (home: string, more: Partial<CoreOptions> = {}): Promise<Core> => {
  const core = composeCore(coreOptions(home, more));
  await core.start();
  await core.servers.settled();
  return core;
};

/** A window without a screen: it sends commands and keeps the mirror that the events make. */
export class FakeWindow {
  state: HostState | undefined;
  readonly events: HostEvent[] = [];
  readonly opened: string[] = [];
  readonly shown: string[] = [];
  /** What the person chooses when asked for a folder. */
  folder: string | undefined;
  readonly desktop: Desktop;
  #looking = new Set<() => void>();
  #end: (() => void) | undefined;

  constructor(home: string, more: Partial<CoreOptions> = {}) {
    this.desktop = composeDesktop({
      core: coreOptions(home, more),
      app: { version: '0', platform: 'linux', missing: { encryption: true, notifications: true }, shell: 'test', homeFolder: home },
      appRoot: root,
      runsElectron: false,
      shell: {
        openExternal: async (url) => void this.opened.push(url),
        showFile: (file) => void this.shown.push(file),
        openFile: async (file) => void this.opened.push(file),
        chooseFolder: async () => this.folder,
        applyTheme: () => undefined,
      },
      notify: () => undefined,
    });
    this.open();
  }

  /** Opens, or reloads, the page: a fresh snapshot comes. */
  open(): void {
    this.#end?.();
    this.#end = this.desktop.publisher.subscribe((event) => {
      this.events.push(event);
      if (event.kind === 'snapshot') this.state = event.state;
      else if (this.state) this.state = applyPatches(this.state, event.patches);
      for (const look of [...this.#looking]) look();
    });
  }

  async send<K extends CommandName>(name: K, input: CommandInput<K>): Promise<CommandOutput<K>> {
    const outcome = await this.try(name, input);
    if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
    return outcome.value;
  }
  try<K extends CommandName>(name: K, input: unknown): Promise<Outcome<CommandOutput<K>>> {
    return this.desktop.dispatch(name, input, { subscribe: () => this.open() }) as Promise<Outcome<CommandOutput<K>>>;
  }

  /** Resolves with what `pick` finds in the mirror, as soon as it finds something. */
  until<T>(pick: (state: HostState) => T | undefined | false): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.state && pick(this.state);
        if (found === undefined || found === false) return;
        this.#looking.delete(look);
        resolve(found);
      };
      this.#looking.add(look);
      look();
    });
  }

  /** The answer of the conversation once it is over. */
  async answer(id: string) {
    const message = await this.until((state) => {
      const chat = state.chats[id];
      const last = chat?.messages[chat.order.at(-1) ?? ''];
      return last?.role === 'assistant' && last.status !== 'streaming' && state.conversations[id]?.run !== 'streaming' ? last : undefined;
    });
    return message;
  }
}
