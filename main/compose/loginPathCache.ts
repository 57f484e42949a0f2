import fs from 'node:fs';
import path from 'node:path';

/** Keeps the login shell's PATH between runs, so that the window's servers need not wait for slow start-up files. A comfort: it never fails a start. */
export function loginPathCache(caches: string): { load(): Promise<string | undefined>; save(value: string): void } {
  const file = path.join(caches, 'login-path.txt');
  return {
    load: () => fs.promises.readFile(file, 'utf8').then((text) => text.trim() || undefined),
    save(value) {
      void fs.promises
        .mkdir(caches, { recursive: true })
        .then(() => fs.promises.writeFile(file, value))
        .catch(() => undefined);
    },
  };
}
