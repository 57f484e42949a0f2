import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';
import { systemClock } from '../../base/clock.ts';
import type { Clock, Timer } from '../../ports.ts';

export interface WatchOptions {
  files: readonly string[];
  /** Called once after the files have been quiet for a while. */
  onChange: () => void;
  clock?: Clock;
  /** Milliseconds without an event after which a save counts as finished. */
  quietMs?: number;
  /** Folders of files that do not exist yet and may be made, because they are our own. */
  mayMake?: (folder: string) => boolean;
}

export interface FileWatcher {
  /** Resolves when changes from now on are seen. */
  ready: Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Watches files by their folders, because editors save by renaming a new file over the old one and a watch on the file itself would
 * stay with the old. Half-written saves are waited out. A file in a folder that does not exist is not watched.
 */
export function watchFiles({ files, onChange, clock = systemClock, quietMs = 120, mayMake = () => false }: WatchOptions): FileWatcher {
  const wanted = new Set(files.map((file) => path.resolve(file)));
  const folders = [...new Set([...wanted].map((file) => path.dirname(file)))].filter((folder) => {
    if (!existsSync(folder) && mayMake(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return existsSync(folder);
  });
  let timer: Timer | undefined;
  let live = true;
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 0,
    ignored: (name) => !folders.includes(path.resolve(name)) && !wanted.has(path.resolve(name)),
  });
  watcher.on('all', (_, name) => {
    if (!live || !wanted.has(path.resolve(name))) return;
    timer?.cancel();
    timer = clock.after(quietMs, () => live && onChange());
  });
  // Without a handler a lost folder would be an uncaught error; the next reload tells what is missing.
  watcher.on('error', () => undefined);
  return {
    ready: folders.length === 0 ? Promise.resolve() : new Promise((resolve) => watcher.once('ready', () => resolve())),
    async dispose() {
      live = false;
      timer?.cancel();
      await watcher.close();
    },
  };
}
