import path from 'node:path';
import { applyPermissions } from './api/session.ts';
import { app } from './app.ts';
import { Chromium } from './browser/chromium.ts';
import { findBrowser } from './browser/findBrowser.ts';
import { state } from './state.ts';

/** Starts the browser and makes the app ready when it answers. Without a browser the process ends with a message that says what to do. */
export function startBrowser(): void {
  const executable = findBrowser();
  if (!executable) {
    console.error('[chromium-host] No Chromium, Chrome or Edge was found. Install one, or name it in ELECTRON_HOST_BROWSER.');
    process.exit(1);
  }
  const root = process.platform === 'linux' && process.getuid?.() === 0;
  if (root) console.error('[chromium-host] Running as root: the browser’s sandbox is off.');
  const chromium = new Chromium({
    executable,
    profile: path.join(app.getPath('userData'), 'chromium-host-profile'),
    appName: app.name,
    headless: state.headless,
    platform: process.platform,
    root,
    switches: state.switches,
    debugPort: state.debugPort,
    onLog: state.log,
    // Nothing here opens a second page: popups are denied, tabs by the browser's own keys are closed.
    onStray: (session, info) => session.connection.root.post('Target.closeTarget', { targetId: info.targetId }),
  });
  state.chromium = chromium;
  chromium.connection.on('close', browserGone);
  process.on('exit', () => chromium.kill());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  void becomeReady(chromium);
}

async function becomeReady(chromium: Chromium): Promise<void> {
  try {
    await chromium.start();
  } catch (error) {
    console.error(`[chromium-host] The browser did not start: ${(error as Error).message}`);
    process.exit(1);
  }
  Object.defineProperty(process.versions, 'chrome', { value: chromium.version.product.split('/')[1], enumerable: true });
  await applyPermissions();
  app.becomeReady();
}

function browserGone(): void {
  if (app.leaving) return;
  for (const window of [...state.windows]) window.gone();
  app.quit();
}
