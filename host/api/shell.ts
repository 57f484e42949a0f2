import { spawn } from 'node:child_process';
import path from 'node:path';
import { guardObject } from '../guard.ts';

function opener(): [string, ...string[]] {
  const own = process.env.ELECTRON_HOST_OPENER;
  if (own) return [own];
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

function open(target: string): Promise<void> {
  const [command, ...args] = opener();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, target], { stdio: 'ignore', detached: true });
    child.on('error', reject);
    child.on('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/** electron.shell by the desktop's own opener. */
export const shell = guardObject('shell', {
  openExternal: (url: string): Promise<void> => open(new URL(url).href),
  /** As Electron's: the empty text on success, else why not. */
  openPath: (file: string): Promise<string> =>
    open(file).then(
      () => '',
      (error: Error) => error.message,
    ),
  showItemInFolder: (file: string): void => void open(path.dirname(file)).catch(() => undefined),
});
