import { EventEmitter } from 'node:events';
import { dialog } from './api/dialog.ts';
import { Menu } from './api/menu.ts';
import { nativeTheme } from './api/nativeTheme.ts';
import { Notification } from './api/notification.ts';
import { safeStorage } from './api/safeStorage.ts';
import { session } from './api/session.ts';
import { shell } from './api/shell.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browserWindow.ts';
import { guardObject } from './guard.ts';
import { ipcMain } from './ipcMain.ts';
import { protocol } from './protocol.ts';
import { WebContents } from './webContents.ts';

/** electron.powerMonitor: the browser hears nothing of sleep; listeners are accepted and never called. */
const powerMonitor = new EventEmitter();

const webContents = guardObject('webContents', {
  getAllWebContents: (): WebContents[] => WebContents.all(),
  fromDevToolsTargetId: (id: string): WebContents | undefined => WebContents.all().find((contents) => contents.targetId === id),
});

/** What `require('electron')` gives the main process here: the part of Electron's API that the app uses. Anything else throws with its name. */
export const electron = guardObject('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  webContents,
});

// require() of this file gives the guarded object itself.
export { electron as 'module.exports' };
