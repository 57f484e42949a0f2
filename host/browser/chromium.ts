import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type Cdp, CdpConnection, type CdpSession, type TargetInfo } from './cdp.ts';
import { browserFlags, type FlagOptions } from './flags.ts';

/** A window starts on a page with this mark, so that its target is known among Chromium's own. */
export const BLANK_PREFIX = 'data:text/html,<!--w';
const OPEN_LIMIT_MS = 20_000;

export interface OpenOptions {
  width: number;
  height: number;
  x?: number | undefined;
  y?: number | undefined;
  title: string;
  background: string;
}

export interface ChromiumOptions extends FlagOptions {
  executable: string;
  /** Also listen for a test driver on this port (0 = a free one). */
  debugPort?: string | undefined;
  onLog?: ((line: string) => void) | undefined;
  /** A page that the app did not open: window.open, or a tab by the browser's own keys. */
  onStray: (session: CdpSession, info: TargetInfo) => void;
}

/** The browser process that draws the app's windows. */
export class Chromium {
  readonly connection: CdpConnection;
  readonly exited: Promise<void>;
  version: { product: string; userAgent: string } = { product: '', userAgent: '' };
  #options: ChromiumOptions;
  #flags: string[];
  #process: ChildProcess;
  #gone = false;
  #openers = new Map<string, (session: CdpSession) => void>();

  constructor(options: ChromiumOptions) {
    this.#options = options;
    fs.mkdirSync(options.profile, { recursive: true });
    this.#flags = browserFlags(options);
    const args = [...this.#flags, '--remote-debugging-pipe', '--no-startup-window'];
    if (options.debugPort !== undefined) args.push(`--remote-debugging-port=${options.debugPort}`);
    this.#process = spawn(options.executable, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.exited = new Promise((resolve) => {
      const end = (): void => {
        this.#gone = true;
        resolve();
      };
      this.#process.on('exit', end);
      this.#process.on('error', end);
    });
    this.#readStderr();
    const [, , , write, read] = this.#process.stdio;
    this.connection = new CdpConnection(write as Writable, read as Readable);
  }

  /** Resolves when the browser answers. */
  async start(): Promise<void> {
    const { root } = this.connection;
    root.on('Target.attachedToTarget', (event) => this.#attached(event));
    this.version = await root.send('Browser.getVersion');
    // Auto-attach pauses every new target, Chromium's own too; what is not ours is resumed at once in #attached.
    await root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  }

  /** Opens a window without browser chrome. It shows a plain page in `background` until it is navigated. */
  async openWindow(options: OpenOptions): Promise<CdpSession> {
    const { width, height, x, y } = options;
    const token = `w${randomBytes(12).toString('hex')}`;
    const page = `data:text/html,<!--${token}--><title>${encodeURIComponent(options.title)}</title><body style="background:${encodeURIComponent(options.background)}">`;
    const opened = this.#expect(token);
    if (this.#options.headless)
      void this.connection.root.send('Target.createTarget', { url: page, newWindow: true, width, height }).catch(() => undefined);
    // A second start on the same profile hands the request to the running browser and exits.
    else spawn(this.#options.executable, [...this.#flags, `--app=${page}`], { stdio: 'ignore' }).on('error', () => undefined);
    const session = await opened;
    session.windowId = (await session.send('Browser.getWindowForTarget').catch(() => undefined))?.windowId;
    if (session.windowId !== undefined && !this.#options.headless) {
      // The running browser ignores --window-size of the second start.
      const bounds = { width, height, ...(x === undefined || y === undefined ? {} : { left: x, top: y }) };
      await session.send('Browser.setWindowBounds', { windowId: session.windowId, bounds }).catch(() => undefined);
    }
    return session;
  }

  /** Asks the browser to end, and ends it after 3 s. */
  async close(): Promise<void> {
    if (this.#gone) return;
    this.connection.root.post('Browser.close');
    const timer = setTimeout(() => this.kill(), 3000);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    if (!this.#gone) this.#process.kill('SIGKILL');
  }

  #expect(token: string): Promise<CdpSession> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#openers.delete(token);
        reject(new Error('The browser opened no window within 20 s.'));
      }, OPEN_LIMIT_MS);
      this.#openers.set(token, (session) => {
        clearTimeout(timer);
        resolve(session);
      });
    });
  }

  #attached({ sessionId, targetInfo, waitingForDebugger }: Cdp): void {
    const session = this.connection.sessions.get(sessionId);
    if (!session) return;
    if (targetInfo.type === 'page') {
      for (const [token, open] of this.#openers) {
        if (!targetInfo.url.includes(token)) continue;
        this.#openers.delete(token);
        open(session);
        return;
      }
      if (targetInfo.openerId || targetInfo.url === '' || /^(about:blank|data:|chrome:\/\/new-?tab)/.test(targetInfo.url)) {
        this.#options.onStray(session, targetInfo);
        return;
      }
    }
    if (waitingForDebugger) session.post('Runtime.runIfWaitingForDebugger');
  }

  #readStderr(): void {
    let rest = '';
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // A test driver waits for exactly this line on the app's stderr.
        if (line.startsWith('DevTools listening on ws:')) process.stderr.write(`${line}\n`);
        else this.#options.onLog?.(line);
      }
    });
  }
}
