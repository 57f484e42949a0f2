import fs from 'node:fs';
import path from 'node:path';

/** Whether a program of this name can be started. */
export function onPath(name: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      fs.accessSync(path.join(folder, name), fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
