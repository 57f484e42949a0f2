import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../ports.ts';

export interface CleanUpReport {
  bytes: number;
  removed: number;
  /** Still over the quota, because everything left is in use or new. */
  over: boolean;
}

export interface CleanUpOptions {
  folder: string;
  quota: number;
  /** Epoch milliseconds. */
  now: number;
  inUse: (url: string) => boolean;
  log: Logger;
}

interface Entry {
  file: string;
  url: string;
  bytes: number;
  at: number;
}

/** A result that was just saved is in no conversation yet. */
const NEW_MS = 10 * 60_000;
/** Cleans a little further than it must, so that it need not clean again at once. */
const TARGET = 0.9;

/** Removes the oldest files that nobody shows any more until the folder is under its quota (SEC-4), and what a crash left half-written. Never rejects. */
export async function cleanUp(options: CleanUpOptions): Promise<CleanUpReport> {
  const report: CleanUpReport = { bytes: 0, removed: 0, over: false };
  try {
    await removeLeftovers(options);
    const entries = await list(options.folder);
    report.bytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (report.bytes <= options.quota) return report;
    for (const entry of entries.sort((a, b) => a.at - b.at)) {
      if (report.bytes <= options.quota * TARGET) break;
      if (options.now - entry.at < NEW_MS || options.inUse(entry.url)) continue;
      await rm(entry.file, { force: true });
      report.bytes -= entry.bytes;
      report.removed += 1;
    }
    report.over = report.bytes > options.quota;
    if (report.over)
      options.log.warn('The saved results exceed their quota, but all of them are in use.', { bytes: report.bytes, quota: options.quota });
  } catch (error) {
    options.log.warn('The saved results could not be cleaned up.', { error: error instanceof Error ? error.message : String(error) });
  }
  return report;
}

async function list(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const part of await readdir(folder).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      const file = path.join(folder, part, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts?.isFile()) entries.push({ file, url: `results/${part}/${name}`, bytes: facts.size, at: facts.mtimeMs });
    }
  }
  return entries;
}

async function removeLeftovers({ folder, now }: CleanUpOptions): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^\..*\.tmp$/.test(name)) continue;
    const facts = await stat(path.join(folder, name)).catch(() => undefined);
    if (facts && now - facts.mtimeMs > 24 * 3_600_000) await rm(path.join(folder, name), { force: true });
  }
}
