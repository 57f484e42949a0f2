import fs from 'node:fs';
import { z } from 'zod';
import type { PinState } from '../../../preload/contract/tools.ts';
import { Emitter } from '../base/emitter.ts';
import type { Clock, Logger } from '../ports.ts';
import type { Raw } from '../servers/session.ts';
import { writeFileAtomic } from '../settings/files/writeFileAtomic.ts';
import { pinnedPart } from './definitionHash.ts';
import type { Tool } from './tool.ts';

/** What is remembered of an approved tool (TOL-9). */
const Pin = z.object({
  server: z.string(),
  tool: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Epoch milliseconds of the approval. */
  at: z.number(),
  /** The approved definition, for showing the difference. */
  definition: z.record(z.string(), z.unknown()),
});
export type Pin = z.infer<typeof Pin>;

type Pinnable = Pick<Tool, 'server' | 'original' | 'definitionHash'> & { definition?: Raw };
const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

export interface PinStoreOptions {
  /** `paths.pinsFile`. */
  file: string;
  clock: Clock;
  logger: Logger;
}

/**
 * The definitions that a person approved, by server and original name, in one JSON file. Reading is synchronous and in memory;
 * writing happens behind, atomically, and merges with what another process wrote meanwhile. A damaged file counts as empty
 * (every tool is new again, so nothing is allowed by mistake) and is kept beside.
 */
export class PinStore {
  readonly #options: PinStoreOptions;
  readonly #pins: Map<string, Pin>;
  readonly #changes = new Emitter<{ server: string; tool: string }>();
  /** What this process changed and the file does not hold yet; undefined means forgotten. */
  readonly #unsaved = new Map<string, Pin | undefined>();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: PinStoreOptions) {
    this.#options = options;
    this.#pins = this.#read();
  }

  /** `new`: never approved. `changed`: approved, but not as it is now; its approvals do not count. */
  stateOf(tool: Pinnable): PinState {
    const pin = this.#pins.get(keyOf(tool.server, tool.original));
    if (!pin) return 'new';
    return pin.hash === tool.definitionHash ? 'pinned' : 'changed';
  }

  pinOf(tool: Pick<Tool, 'server' | 'original'>): Pin | undefined {
    return this.#pins.get(keyOf(tool.server, tool.original));
  }

  /** Remembers the definition a person has just approved. Resolves when it is on the disk; rejects when the disk does. */
  pin(tool: Pinnable & { definition: Raw }): Promise<void> {
    const { server, original } = tool;
    if (this.stateOf(tool) === 'pinned') return this.#saving;
    const pin: Pin = { server, tool: original, hash: tool.definitionHash, at: this.#options.clock.now(), definition: pinnedPart(tool.definition) };
    return this.#change(keyOf(server, original), pin, { server, tool: original });
  }

  forget(tool: Pick<Tool, 'server' | 'original'>): Promise<void> {
    const key = keyOf(tool.server, tool.original);
    if (!this.#pins.has(key)) return this.#saving;
    return this.#change(key, undefined, { server: tool.server, tool: tool.original });
  }

  onChange(listener: (change: { server: string; tool: string }) => void): () => void {
    return this.#changes.on(listener);
  }

  /** Resolves when everything that was pinned or forgotten is on the disk. */
  flush(): Promise<void> {
    return this.#saving;
  }

  #change(key: string, pin: Pin | undefined, what: { server: string; tool: string }): Promise<void> {
    if (pin) this.#pins.set(key, pin);
    else this.#pins.delete(key);
    this.#unsaved.set(key, pin);
    this.#changes.emit(what);
    // A failed write leaves its changes in `#unsaved`: the next one takes them along.
    const save = this.#saving.catch(() => undefined).then(() => this.#save());
    this.#saving = save;
    save.catch((error: unknown) => this.#options.logger.error('The approved tool definitions could not be saved.', { error: String(error) }));
    return save;
  }

  async #save(): Promise<void> {
    if (this.#unsaved.size === 0) return;
    const { file } = this.#options;
    const written = new Map(this.#unsaved);
    const all = this.#read();
    for (const [key, pin] of written) {
      if (pin) all.set(key, pin);
      else all.delete(key);
    }
    await writeFileAtomic(file, `${JSON.stringify({ version: 1, pins: [...all.values()] }, null, 1)}\n`);
    for (const [key, pin] of written) if (this.#unsaved.get(key) === pin) this.#unsaved.delete(key);
  }

  /** A bad entry is left out, a bad file is moved aside; both are told to the log. */
  #read(): Map<string, Pin> {
    const pins = new Map<string, Pin>();
    const { file, logger } = this.#options;
    let text: string;
    try {
      text = fs.readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        logger.warn('The approved tool definitions could not be read.', { error: String(error) });
      return pins;
    }
    const entries = entriesOf(text);
    const good = entries?.flatMap((entry) => Pin.safeParse(entry).data ?? []) ?? [];
    if (!entries || good.length < entries.length) {
      logger.warn(`${entries ? entries.length - good.length : 'All'} approved tool definitions in ${file} are damaged; those tools ask again.`);
      keepAside(file, text);
    }
    for (const pin of good) pins.set(keyOf(pin.server, pin.tool), pin);
    return pins;
  }
}

function entriesOf(text: string): unknown[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const pins = typeof content === 'object' && content !== null && 'pins' in content ? content.pins : undefined;
    return Array.isArray(pins) ? pins : undefined;
  } catch {
    return undefined;
  }
}

function keepAside(file: string, text: string): void {
  try {
    fs.writeFileSync(`${file}.damaged`, text, { mode: 0o600 });
  } catch {
    // Only a convenience; the damaged content is of no use to the app.
  }
}
