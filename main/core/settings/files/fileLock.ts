import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from '../../base/hostError.ts';

export interface LockOptions {
  /** How long to wait for others, in milliseconds; then `config.conflict`. */
  waitMs?: number;
  /** A lock older than this is taken over even when a process with its number is alive (numbers are used again). */
  staleMs?: number;
}

interface Holder {
  pid: number;
  token: string;
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while no other process and nobody else in this one runs under the same lock file. The holder writes its process number into
 * the file; a lock whose process is gone is taken over, so a killed process blocks nobody. Work takes milliseconds, not minutes.
 */
export function withFileLock<T>(lockFile: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const before = queues.get(lockFile) ?? Promise.resolve();
  const mine = before.then(
    () => locked(lockFile, work, options),
    () => locked(lockFile, work, options),
  );
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(lockFile, settled);
  void settled.then(() => {
    if (queues.get(lockFile) === settled) queues.delete(lockFile);
  });
  return mine;
}

async function locked<T>(lockFile: string, work: () => Promise<T>, { waitMs = 15_000, staleMs = 30_000 }: LockOptions): Promise<T> {
  const holder: Holder = { pid: process.pid, token: randomUUID() };
  fs.mkdirSync(path.dirname(lockFile), { recursive: true, mode: 0o700 });
  const deadline = performance.now() + waitMs;
  while (!tryAcquire(lockFile, holder)) {
    takeOver(lockFile, staleMs);
    if (performance.now() > deadline) {
      throw new HostError('config.conflict', 'Another Quayside process has been changing this file for a long time.', {
        fix: `Close the other Quayside, or remove ${lockFile} when none is running, and try again.`,
      });
    }
    // Uneven pauses keep many waiters from knocking at the same moment.
    await sleep(4 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    if (read(lockFile)?.token === holder.token) fs.rmSync(lockFile, { force: true });
  }
}

/** The content appears together with the name (link), so that nobody ever reads a lock without its holder. */
function tryAcquire(lockFile: string, holder: Holder): boolean {
  const draft = `${lockFile}.${holder.token}`;
  try {
    fs.writeFileSync(draft, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    try {
      fs.linkSync(draft, lockFile);
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') return false;
      // A file system without hard links: the name alone decides.
      fs.writeFileSync(lockFile, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
      return true;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function takeOver(lockFile: string, staleMs: number): void {
  const holder = read(lockFile);
  let age: number;
  try {
    age = Date.now() - fs.statSync(lockFile).mtimeMs;
  } catch {
    return;
  }
  if (age < staleMs && (holder ? isAlive(holder.pid) : age < 2000)) return;
  // Moved aside first and looked at again: between the look and the move a third process may have taken over already.
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    fs.renameSync(lockFile, aside);
    if (read(aside)?.token !== holder?.token) fs.linkSync(aside, lockFile);
  } catch {
    // Somebody was faster; the next round sees who holds it now.
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function read(lockFile: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
