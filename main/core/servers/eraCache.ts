import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Era } from '../../../preload/contract/servers.ts';
import { connectionKey, type ServerConfig } from '../config/serverConfig.ts';
import type { Clock } from '../ports.ts';

interface Memory {
  era?: Era;
  /** Of an address without a type: it turned out to be an old HTTP+SSE server (TRN-4). */
  sse?: boolean;
  /** Its last start failed: next time it goes last (CON-2). */
  failed?: boolean;
  at: number;
}

/** A finding older than this is looked at again: servers learn new eras. Milliseconds. */
const KEEP_MS = 7 * 24 * 3_600_000;
const MOST_ENTRIES = 500;

/**
 * What earlier connections taught, by connection: the era a server speaks, the old transport, and whether its last start failed. A cache on disk
 * (`eras.json`): losing it costs a probe, so reading and writing never fail loudly. Keys are hashes, since entries hold secrets.
 */
export class EraCache {
  readonly #file: string | undefined;
  readonly #clock: Clock;
  #memories: Map<string, Memory> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #scheduled = false;

  /** Without a folder it lives in memory only. */
  constructor(folder: string | undefined, clock: Clock) {
    this.#file = folder === undefined ? undefined : path.join(folder, 'eras.json');
    this.#clock = clock;
  }

  era(config: ServerConfig): Era | undefined {
    return this.#find(config)?.era;
  }

  failedLastTime(config: ServerConfig): boolean {
    return this.#find(config)?.failed ?? false;
  }

  speaksOldSse(config: ServerConfig): boolean {
    return this.#find(config)?.sse ?? false;
  }

  remember(config: ServerConfig, what: { era?: Era | undefined; sse?: boolean; failed?: boolean }): void {
    const key = keyOf(config);
    const memories = this.#load();
    const old: Partial<Memory> = this.#find(config) ?? {};
    const era = 'era' in what ? what.era : old.era;
    const sse = what.sse ?? old.sse ?? false;
    const failed = what.failed ?? old.failed ?? false;
    if (memories.has(key) && era === old.era && sse === (old.sse ?? false) && failed === (old.failed ?? false)) return;
    memories.delete(key);
    memories.set(key, { ...(era && { era }), ...(sse && { sse }), ...(failed && { failed }), at: this.#clock.now() });
    for (const oldest of memories.keys()) {
      if (memories.size <= MOST_ENTRIES) break;
      memories.delete(oldest);
    }
    this.#save();
  }

  /** Resolves when everything remembered so far is on disk (or could not be). */
  async flush(): Promise<void> {
    await this.#saving;
  }

  #find(config: ServerConfig): Memory | undefined {
    const memory = this.#load().get(keyOf(config));
    return memory && this.#clock.now() - memory.at < KEEP_MS ? memory : undefined;
  }

  #load(): Map<string, Memory> {
    this.#memories ??= new Map(readEntries(this.#file));
    return this.#memories;
  }

  /** One write at a time; what is remembered meanwhile goes with the next. */
  #save(): void {
    const file = this.#file;
    if (file === undefined || this.#scheduled) return;
    this.#scheduled = true;
    this.#saving = this.#saving.then(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#scheduled = false;
      await write(file, JSON.stringify({ version: 1, entries: Object.fromEntries(this.#load()) })).catch(() => undefined);
    });
  }
}

async function write(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  await fs.promises.writeFile(temporary, text, { mode: 0o600 });
  await fs.promises.rename(temporary, file);
}

const keyOf = (config: ServerConfig): string => createHash('sha256').update(connectionKey(config)).digest('hex');

function readEntries(file: string | undefined): [string, Memory][] {
  if (file === undefined) return [];
  try {
    const { entries } = JSON.parse(fs.readFileSync(file, 'utf8')) as { entries?: unknown };
    if (typeof entries !== 'object' || entries === null) return [];
    return Object.entries(entries).filter((entry): entry is [string, Memory] => isMemory(entry[1]));
  } catch {
    return [];
  }
}

function isMemory(value: unknown): value is Memory {
  if (typeof value !== 'object' || value === null) return false;
  const { at, era, sse, failed } = value as Record<string, unknown>;
  const isFlag = (flag: unknown): boolean => flag === undefined || typeof flag === 'boolean';
  return typeof at === 'number' && (era === undefined || era === 'legacy' || era === 'modern') && isFlag(sse) && isFlag(failed);
}
