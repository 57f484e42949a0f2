import path from 'node:path';
import type { AuditQuery } from '../../../preload/contract/permissions.ts';
import type { Clock } from '../ports.ts';
import { writeFileAtomic } from '../settings/files/writeFileAtomic.ts';
import { toCsv, toJsonLines } from './auditExport.ts';
import type { AuditLog } from './auditLog.ts';

export interface ExportAuditDeps {
  audit: Pick<AuditLog, 'query'>;
  /** Where the files go. */
  folder: string;
  clock: Pick<Clock, 'now'>;
  /** Once more over what the log holds: a secret may have become known after its call was written. */
  redact: <T>(value: T) => T;
}

export type ExportAudit = (format: 'jsonl' | 'csv', filter: AuditQuery) => Promise<{ path: string; entries: number }>;

/** Writes the entries of a filter, the newest first, to a new file that only the user can read (PER-7). Rejects when the disk does. */
export const createExportAudit =
  ({ audit, folder, clock, redact }: ExportAuditDeps): ExportAudit =>
  async (format, filter) => {
    const entries = redact(await audit.query(Number.POSITIVE_INFINITY, filter));
    const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
    const file = path.join(folder, `activity-${stamp}.${format}`);
    await writeFileAtomic(file, format === 'csv' ? toCsv(entries) : toJsonLines(entries));
    return { path: file, entries: entries.length };
  };
