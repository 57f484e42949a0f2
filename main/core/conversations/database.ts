import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations.ts';

export interface OpenedDatabase {
  db: DatabaseSync;
  /** Set when the old file could not be read and was moved aside (SEC-5); the user is told where it is. */
  movedAside?: string;
}

/**
 * Opens the store: WAL, so that a crash loses nothing that was committed, and one writer.
 * A damaged file is kept under another name and a fresh one begins; the app always starts.
 */
export function openDatabase(file: string, now: number): OpenedDatabase {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    return { db: prepare(file) };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const movedAside = `${file}.damaged-${now}`;
    for (const suffix of ['', '-wal', '-shm']) if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, movedAside + suffix);
    return { db: prepare(file), movedAside };
  }
}

function prepare(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 3000;');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > MIGRATIONS.length) {
    throw new Error(
      `The conversations were written by a newer version of Quayside (schema ${version}, this one knows ${MIGRATIONS.length}). Update Quayside.`,
    );
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26): the file itself, not the disk or another process. */
function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode;
  return code === 11 || code === 26;
}
