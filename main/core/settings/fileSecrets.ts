import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HostError } from '../base/hostError.ts';
import type { Logger, Remember, Secrets } from '../ports.ts';
import { withFileLock } from './files/fileLock.ts';
import { writeFileAtomic } from './files/writeFileAtomic.ts';
import { shortHash } from './paths.ts';

/** The operating system's encryption (Electron's safeStorage). Texts in, texts out; rejects when the key store is locked or gone. */
export interface Encryptor {
  encrypt(plain: string): Promise<string>;
  decrypt(stored: string): Promise<string>;
}

export interface FileSecretsOptions {
  /** `paths.secretsFile`; mode 0600. */
  file: string;
  lockFolder: string;
  logger: Logger;
  /** Absent in plain Node: then `encrypted` is refused and entries the desktop app encrypted cannot be read. */
  encryptor?: Encryptor;
}

const Entry = z.object({ kind: z.enum(['plain', 'encrypted']), value: z.string() });
const File = z.object({ version: z.literal(1), secrets: z.record(z.string(), Entry) });
type Entries = Map<string, z.infer<typeof Entry>>;

/** The Secrets port over session memory and one file only this user can read (CFG-8). */
export function createFileSecrets({ file, lockFolder, logger, encryptor }: FileSecretsOptions): Secrets {
  const session = new Map<string, string>();
  const lock = path.join(lockFolder, `${shortHash(path.resolve(file))}.lock`);

  function load(): Entries {
    let text: string;
    try {
      text = fs.readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
      throw new HostError('host.unavailable', `The secrets file ${file} cannot be read.`, { fix: 'Check who may read the file.', cause: error });
    }
    tighten();
    try {
      return new Map(Object.entries(File.parse(JSON.parse(text)).secrets));
    } catch {
      // Kept under a name of its own: it may hold what the user can still save by hand.
      const copy = `${file}.broken-${Date.now()}`;
      fs.renameSync(file, copy);
      logger.warn(`${file} was damaged; it is kept as ${copy} and secrets have to be entered again.`);
      return new Map();
    }
  }

  function tighten(): void {
    if (process.platform === 'win32' || (fs.statSync(file).mode & 0o077) === 0) return;
    fs.chmodSync(file, 0o600);
    logger.warn(`Others could read ${file}; its permissions were corrected.`);
  }

  const change = (edit: (entries: Entries) => void): Promise<void> =>
    withFileLock(lock, async () => {
      const entries = load();
      const before = JSON.stringify([...entries]);
      edit(entries);
      if (JSON.stringify([...entries]) === before) return;
      await writeFileAtomic(file, `${JSON.stringify({ version: 1, secrets: Object.fromEntries(entries) }, null, 2)}\n`);
    });

  async function set(key: string, value: string, remember: Remember): Promise<void> {
    if (remember === 'session') {
      session.set(key, value);
      return change((entries) => entries.delete(key));
    }
    if (remember === 'encrypted' && !encryptor) {
      throw new HostError('host.unavailable', 'This system offers no encryption for secrets here.', {
        fix: 'Keep the secret for this session only, or in a file that only you can read.',
      });
    }
    const entry =
      remember === 'encrypted' && encryptor
        ? { kind: 'encrypted' as const, value: await encryptor.encrypt(value) }
        : { kind: 'plain' as const, value };
    await change((entries) => entries.set(key, entry));
    session.delete(key);
  }

  async function get(key: string): Promise<string | undefined> {
    const kept = session.get(key);
    if (kept !== undefined) return kept;
    const entry = load().get(key);
    if (!entry || entry.kind === 'plain') return entry?.value;
    try {
      return await encryptor?.decrypt(entry.value);
    } catch (error) {
      logger.warn('A stored secret cannot be decrypted; the key store of the system may be locked or another one.', { key, cause: String(error) });
      return undefined;
    }
  }

  return {
    canEncrypt: encryptor !== undefined,
    get,
    async whereKept(key) {
      if (session.has(key)) return 'session';
      const entry = load().get(key);
      return entry && (entry.kind === 'plain' ? 'file' : 'encrypted');
    },
    set,
    async delete(key) {
      session.delete(key);
      await change((entries) => entries.delete(key));
    },
  };
}
