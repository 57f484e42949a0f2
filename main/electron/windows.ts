import fs from 'node:fs';
import path from 'node:path';
import { BrowserWindow, nativeTheme, session } from 'electron';
import { START_PAGE } from './appProtocol.ts';

interface Bounds {
  x?: number;
  y?: number;
  width: number;
  height: number;
}

const SMALLEST = { width: 760, height: 540 };

/** Where the window was, if that file still makes sense. */
function readBounds(file: string): Bounds {
  const usual: Bounds = { width: 1280, height: 800 };
  try {
    const saved = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Bounds>;
    const whole = [saved.x, saved.y, saved.width, saved.height].every((n) => Number.isInteger(n));
    if (!whole || (saved.width ?? 0) < SMALLEST.width || (saved.height ?? 0) < SMALLEST.height) return usual;
    return saved as Bounds;
  } catch {
    return usual;
  }
}

/** The one window. Its page cannot navigate away, open windows, or be granted permissions (SEC-1). */
export function openMainWindow(options: { preload: string; boundsFile: string }): BrowserWindow {
  const window = new BrowserWindow({
    ...readBounds(options.boundsFile),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Quayside',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#11171d' : '#f7f8f9',
    webPreferences: { preload: options.preload, contextIsolation: true, sandbox: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event, url) => {
    if (url !== START_PAGE) event.preventDefault();
  });
  window.on('close', () => {
    try {
      fs.writeFileSync(options.boundsFile, JSON.stringify(window.getBounds()));
    } catch {
      // The place of the window is a comfort; a full disk must not keep it open.
    }
  });
  void window.loadURL(START_PAGE);
  return window;
}

/** Copying to the clipboard is the only permission the page has a use for. */
export function denyPermissions(): void {
  const allowed = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed(permission));
}

export const preloadFile = (mainFolder: string): string => path.join(mainFolder, '../preload/index.cjs');
