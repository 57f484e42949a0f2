import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { connectionKey, type ServerConfig } from '../config/serverConfig.ts';

const MOST_FILES = 200;

/**
 * The last tool list of servers that start on first use (CON-2), a file each, so that their tools are there before they are. A cache:
 * what cannot be read or written is simply not known. File names are hashes, since entries hold secrets.
 */
export class ToolListCache {
  readonly #folder: string | undefined;
  /** Lists that came from the disk need not go back there. */
  readonly #stored = new WeakSet<readonly unknown[]>();
  #writing: Promise<void> = Promise.resolve();

  /** Without a folder nothing is kept. */
  constructor(caches: string | undefined) {
    this.#folder = caches === undefined ? undefined : path.join(caches, 'tools');
  }

  read(config: ServerConfig): unknown[] | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      const { items } = JSON.parse(fs.readFileSync(this.#file(this.#folder, config), 'utf8')) as { items?: unknown };
      if (!Array.isArray(items)) return undefined;
      this.#stored.add(items);
      return items;
    } catch {
      return undefined;
    }
  }

  write(config: ServerConfig, items: readonly unknown[]): void {
    const folder = this.#folder;
    if (folder === undefined || this.#stored.has(items)) return;
    const file = this.#file(folder, config);
    this.#writing = this.#writing.then(() => save(folder, file, JSON.stringify({ items }))).catch(() => undefined);
  }

  /** Resolves when everything written so far is on disk (or could not be). */
  flush(): Promise<void> {
    return this.#writing;
  }

  #file(folder: string, config: ServerConfig): string {
    return path.join(folder, `${createHash('sha256').update(connectionKey(config)).digest('hex').slice(0, 32)}.json`);
  }
}

async function save(folder: string, file: string, text: string): Promise<void> {
  await fs.promises.mkdir(folder, { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await fs.promises.writeFile(temporary, text, { mode: 0o600 });
  await fs.promises.rename(temporary, file);
  await dropOldest(folder);
}

async function dropOldest(folder: string): Promise<void> {
  const names = await fs.promises.readdir(folder);
  if (names.length <= MOST_FILES) return;
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await fs.promises.stat(path.join(folder, name))).mtimeMs })));
  const surplus = aged.sort((a, b) => a.at - b.at).slice(0, names.length - MOST_FILES);
  await Promise.all(surplus.map(({ name }) => fs.promises.rm(path.join(folder, name), { force: true })));
}
