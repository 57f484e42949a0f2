import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Cdp } from '../browser/cdp.ts';
import type { BrowserWindow } from '../browserWindow.ts';
import { guardObject } from '../guard.ts';
import { onPath } from '../onPath.ts';
import { state } from '../state.ts';

interface OpenDialogOptions {
  title?: string;
  defaultPath?: string;
  properties?: ('openFile' | 'openDirectory' | 'multiSelections')[];
  filters?: { name: string; extensions: string[] }[];
}
interface OpenDialogResult {
  canceled: boolean;
  filePaths: string[];
}

const CANCELED: OpenDialogResult = { canceled: true, filePaths: [] };

/** electron.dialog: choosing files and folders, and telling of a fatal error. */
export const dialog = guardObject('dialog', {
  showOpenDialog(...args: [BrowserWindow, OpenDialogOptions] | [OpenDialogOptions]): Promise<OpenDialogResult> {
    const [window, options] = args.length === 2 ? args : [[...state.windows][0], args[0]];
    if (!state.headless && onPath('zenity')) return askZenity(options);
    return window ? askChromium(window, options) : Promise.resolve(CANCELED);
  },
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`);
  },
});

function askZenity({ title, defaultPath, properties = [], filters = [] }: OpenDialogOptions): Promise<OpenDialogResult> {
  const args = ['--file-selection', '--separator=\n'];
  if (title) args.push(`--title=${title}`);
  if (properties.includes('openDirectory')) args.push('--directory');
  if (properties.includes('multiSelections')) args.push('--multiple');
  if (defaultPath) args.push(`--filename=${defaultPath}`);
  for (const { name, extensions } of filters) args.push(`--file-filter=${name} | ${extensions.map((e) => `*.${e}`).join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn('zenity', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', () => resolve(CANCELED));
    child.on('close', (code) => resolve(code === 0 ? { canceled: false, filePaths: text.trim().split('\n') } : CANCELED));
  });
}

/** Chromium's own chooser on a detached input in the preload's world; DOM.getFileInfo tells the paths that no page can see. */
async function askChromium(window: BrowserWindow, { properties = [], filters = [] }: OpenDialogOptions): Promise<OpenDialogResult> {
  const { session, isolatedContext } = window.webContents;
  if (!session) return CANCELED;
  const folder = properties.includes('openDirectory');
  const accept = filters.flatMap(({ extensions }) => extensions.filter((e) => e !== '*').map((e) => `.${e}`)).join(',');
  const expression = `new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', multiple: ${properties.includes('multiSelections')}, webkitdirectory: ${folder}, accept: ${JSON.stringify(accept)} });
    input.onchange = () => resolve([...input.files]);
    input.oncancel = () => resolve([]);
    input.click();
  })`;
  const chosen = await session.send('Runtime.evaluate', { contextId: isolatedContext, userGesture: true, awaitPromise: true, expression });
  const members = await session.send('Runtime.getProperties', { objectId: chosen.result.objectId, ownProperties: true });
  const files = (members.result as Cdp[]).filter(({ name }) => /^\d+$/.test(name));
  const paths = await Promise.all(
    files.map(async ({ value }) => (await session.send('DOM.getFileInfo', { objectId: value.objectId })).path as string),
  );
  session.post('Runtime.releaseObject', { objectId: chosen.result.objectId });
  const [first] = paths;
  if (!first) return CANCELED;
  // A folder comes as its files; what was chosen is the folder they share.
  return { canceled: false, filePaths: folder ? [path.dirname(first)] : paths };
}
