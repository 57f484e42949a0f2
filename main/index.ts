import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app, type BrowserWindow, dialog, Menu, nativeTheme, powerMonitor } from 'electron';
import { composeDesktop } from './compose/desktop.ts';
import { systemClock } from './core/base/clock.ts';
import { createFileLogger } from './core/logs/fileLogger.ts';
import { createRedactor } from './core/logs/redact.ts';
import { createPaths, defaultHome } from './core/settings/paths.ts';
import { registerAppScheme, serveApp } from './electron/appProtocol.ts';
import { serveIpc } from './electron/ipcServer.ts';
import { quitGracefully } from './electron/quit.ts';
import { chooseFolder, createNotify, notificationsWork, openExternal, openFile, showFile, systemEncryptor } from './electron/shellPorts.ts';
import { denyPermissions, openMainWindow, preloadFile } from './electron/windows.ts';

/** Over everything at quit; the servers' own ladder takes 600 ms of it. */
const QUIT_DEADLINE_MS = 3000;

const paths = createPaths(defaultHome(process.env));
fs.mkdirSync(paths.home, { recursive: true, mode: 0o700 });
// The browser's own files live beside ours, so one data folder is one app.
app.setPath('userData', path.join(paths.home, 'window'));
registerAppScheme();

let window: BrowserWindow | undefined;

async function start(): Promise<void> {
  const redact = createRedactor();
  const logger = createFileLogger({ folder: paths.logs, redact, clock: systemClock });
  const encryptor = systemEncryptor();
  const desktop = composeDesktop({
    core: {
      paths,
      env: process.env,
      platform: process.platform,
      homeDir: os.homedir(),
      clock: systemClock,
      logger,
      redact,
      ...(encryptor ? { encryptor } : {}),
      fromTerminal: Boolean(process.stdout.isTTY),
      interactive: true,
      watch: true,
      version: app.getVersion(),
    },
    app: {
      version: app.getVersion(),
      platform: process.platform,
      missing: { encryption: !encryptor, notifications: !notificationsWork() },
      shell: `Electron ${process.versions.electron}`,
      homeFolder: paths.home,
    },
    appRoot: app.getAppPath(),
    runsElectron: app.isPackaged,
    shell: {
      openExternal,
      showFile,
      openFile,
      chooseFolder: () => chooseFolder(window),
      applyTheme: (theme) => {
        nativeTheme.themeSource = theme;
      },
    },
    notify: createNotify(() => window),
  });
  denyPermissions();
  serveApp(path.join(__dirname, '../renderer'), (url) => desktop.results.resolveFile(url));
  serveIpc(desktop.dispatch, desktop.publisher);
  quitGracefully(async () => {
    const report = await desktop.dispose();
    for (const { server, pid } of report.stuck) logger.error('A server did not stop.', { server, pid });
  }, QUIT_DEADLINE_MS);
  // After sleep a remote connection may be gone without a word; it is checked before its next use (CON-10).
  powerMonitor.on('resume', () => desktop.servers.doubtRemotes());
  openWindow();
  // The window opens at once; connections run behind it (CON-1).
  await desktop.start();
}

function openWindow(): void {
  window = openMainWindow({ preload: preloadFile(__dirname), boundsFile: path.join(paths.home, 'window.json') });
  window.on('closed', () => {
    window = undefined;
  });
}

if (!app.requestSingleInstanceLock()) {
  app.quit();
} else {
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app
    .whenReady()
    .then(start)
    .catch((error: Error) => {
      dialog.showErrorBox('Quayside could not start', error.message);
      app.exit(1);
    });
}
