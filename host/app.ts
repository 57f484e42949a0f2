import os from 'node:os';
import path from 'node:path';
import { guardedEmitter, guardObject } from './guard.ts';
import { createEvent } from './hostEvent.ts';
import { takeInstanceLock } from './singleInstance.ts';
import { state } from './state.ts';

const { env, platform } = process;

function appDataFolder(home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library/Application Support');
  if (platform === 'win32') return env.APPDATA ?? path.join(home, 'AppData/Roaming');
  return env.XDG_CONFIG_HOME ?? path.join(home, '.config');
}

/** electron.app: life cycle, paths, single instance. */
class App extends guardedEmitter('app') {
  readonly isPackaged = false;
  readonly commandLine = guardObject('app.commandLine', {
    appendSwitch(name: string, value = ''): void {
      if (!state.chromium) state.switches.set(name, value);
    },
  });
  #paths = new Map<string, string>();
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #lock: { release(): void } | undefined;
  #quitting = false;
  #exiting = false;

  get name(): string {
    return state.packageJson.productName ?? state.packageJson.name ?? 'Electron';
  }
  getName(): string {
    return this.name;
  }
  getVersion(): string {
    return state.packageJson.version ?? '0.0.0';
  }
  getAppPath(): string {
    return state.appFolder;
  }
  getLocale(): string {
    const tag = (env.LC_ALL || env.LANG || 'en-US').split('.')[0]?.replace('_', '-') ?? '';
    return /^(C|POSIX|)$/.test(tag) ? 'en-US' : tag;
  }
  /** Electron's setAppUserModelId, protocol client and badges have no counterpart here; the app asks before it relies on them. */
  setAppUserModelId(): void {}

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set) return set;
    const home = os.homedir();
    const appData = appDataFolder(home);
    const known: Record<string, string> = { home, appData, userData: path.join(appData, this.name), temp: os.tmpdir(), exe: process.execPath };
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!found) throw new Error(`Failed to get '${name}' path`);
    return found;
  }
  setPath(name: string, folder: string): void {
    this.#paths.set(name, folder);
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  /** Called by the host once the browser answers and the main script ran. */
  becomeReady(): void {
    this.#isReady = true;
    this.emit('ready', createEvent(), {});
    this.#ready.resolve();
  }

  requestSingleInstanceLock(): boolean {
    this.#lock ??= takeInstanceLock(this.getPath('userData'), ({ argv, cwd }) => this.emit('second-instance', createEvent(), argv, cwd));
    return this.#lock !== undefined;
  }

  focus(): void {
    for (const window of state.windows) window.focus();
  }

  quit(): void {
    if (this.#quitting) return;
    const event = createEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#quitting = true;
    setImmediate(() => {
      for (const window of [...state.windows]) {
        if (window.closeUnlessVetoed()) continue;
        this.#quitting = false;
        return;
      }
      const last = createEvent();
      this.emit('will-quit', last);
      if (last.defaultPrevented) this.#quitting = false;
      else this.exit(0);
    });
  }

  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    const end = (): void => {
      this.emit('quit', createEvent(), code);
      this.#lock?.release();
      process.exit(code);
    };
    void (state.chromium?.close() ?? Promise.resolve()).finally(end);
  }

  get leaving(): boolean {
    return this.#quitting || this.#exiting;
  }

  /** The last window is gone: the app decides what that means, or quits. */
  windowGone(): void {
    if (state.windows.size > 0 || this.leaving) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
}

export const app = new App();
