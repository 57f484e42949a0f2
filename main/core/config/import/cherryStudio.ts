import { makeNotice } from '../../settings/notice.ts';
import type { ForeignEntry, ForeignFile, ReadRows } from './foreignApp.ts';

type Row = Record<string, unknown>;

/** Cherry Studio 2 keeps its servers in a database (table `mcp_server`); built-in servers are passed over. The reader of databases is handed in. */
export function readCherryStudio(file: string, readRows: ReadRows | undefined): ForeignFile {
  const failed = (message: string): ForeignFile => ({
    entries: [],
    notices: [
      makeNotice({ severity: 'warning', code: 'config.syntax', message, fix: 'Copy the JSON of the servers in Cherry Studio and paste it.', file }),
    ],
  });
  if (!readRows) return failed(`${file} is a database, which cannot be read here.`);
  try {
    return { entries: readRows(file, 'mcp_server').flatMap((row) => entryOf(row, file)), notices: [] };
  } catch {
    return failed(`${file} cannot be read as the database of Cherry Studio 2.`);
  }
}

function entryOf(row: Row, file: string): ForeignEntry[] {
  const text = (key: string): string | undefined => (typeof row[key] === 'string' && row[key] !== '' ? row[key] : undefined);
  const name = text('name');
  const type = text('type');
  if (!name || type === 'inProcess' || type === 'inMemory' || text('installSource') === 'builtin' || text('install_source') === 'builtin') return [];
  const url = text('baseUrl') ?? text('base_url');
  const seconds = Number(row.timeout);
  const common = { ...(row.isActive === 0 || row.is_active === 0 ? { disabled: true } : {}), ...(seconds > 0 ? { timeout: seconds * 1000 } : {}) };
  const remote = type !== 'stdio' && url !== undefined;
  const value = remote
    ? { ...(type ? { type } : {}), url, ...json(row, 'headers'), ...common }
    : { command: text('command') ?? null, ...json(row, 'args'), ...json(row, 'env'), ...common };
  return [{ name, value, file }];
}

/** A column that holds JSON, left out when it is empty. */
function json(row: Row, key: string): Record<string, unknown> {
  const value = row[key];
  if (typeof value !== 'string' || value === '' || value === 'null') return {};
  try {
    return { [key]: JSON.parse(value) as unknown };
  } catch {
    return {};
  }
}
