import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Paths } from '../ports.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The data folder when nobody names one: QUAYSIDE_HOME, or `Quayside` in the platform's folder for app data
 * (macOS Application Support, Windows %APPDATA%, elsewhere XDG_CONFIG_HOME or ~/.config, where Electron puts it too).
 */
export function defaultHome(env: Env, platform: NodeJS.Platform = process.platform): string {
  const own = env.QUAYSIDE_HOME?.trim();
  if (own) return path.resolve(own);
  if (platform === 'win32') {
    const roaming = env.APPDATA || path.win32.join(env.USERPROFILE || os.homedir(), 'AppData', 'Roaming');
    return path.win32.join(roaming, 'Quayside');
  }
  const home = env.HOME || os.homedir();
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'Quayside');
  // The XDG specification: a relative value is to be ignored.
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : path.posix.join(home, '.config');
  return path.posix.join(config, 'Quayside');
}

/** Every file of the data folder. Makes nothing; whoever writes makes the folder it needs. */
export function createPaths(home: string): Paths {
  const root = path.resolve(home);
  const at = (...parts: string[]): string => path.join(root, ...parts);
  return {
    home: root,
    settingsFile: at('settings.json'),
    userServersFile: at('mcp.json'),
    trustFile: at('trust.json'),
    rulesFile: at('rules.json'),
    pinsFile: at('pins.json'),
    secretsFile: at('secrets.json'),
    database: at('quayside.db'),
    results: at('results'),
    caches: at('caches'),
    logs: at('logs'),
    localServersFile: (folder) => at('projects', shortHash(projectKey(folder)), 'mcp.json'),
  };
}

/** One name for a folder, however it was reached: symbolic links resolved, no trailing slash, one case on Windows. */
export function projectKey(folder: string): string {
  const absolute = path.resolve(folder);
  let real = absolute;
  try {
    real = realpathSync.native(absolute);
  } catch {
    // A folder that is gone keeps its written name.
  }
  return process.platform === 'win32' ? real.toLowerCase() : real;
}

/** 16 hexadecimal digits of SHA-256: short enough for a file name, long enough never to meet by chance. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
