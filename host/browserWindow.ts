import { app } from './app.ts';
import type { Cdp } from './browser/cdp.ts';
import { guardedEmitter } from './guard.ts';
import { createEvent } from './hostEvent.ts';
import { state } from './state.ts';
import { WebContents, type WebPreferences } from './webContents.ts';

export interface WindowOptions {
  width?: number;
  height?: number;
  x?: number;
  y?: number;
  title?: string;
  backgroundColor?: string;
  webPreferences?: WebPreferences;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

let lastId = 0;

/**
 * electron.BrowserWindow: a chrome-less window of the browser. `show: false` cannot be honoured; the window opens in its background
 * colour instead. Options that the host does not know (minimum size, menu bar) are comforts and are left out.
 */
export class BrowserWindow extends guardedEmitter('BrowserWindow') {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  /** Settles when the window is on the screen and its page may load. */
  readonly opened: Promise<void>;
  #options: WindowOptions;
  #bounds: Bounds;
  #windowId: number | undefined;
  #focused = false;
  #minimized = false;
  #destroyed = false;

  constructor(options: WindowOptions = {}) {
    super();
    const { chromium } = state;
    if (!chromium || !app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#options = options;
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    this.webContents = new WebContents(this, options.webPreferences);
    state.windows.add(this);
    this.opened = this.#open();
    this.opened.catch((error: Error) => {
      console.error(`[chromium-host] ${error.message}`);
      this.gone();
    });
    this.on('newListener', (name) => {
      if (name === 'close') this.webContents.guardClosing();
    });
  }

  static getAllWindows(): BrowserWindow[] {
    return [...state.windows];
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return contents.isDestroyed() ? null : contents.ownerWindow;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return [...state.windows].find((window) => window.isFocused()) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  show(): void {
    if (this.#minimized) this.#setBounds({ windowState: 'normal' });
    this.focus();
  }
  focus(): void {
    this.opened.then(
      () => this.webContents.session?.post('Page.bringToFront'),
      () => undefined,
    );
  }
  restore(): void {
    this.#setBounds({ windowState: 'normal' });
  }
  isFocused(): boolean {
    return this.#focused;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getBounds(): Bounds {
    return { ...this.#bounds };
  }
  setSize(width: number, height: number): void {
    this.#setBounds({ width, height });
  }
  getTitle(): string {
    return this.#options.title ?? app.name;
  }

  close(): void {
    this.closeUnlessVetoed();
  }
  destroy(): void {
    const { session, targetId } = this.webContents;
    if (this.#destroyed) return;
    session?.connection.root.post('Target.closeTarget', { targetId });
    this.gone();
  }

  /** Asks the app; true when nothing objects. */
  mayClose(): boolean {
    const event = createEvent();
    this.emit('close', event);
    return !event.defaultPrevented;
  }
  closeUnlessVetoed(): boolean {
    if (this.#destroyed) return true;
    if (!this.mayClose()) return false;
    this.destroy();
    return true;
  }

  /** The target is gone, by us or by the person. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    state.windows.delete(this);
    this.webContents.destroy();
    this.emit('closed');
    app.windowGone();
  }

  pageSaid(name: string): void {
    if (name === 'resize') void this.#readBounds();
    else if (name === 'focus' || name === 'blur') {
      this.#focused = name === 'focus';
      this.emit(name);
    }
  }

  async #open(): Promise<void> {
    const { title = app.name, backgroundColor = '#ffffff', x, y } = this.#options;
    const { width, height } = this.#bounds;
    const session = await state.chromium?.openWindow({ width, height, x, y, title, background: backgroundColor });
    if (!session) throw new Error('The browser is closed.');
    if (this.#destroyed) {
      session.connection.root.post('Target.closeTarget', { targetId: session.targetInfo.targetId });
      return;
    }
    this.#windowId = session.windowId;
    await this.webContents.attach(session);
  }

  #setBounds(bounds: Cdp): void {
    void this.opened
      .then(() => this.webContents.session?.send('Browser.setWindowBounds', { windowId: this.#windowId, bounds }))
      .then(() => this.#readBounds())
      .catch(() => undefined);
  }

  async #readBounds(): Promise<void> {
    const answer = await this.webContents.session?.send('Browser.getWindowBounds', { windowId: this.#windowId }).catch(() => undefined);
    if (!answer) return;
    const { left, top, width, height, windowState } = answer.bounds;
    this.#minimized = windowState === 'minimized';
    this.#bounds = { x: left, y: top, width, height };
    this.emit('resize');
  }
}
