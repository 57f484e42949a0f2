import type { Notice } from '../../../../preload/contract/servers.ts';

/** All rows of a table of a foreign SQLite file, opened read-only. Throws when the file or the table is not there. */
export type ReadRows = (databaseFile: string, table: string) => Record<string, unknown>[];

export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeDir: string;
}

/** An entry of another app in a form our own files may hold. */
export interface ForeignEntry {
  name: string;
  value: unknown;
  /** Where it stands, as people should read it; together with the name it identifies the entry. */
  file: string;
}

export interface ForeignFile {
  entries: ForeignEntry[];
  notices: Notice[];
}

/** One small strategy per app: where its file lies on the three systems, and how it is read when it is no plain table of servers. */
export interface ForeignApp {
  name: string;
  /** Absolute paths that may exist. */
  files(machine: Machine): string[];
  read?(text: string, file: string): ForeignFile;
  /** For what is no text, such as a database. */
  readBinary?(file: string, readRows: ReadRows | undefined): ForeignFile;
}
