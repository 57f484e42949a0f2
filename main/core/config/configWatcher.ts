import path from 'node:path';
import type { Clock, Paths } from '../ports.ts';
import { type FileWatcher, watchFiles } from '../settings/files/watchFiles.ts';
import type { Source } from './sources.ts';

export interface ConfigWatcher {
  /** Watches these files instead of the former ones; resolves when changes from now on are heard. */
  follow(sources: readonly Source[]): Promise<void>;
  dispose(): Promise<void>;
}

/** Hears of changes to the configuration files, one call after each burst (CFG-6). Which servers a change concerns is found by comparing. */
export function createConfigWatcher({ paths, clock, onChange }: { paths: Paths; clock: Clock; onChange: () => void }): ConfigWatcher {
  let watcher: FileWatcher | undefined;
  let files = '';
  return {
    async follow(sources) {
      const wanted = sources.map(({ file }) => file);
      if (JSON.stringify(wanted) !== files) {
        files = JSON.stringify(wanted);
        await watcher?.dispose();
        // Our own folders are made, so that a file written there later is noticed; a stranger's never.
        watcher = watchFiles({ files: wanted, clock, onChange, mayMake: (folder) => !path.relative(paths.home, folder).startsWith('..') });
      }
      await watcher?.ready;
    },
    async dispose() {
      await watcher?.dispose();
      watcher = undefined;
    },
  };
}
