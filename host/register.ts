import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

type Resolve = (request: string, ...rest: unknown[]) => string;

const NAMES = new Set(['electron', 'electron/main', 'electron/common']);

/** From here on `require('electron')` is the host's. `process.versions.electron` says that it stands in. */
export function registerElectron(appFolder: string): void {
  const target = path.join(import.meta.dirname, 'electron.ts');
  const loader = Module as unknown as { _resolveFilename: Resolve };
  const original = loader._resolveFilename;
  loader._resolveFilename = (request, ...rest) => (NAMES.has(request) ? target : original.call(loader, request, ...rest));
  Object.defineProperty(process.versions, 'electron', { value: `${electronVersion(appFolder)}-chromium-host`, enumerable: true });
  Object.defineProperty(process, 'type', { value: 'browser', configurable: true });
}

function electronVersion(appFolder: string): string {
  try {
    const file = createRequire(path.join(appFolder, 'index.js')).resolve('electron/package.json');
    return JSON.parse(fs.readFileSync(file, 'utf8')).version;
  } catch {
    return '0.0.0';
  }
}
