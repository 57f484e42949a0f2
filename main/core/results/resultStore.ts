import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { FileRef } from '../../../preload/contract/chat.ts';
import type { Clock, Logger } from '../ports.ts';
import { type FileKind, harmless } from './fileKinds.ts';
import { pause } from './pause.ts';
import type { Pieces } from './pieces.ts';
import { type CleanUpReport, cleanUp } from './quota.ts';
import { type ServedFile, serve } from './serveFile.ts';
import { SNIFF_BYTES, sniff } from './sniff.ts';

export interface SavedFile {
  ref: FileRef;
  kind: FileKind;
  /** The server's word about the content was wrong. */
  mismatch?: string;
}

/** Files that results left behind (CAL-5, CAL-6), named by the hash of their content: `<first two>/<sha256>.<extension>`. */
export interface ResultStore {
  /** Writes bytes as they come; nothing is left when the source throws. `claimed` is the server's MIME type. Rejects when the disk does. */
  saveBytes(source: Iterable<Uint8Array>, claimed?: string): Promise<SavedFile>;
  saveText(pieces: Pieces, kind: FileKind): Promise<SavedFile>;
  /** For the app's protocol: the file behind a relative `results/…` address, or undefined for anything else. */
  resolveFile(relativeUrl: string): ServedFile | undefined;
  /** The file of an id (the first characters of its hash), for `read_result`. */
  textFile(id: string): string | undefined;
  /** Brings the folder under its quota; runs by itself after saving. */
  cleanUp(): Promise<CleanUpReport>;
  /** Waits for a clean-up that is under way. */
  flush(): Promise<void>;
}

export interface ResultStoreDeps {
  folder: string;
  quotaBytes: () => number;
  /** Whether a conversation that is kept still shows this file (by its relative url). Such files are never removed. */
  inUse: (url: string) => boolean;
  clock: Pick<Clock, 'now'>;
  log: Logger;
}

/** What a model is given to name a result; long enough that two results never share one. */
export const ID_LENGTH = 24;
export const resultId = (ref: FileRef): string => path.parse(ref.path).name.slice(0, ID_LENGTH);

/** Bytes that are written at once (each write is a trip to another thread); then the event loop gets its turn. */
const TURN_BYTES = 262_144;

export function createResultStore(deps: ResultStoreDeps): ResultStore {
  const { folder } = deps;
  let cleaning: Promise<CleanUpReport> | undefined;
  let savedSince = Number.POSITIVE_INFINITY;

  /** One after the other; each sees everything that was saved before it began. */
  const clean = (): Promise<CleanUpReport> => {
    savedSince = 0;
    const run = (): Promise<CleanUpReport> => cleanUp({ folder, quota: deps.quotaBytes(), now: deps.clock.now(), inUse: deps.inUse, log: deps.log });
    const mine = cleaning ? cleaning.then(run) : run();
    cleaning = mine;
    return mine;
  };

  /** Temporary file, hash on the way, rename: a file under its name is always whole. */
  const save = async (source: Iterable<Uint8Array>, kindOf: (head: Buffer) => Promise<{ kind: FileKind; mismatch?: string }>): Promise<SavedFile> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      const { hash, bytes, head } = await writeAll(temporary, source);
      const { kind, mismatch } = await kindOf(head);
      const name = `${hash}.${kind.extension}`;
      const target = path.join(folder, hash.slice(0, 2), name);
      await place(temporary, target, deps.clock.now());
      savedSince += bytes;
      // Looking at the whole folder costs; once per sixteenth of the quota is soon enough.
      if (savedSince > deps.quotaBytes() / 16) void clean();
      const ref: FileRef = { url: `results/${hash.slice(0, 2)}/${name}`, path: target, mimeType: kind.mimeType, bytes };
      return { ref, kind, ...(mismatch === undefined ? {} : { mismatch }) };
    } finally {
      await rm(temporary, { force: true });
    }
  };

  return {
    saveBytes: (source, claimed) => save(source, (head) => sniff(head, claimed)),
    saveText: (pieces, kind) => save(utf8(pieces), async () => ({ kind: harmless(kind) })),
    resolveFile: (relativeUrl) => serve(folder, relativeUrl),
    textFile(id) {
      if (!/^[0-9a-f]{24,64}$/.test(id)) return undefined;
      const part = path.join(folder, id.slice(0, 2));
      const name = fs.existsSync(part) ? fs.readdirSync(part).find((each) => each.startsWith(id) && /\.(txt|json|md|csv)$/.test(each)) : undefined;
      return name && path.join(part, name);
    },
    cleanUp: clean,
    async flush() {
      await cleaning;
    },
  };
}

function* utf8(pieces: Pieces): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece, 'utf8');
}

async function writeAll(file: string, source: Iterable<Uint8Array>): Promise<{ hash: string; bytes: number; head: Buffer }> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let bytes = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    let block: Uint8Array[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      await handle.writeFile(Buffer.concat(block));
      block = [];
      size = 0;
      await pause();
    };
    for (const part of source) {
      hash.update(part);
      block.push(part);
      size += part.length;
      if (headBytes < SNIFF_BYTES) {
        head.push(part.subarray(0, SNIFF_BYTES - headBytes));
        headBytes += part.length;
      }
      bytes += part.length;
      if (size >= TURN_BYTES) await flush();
    }
    if (size > 0) await flush();
  } finally {
    await handle.close();
  }
  return { hash: hash.digest('hex'), bytes, head: Buffer.concat(head) };
}

/** The same content twice is one file; its age begins anew. */
async function place(temporary: string, target: string, now: number): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(target)) await rename(temporary, target);
  await utimes(target, now / 1000, now / 1000);
}
