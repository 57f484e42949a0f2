import path from 'node:path';
import { HostError } from '../../base/hostError.ts';
import { shortHash } from '../paths.ts';
import { withFileLock } from './fileLock.ts';
import { encodeText, readTextFile } from './textFile.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

export interface UpdateOptions {
  /** Folder of the lock files, one for all processes with the same data folder. */
  lockFolder: string;
  /** Permissions of a new file. */
  mode?: number;
}

/** How often an edit is made again on top of somebody else's before the writer gives up and says so. */
const ATTEMPTS = 20;

/**
 * Changes a text file without losing anybody's edit (CFG-6): reads it, lets `edit` make the new text from the old (undefined: there is no file), and
 * replaces the file only if it still holds what was read; otherwise everything happens again on the new content. `edit` may thus run more than once.
 * Returning the text unchanged writes nothing. Encoding, byte order mark and permissions stay. Throws `config.conflict` when the file never holds still.
 */
export async function updateTextFile(
  file: string,
  edit: (text: string | undefined) => string,
  { lockFolder, mode }: UpdateOptions,
): Promise<boolean> {
  const absolute = path.resolve(file);
  return withFileLock(path.join(lockFolder, `${shortHash(absolute)}.lock`), async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = readTextFile(absolute);
      if (before?.lossy) {
        throw new HostError('config.conflict', `${absolute} holds bytes that are not text, so it is not changed.`, {
          fix: 'Save the file as UTF-8 and try again.',
        });
      }
      const text = edit(before?.text);
      if (before && text === before.text) return false;
      const data = encodeText(text, before ?? { encoding: 'utf8', bom: false });
      const guard = before ? { mayReplace: () => readTextFile(absolute)?.bytes.equals(before.bytes) === true } : { onlyIfNew: true };
      if (await writeFileAtomic(absolute, data, { ...(mode === undefined ? {} : { mode }), ...guard })) return true;
    }
    throw new HostError('config.conflict', `${absolute} keeps being changed by another program, so it was not written.`, {
      fix: 'Wait until the other program is done and try again.',
    });
  });
}
