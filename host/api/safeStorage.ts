import { guardObject } from '../guard.ts';

const refuse = (): never => {
  throw new Error('Encryption is not available in the Chromium host.');
};

/** electron.safeStorage: no key here is guarded by the operating system, so it says so and encrypts nothing. */
export const safeStorage = guardObject('safeStorage', {
  isEncryptionAvailable: (): boolean => false,
  getSelectedStorageBackend: (): string => 'basic_text',
  encryptString: refuse,
  decryptString: refuse,
});
