import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { nativeTheme } from './api/nativeTheme.ts';
import type { Cdp, CdpSession } from './browser/cdp.ts';
import { BLANK_PREFIX } from './browser/chromium.ts';
import type { BrowserWindow } from './browserWindow.ts';
import { guardedEmitter } from './guard.ts';
import { createEvent } from './hostEvent.ts';
import { invokeHandlers } from './ipcMain.ts';
import { pageScripts } from './page/scripts.ts';
import { PageChannel } from './pageChannel.ts';
import { answerRequest, fromWire, isCustomScheme, isOnWire, REQUEST_PATTERNS, toWire } from './protocol.ts';

const WORLD = 'Electron Isolated Context';
/** A beforeunload dialog this soon after the page asked to navigate belongs to that navigation, not to closing. */
const NAVIGATION_MS = 3000;

export interface WebPreferences {
  preload?: string;
}

const living = new Map<number, WebContents>();
let lastId = 0;

/** electron.webContents of one window: its document, messages and navigation. */
export class WebContents extends guardedEmitter('webContents') {
  readonly id = ++lastId;
  readonly mainFrame: { readonly url: string };
  #window: BrowserWindow;
  #preload: string | undefined;
  #session: CdpSession | undefined;
  #channel = new PageChannel();
  #wireUrl = '';
  #frameId = '';
  #destroyed = false;
  #painted = false;
  #guarded = false;
  /** The navigation that the page itself asked for and that has not begun yet. */
  #asked: { url: string; at: number } | undefined;
  #ownNavigation = false;

