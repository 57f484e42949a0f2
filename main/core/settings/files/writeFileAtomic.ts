import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WriteOptions {
  /** Permissions of a new file; an existing one keeps its own. Default 0600: the data folder is private. */
  mode?: number;
  /** Asked at the last moment, with nothing between it and the rename; `false` leaves the file as it is. */
  mayReplace?: () => boolean;
  /** The file must not exist yet; the answer is false when somebody made it first. */
  onlyIfNew?: boolean;
}

/** Windows refuses a rename while a scanner or an editor holds the file open; it lets go soon. */
const RENAME_DELAYS_MS = [0, 10, 30, 80, 150, 300, 500];

/**
 * Replaces a file whole or not at all: temporary file in the same folder, flush to disk, rename. A symbolic link stays a link, its target is replaced.
 * Resolves with false when `mayReplace` objected. A crash at any moment leaves the old content or the new, never a part.
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  { mode = 0o600, mayReplace, onlyIfNew = false }: WriteOptions = {},
): Promise<boolean> {
  const target = realTarget(file);
  await mkdir(path.dirname(target), { recursive: true, mode: mode === 0o600 ? 0o700 : 0o777 });
  const keep = await stat(target).catch(() => undefined);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const handle = await open(temporary, 'wx', keep ? keep.mode & 0o777 : mode);
    try {
      await handle.writeFile(data);
      // The mask of the process may have taken bits away that the file had.
      if (keep && process.platform !== 'win32') await handle.chmod(keep.mode & 0o777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const replaced = onlyIfNew ? place(temporary, target) : await replace(temporary, target, mayReplace);
    if (replaced) await syncFolder(path.dirname(target));
    return replaced;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A hard link never replaces anything, so two who make the same file at once cannot overwrite each other. */
function place(temporary: string, target: string): boolean {
  try {
    fs.linkSync(temporary, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A file system without hard links.
    if (fs.existsSync(target)) return false;
    fs.renameSync(temporary, target);
    return true;
  }
}

async function replace(temporary: string, target: string, mayReplace: (() => boolean) | undefined): Promise<boolean> {
  for (const [i, delay] of RENAME_DELAYS_MS.entries()) {
    if (delay > 0) await sleep(delay);
    if (mayReplace && !mayReplace()) return false;
    try {
      fs.renameSync(temporary, target);
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (process.platform !== 'win32' || !['EPERM', 'EACCES', 'EBUSY'].includes(code) || i === RENAME_DELAYS_MS.length - 1) throw error;
    }
  }
  return false;
}

/** Follows links by hand, because a dangling one has a target too. */
function realTarget(file: string): string {
  let current = path.resolve(file);
  for (let hops = 0; hops < 40; hops += 1) {
    try {
      current = path.resolve(path.dirname(current), fs.readlinkSync(current));
    } catch {
      return current;
    }
  }
  return current;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // The rename itself is only safe once the folder is; some file systems refuse, and then there is nothing to do.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
