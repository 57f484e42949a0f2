import { type BrowserWindow, dialog, Notification, safeStorage, shell } from 'electron';
import { HostError } from '../core/base/hostError.ts';
import type { Notify, OpenExternal } from '../core/ports.ts';
import type { Encryptor } from '../core/settings/fileSecrets.ts';

/** Opens http and https addresses only: no file, no custom scheme, whatever a server or a model wrote. */
export const openExternal: OpenExternal = async (url) => {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Quayside opens only web addresses, not ${protocol}`);
  await shell.openExternal(url);
};

/** Opens a file in the program the system has for it. Rejects with `host.unavailable` when there is none. */
export async function openFile(file: string): Promise<void> {
  const problem = await shell.openPath(file);
  if (problem)
    throw new HostError('host.unavailable', `The file ${file} cannot be opened: ${problem}`, {
      fix: 'Show it in its folder and open it from there.',
    });
}

export const showFile = (file: string): void => shell.showItemInFolder(file);

/** A system notification while the window is in the background (PER-6); a click brings it forward. */
export function createNotify(window: () => BrowserWindow | undefined): Notify {
  return (title, body) => {
    if (window()?.isFocused() || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => window()?.focus());
    notification.show();
  };
}

/** Asks for a project folder; undefined when the person thought better of it. */
export async function chooseFolder(window: BrowserWindow | undefined): Promise<string | undefined> {
  const options = { properties: ['openDirectory' as const] };
  const answer = window ? await dialog.showOpenDialog(window, options) : await dialog.showOpenDialog(options);
  return answer.canceled ? undefined : answer.filePaths[0];
}

/** The operating system's encryption, or undefined where there is none worth the name (CFG-8). */
export function systemEncryptor(): Encryptor | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  // On Linux without a keyring Electron "encrypts" with a fixed password; that is no protection and must not be sold as such.
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return undefined;
  return {
    encrypt: async (text) => safeStorage.encryptString(text).toString('base64'),
    decrypt: async (stored) => safeStorage.decryptString(Buffer.from(stored, 'base64')),
  };
}

export const notificationsWork = (): boolean => Notification.isSupported();
