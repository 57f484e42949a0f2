import type { AuditEntry } from '../../../preload/contract/permissions.ts';

const COLUMNS = [
  'at',
  'server',
  'original',
  'tool',
  'arguments',
  'edited',
  'verdict',
  'rule',
  'reason',
  'asker',
  'outcome',
  'ms',
  'error',
  'conversationId',
  'id',
] as const;

/** One entry a line, as the log keeps it. */
export const toJsonLines = (entries: readonly AuditEntry[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/** RFC 4180 with a header; times as ISO 8601. */
export function toCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map((column) => (column === 'at' ? new Date(entry.at).toISOString() : entry[column])));
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: arguments come from models and servers. */
function cell(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[\s]*[=+\-@|%]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
