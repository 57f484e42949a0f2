import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AuditEntry, AuditQuery } from '../../../preload/contract/permissions.ts';
import type { Clock, Logger } from '../ports.ts';
import { argumentsText, parseLine } from './auditLine.ts';

export interface AuditFilter extends AuditQuery {
  conversationId?: string;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** There are older ones that fit. */
  more: boolean;
}

/** Every decision and call (PER-7). Append-only; old files are dropped whole. */
export interface AuditLog {
  /** Takes the entry at once and writes it soon. Never throws. */
  record(entry: Omit<AuditEntry, 'id' | 'at' | 'arguments'> & { at?: number; arguments: unknown }): void;
  /** The newest first; with `after` those that follow the entry of this id. An id that the log has dropped gives none. */
  page(limit: number, filter?: AuditFilter, after?: string): Promise<AuditPage>;
  query(limit: number, filter?: AuditFilter): Promise<AuditEntry[]>;
  /** The tools the log knows, by server. */
  names(): Promise<Record<string, string[]>>;
  /** Waits until everything recorded so far is on disk. */
  flush(): Promise<void>;
}

export interface AuditDeps {
  /** Holds audit.jsonl and its older parts audit.1.jsonl, audit.2.jsonl, … */
  folder: string;
  redact: (value: unknown) => unknown;
  newId: () => string;
  clock: Pick<Clock, 'now'>;
  log: Logger;
  /** A file that reached this size is put aside. */
  maxFileBytes?: number;
  /** How many files are kept, the current one included. */
  maxFiles?: number;
}

/**
 * What is recorded within this time is written at once: opening a file costs more than many a call. Milliseconds; the most that a crash can
 * take along.
 */
const GATHER = 50;

export function createAuditLog(deps: AuditDeps): AuditLog {
  const { folder, maxFileBytes = 5_000_000, maxFiles = 5 } = deps;
  const partFile = (part: number): string => path.join(folder, part === 0 ? 'audit.jsonl' : `audit.${part}.jsonl`);
  let waiting: string[] = [];
  let working: Promise<void> | undefined;
  let size: number | undefined;
  /** Ends the gathering early. */
  let hurry: (() => void) | undefined;

  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => hurry?.(), GATHER);
      hurry = () => {
        clearTimeout(timer);
        hurry = undefined;
        resolve();
      };
    });

  /** After a crash the last line may be torn; a line end before the next entry keeps that one whole. */
  const begin = async (): Promise<number> => {
    await mkdir(folder, { recursive: true });
    const bytes = (await stat(partFile(0)).catch(() => undefined))?.size ?? 0;
    if (bytes > 0 && !(await endsWithNewline(partFile(0), bytes))) waiting.unshift('\n');
    return bytes;
  };

  const rotate = async (): Promise<void> => {
    await rm(partFile(maxFiles - 1), { force: true });
    for (let part = maxFiles - 2; part >= 0; part -= 1) {
      await rename(partFile(part), partFile(part + 1)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
    size = 0;
  };

  const drain = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        size ??= await begin();
        if (size >= maxFileBytes) await rotate();
        const text = waiting.join('');
        waiting = [];
        await appendFile(partFile(0), text, { mode: 0o600 });
        size = (size ?? 0) + Buffer.byteLength(text);
      }
    } catch (error) {
      waiting = [];
      deps.log.warn('The audit log could not be written.', { error: error instanceof Error ? error.message : String(error) });
    } finally {
      working = undefined;
    }
  };

  const flush = async (): Promise<void> => {
    while (working) {
      hurry?.();
      await working;
    }
  };

  /** From the newest entry backwards, with a pause now and then, so that a large log never holds up the app. */
  async function* read(wanted: (line: string) => boolean): AsyncGenerator<AuditEntry> {
    await flush();
    const parts = (await readdir(folder).catch(() => [])).flatMap(
      (name) => /^audit\.(?:(\d+)\.)?jsonl$/.exec(name)?.[1] ?? (name === 'audit.jsonl' ? '0' : []),
    );
    for (const part of parts.map(Number).sort((a, b) => a - b)) {
      const lines = (await readFile(partFile(part), 'utf8').catch(() => '')).split('\n');
      for (let i = lines.length - 1; i >= 0; i -= 1) {
        if (i % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
        const line = lines[i] ?? '';
        const entry = wanted(line) ? parseLine(line) : undefined;
        if (entry) yield entry;
      }
    }
  }

  async function page(limit: number, filter: AuditFilter = {}, after?: string): Promise<AuditPage> {
    const entries: AuditEntry[] = [];
    const query = filter.query?.toLowerCase();
    // Lines before the page are skipped by their text alone: reading all of them again would be dear.
    const mark = after === undefined ? undefined : `"id":${JSON.stringify(after)}`;
    let begun = mark === undefined;
    const wanted = (line: string): boolean => begun || (mark !== undefined && line.includes(mark));
    for await (const entry of read(wanted)) {
      if (!begun) begun = entry.id === after;
      else if (matches(entry, filter, query)) {
        if (entries.length === limit) return { entries, more: true };
        entries.push(entry);
      }
    }
    return { entries, more: false };
  }

  return {
    record(entry) {
      const full: AuditEntry = {
        ...entry,
        id: deps.newId(),
        at: entry.at ?? deps.clock.now(),
        arguments: argumentsText(entry.arguments, deps.redact),
      };
      waiting.push(`${JSON.stringify(full)}\n`);
      working ??= gather().then(drain);
    },

    page,
    query: async (limit, filter = {}) => (await page(limit, filter)).entries,

    async names() {
      const found = new Map<string, Set<string>>();
      for await (const entry of read(() => true)) {
        const tools = found.get(entry.server) ?? new Set();
        found.set(entry.server, tools.add(entry.original));
      }
      return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([server, tools]) => [server, [...tools].sort()]));
    },

    flush,
  };
}

async function endsWithNewline(file: string, bytes: number): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, bytes - 1);
    return buffer[0] === 10;
  } finally {
    await handle.close();
  }
}

function matches(entry: AuditEntry, filter: AuditFilter, query: string | undefined): boolean {
  if (entry.at < (filter.since ?? Number.NEGATIVE_INFINITY) || entry.at >= (filter.until ?? Number.POSITIVE_INFINITY)) return false;
  for (const [field, wanted] of Object.entries({
    server: filter.server,
    original: filter.tool,
    verdict: filter.verdict,
    outcome: filter.outcome,
    conversationId: filter.conversationId,
  })) {
    if (wanted !== undefined && entry[field as keyof AuditEntry] !== wanted) return false;
  }
  return query === undefined || Object.values(entry).some((value) => String(value).toLowerCase().includes(query));
}
