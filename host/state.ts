import type { Chromium } from './browser/chromium.ts';
import type { BrowserWindow } from './browserWindow.ts';

const { env } = process;

/** What the parts of the host share. One app a process, as in Electron. */
export const state = {
  /** Set once the browser was started. */
  chromium: undefined as Chromium | undefined,
  windows: new Set<BrowserWindow>(),
  appFolder: process.cwd(),
  packageJson: {} as { name?: string; productName?: string; version?: string; main?: string; type?: string },
  switches: new Map<string, string>(),
  debugPort: env.ELECTRON_HOST_DEBUG_PORT as string | undefined,
  /** Without a display the browser draws into memory; tests look at it all the same. */
  headless: env.ELECTRON_HOST_HEADLESS === '1' || (process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY),
  log: env.ELECTRON_HOST_LOG ? (text: string): void => console.error(`[chromium-host] ${text}`) : undefined,
};
