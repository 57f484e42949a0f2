import fs from 'node:fs';
import path from 'node:path';

const LINUX = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable', 'brave-browser'];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return MAC;
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return roots.flatMap((root) => WINDOWS.map((file) => path.win32.join(root, file)));
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  return LINUX.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** An installed Chromium, Chrome or Edge; ELECTRON_HOST_BROWSER names one. Undefined when there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string | undefined {
  if (env.ELECTRON_HOST_BROWSER) return env.ELECTRON_HOST_BROWSER;
  return candidates(env, platform).find((file) => {
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
