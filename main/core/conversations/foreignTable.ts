import { DatabaseSync } from 'node:sqlite';

/**
 * All rows of one table of another app's database, for importing its servers (CFG-7). Opened for reading only; throws when the file is no
 * database or has no such table. It lives here because one folder knows SQLite.
 */
export function readForeignTable(file: string, table: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`).all();
  } finally {
    db.close();
  }
}