  constructor(window: BrowserWindow, preferences: WebPreferences = {}) {
    super();
    this.#window = window;
    this.#preload = preferences.preload;
    const url = (): string => fromWire(this.#wireUrl);
    this.mainFrame = {
      get url() {
        return url();
      },
    };
    living.set(this.id, this);
  }

  static all(): WebContents[] {
    return [...living.values()];
  }

  get targetId(): string | undefined {
    return this.#session?.targetInfo.targetId;
  }
  get ownerWindow(): BrowserWindow {
    return this.#window;
  }
  get session(): CdpSession | undefined {
    return this.#session;
  }
  get isolatedContext(): number {
    return this.#channel.context;
  }

  /** Takes over a fresh, paused target: everything is in place before its first document runs. */
  async attach(session: CdpSession): Promise<void> {
    this.#session = session;
    this.#channel.attach(session);
    this.#listen(session);
    const { main, isolated } = pageScripts({
      secret: `x${randomBytes(16).toString('hex')}`,
      tag: `\u0001${randomBytes(16).toString('hex')}`,
      blankPrefix: BLANK_PREFIX,
      preloadSource: this.#preload === undefined ? undefined : fs.readFileSync(this.#preload, 'utf8'),
      facts: { platform: process.platform, arch: process.arch, versions: { ...process.versions } },
    });
    const steps = [
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.addBinding', { name: '__hostSend', executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: main }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: WORLD }),
      session.send('Fetch.enable', { patterns: REQUEST_PATTERNS }),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      session.send('Page.getFrameTree').then((tree) => {
        this.#frameId = tree.frameTree.frame.id;
      }),
      nativeTheme.applyTo(session),
    ];
    // May come last in the queue: the pause holds until the session has all of the above.
    session.post('Runtime.runIfWaitingForDebugger');
    await Promise.all(steps);
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    if (this.#channel.context !== 0) this.#channel.send('e', [channel, args]);
  }

  async loadURL(url: string): Promise<void> {
    await this.#window.opened;
    this.#ownNavigation = true;
    this.#painted = false;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const answer = await this.#session?.send('Page.navigate', { url: toWire(url) });
    if (answer?.errorText) throw new Error(`${answer.errorText.replace('net::', '')} loading '${url}'`);
    await loaded;
  }

  getURL(): string {
    return this.#isOurs() ? fromWire(this.#wireUrl) : '';
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  /** Popups are never opened here, so the answer of the handler is not asked; it may only deny. */
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void {
    this.on('window-open-asked', (url: string) => handler({ url }));
  }
  close(): void {
    this.#window.close();
  }

  /** Marks the end; the window calls it once. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    living.delete(this.id);
    this.emit('destroyed');
  }

  /** While the app listens for "close", leaving the page asks the host first. */
  guardClosing(): void {
    this.#guarded = true;
    if (this.#channel.context === 0) return;
    // Chromium asks only where a person has acted; userGesture stands in for that.
    this.#session?.post('Runtime.evaluate', { expression: '__hostGuard(true)', contextId: this.#channel.context, userGesture: true });
  }

  #isOurs(): boolean {
    return this.#wireUrl !== '' && !this.#wireUrl.startsWith(BLANK_PREFIX);
  }

  #listen(session: CdpSession): void {
    session.on('Runtime.bindingCalled', (event: Cdp) => {
      if (event.name === '__hostSend') this.#receive(event.payload, event.executionContextId);
    });
    session.on('Runtime.consoleAPICalled', (event: Cdp) => this.#console(event.type, event.args));
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }: Cdp) => {
      this.emit('console-message', createEvent({ level: 'error', message: details.exception?.description ?? details.text }));
    });
    session.on('Page.frameNavigated', ({ frame }: Cdp) => {
      if (!frame.parentId) this.#wireUrl = frame.url;
    });
    session.on('Page.frameRequestedNavigation', (event: Cdp) => this.#navigationAsked(event));
    session.on('Page.loadEventFired', () => this.#loaded());
    session.on('Page.lifecycleEvent', (event: Cdp) => this.#lifecycle(event));
    session.on('Page.javascriptDialogOpening', (event: Cdp) => this.#dialog(event));
    session.on('Page.windowOpen', (event: Cdp) => this.emit('window-open-asked', event.url));
    session.on('Fetch.requestPaused', (event: Cdp) => void this.#paused(session, event));
    session.on('Target.attachedToTarget', (event: Cdp) => this.#attachChild(session, event.sessionId));
    session.on('Inspector.targetCrashed', () => this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 1 }));
    session.on('detached', () => this.#window.gone());
  }

  /** Workers of the page: their requests go through the app's scheme too. */
  #attachChild(session: CdpSession, childId: string): void {
    const child = session.connection.sessions.get(childId);
    if (!child) return;
    child.on('Fetch.requestPaused', (event: Cdp) => void this.#paused(child, event));
    child.post('Fetch.enable', { patterns: REQUEST_PATTERNS });
    child.post('Runtime.runIfWaitingForDebugger');
  }

  #console(type: string, args: Cdp[]): void {
    const level = ({ warning: 'warning', error: 'error', debug: 'debug' } as Record<string, string>)[type] ?? 'info';
    const message = args.map((arg) => (arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value))).join(' ');
    this.emit('console-message', createEvent({ level, message }));
  }

  #loaded(): void {
    if (!this.#isOurs()) return;
    this.emit('did-finish-load', createEvent());
    // The blank page the window began with must not be reachable by "back".
    this.#session?.post('Page.resetNavigationHistory');
  }

  #lifecycle(event: Cdp): void {
    const paints = event.name === 'firstPaint' || event.name === 'firstContentfulPaint';
    if (!paints || this.#painted || event.frameId !== this.#frameId || !this.#isOurs()) return;
    this.#painted = true;
    this.#window.emit('ready-to-show');
  }

  #receive(text: string, context: number): void {
    const kind = text[0];
    if (kind === 'h') {
      this.#channel.enter(context);
      if (this.#guarded) this.guardClosing();
      return;
    }
    // An old document, or a frame that is not the main one.
    if (!this.#channel.isCurrent(context)) return;
    const message = this.#channel.decode(text.slice(1)) as unknown[];
    if (kind === 'i') void this.#invoke(message as [number, string, unknown[]], context);
    else if (kind === 'w') this.#window.pageSaid(message[0] as string);
    else if (kind === 'p') this.emit('preload-error', createEvent(), this.#preload, new Error(String(message[0])));
  }

  async #invoke([id, channel, args]: [number, string, unknown[]], context: number): Promise<void> {
    const handler = invokeHandlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const value = await handler({ sender: this, senderFrame: this.mainFrame }, ...args);
      this.#channel.send('r', [id, true, value], context);
    } catch (error) {
      if (handler) console.error(`Error occurred in handler for '${channel}':`, error);
      this.#channel.send('r', [id, false, String(error)], context);
    }
  }

  #willNavigate(url: string): boolean {
    const event = createEvent({ url });
    this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  #navigationAsked(event: Cdp): void {
    if (event.frameId !== this.#frameId) return;
    const asked = { url: event.url as string, at: Date.now() };
    if (isCustomScheme(asked.url)) {
      if (this.#willNavigate(asked.url)) void this.loadURL(asked.url).catch(() => undefined);
    } else if (/^(https?|file|data|blob|about|javascript|chrome-error):/.test(asked.url)) this.#asked = asked;
    else this.#willNavigate(asked.url);
  }

  async #paused(session: CdpSession, event: Cdp): Promise<void> {
    const { requestId, request, resourceType, frameId } = event;
    try {
      if (resourceType === 'Document' && frameId === this.#frameId) {
        const asked = this.#asked;
        const own = this.#ownNavigation;
        this.#asked = undefined;
        this.#ownNavigation = false;
        const byPage = asked !== undefined && !own && asked.url.split('#', 1)[0] === request.url.split('#', 1)[0];
        if (byPage && !this.#willNavigate(fromWire(asked.url))) return session.post('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      }
      if (isOnWire(request.url)) return await answerRequest(session, event);
      session.post('Fetch.continueRequest', { requestId });
    } catch (error) {
      console.error('[chromium-host] a request failed', fromWire(request.url), error);
      session.post('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    }
  }

  /** beforeunload: closing asks the app, navigation was already decided. Other dialogs are Chromium's own. */
  #dialog(event: Cdp): void {
    if (event.type !== 'beforeunload') return;
    const navigating = this.#ownNavigation || (this.#asked !== undefined && Date.now() - this.#asked.at < NAVIGATION_MS);
    const accept = navigating || this.#window.mayClose();
    this.#session?.post('Page.handleJavaScriptDialog', { accept });
  }
}
