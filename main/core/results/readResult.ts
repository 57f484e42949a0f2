import { open } from 'node:fs/promises';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { stripHidden } from '../base/hiddenText.ts';
import { inParts } from './pause.ts';
import type { ResultStore } from './resultStore.ts';
import { headOf } from './truncateText.ts';

export const READ_RESULT = 'read_result';

/** The built-in's definition, as a model gets it (CAL-5). */
export const readResultTool: { name: string; title: string; description: string; inputSchema: JsonSchema } = {
  name: READ_RESULT,
  title: 'Read a long result',
  description:
    'Reads on in a tool result that was too long to be shown whole. Give the id and offset that the cut result named; ' +
    'each page ends with the offset of the next one.',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id that the cut result named.' },
      offset: { type: 'integer', minimum: 0, description: 'Where to begin, in bytes. 0 is the beginning.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
};

export interface ReadResultAnswer {
  text: string;
  isError: boolean;
}

/** A page is at most this part of the limit, so that reading on never fills the context at once. */
const PART = 0.5;
const BYTES_PER_TOKEN = 12;

/** One page. Never rejects: what cannot be read is said to the model. */
export function createReadResult(deps: { store: Pick<ResultStore, 'textFile'>; maxTokens: () => number; cleanForModel?: (text: string) => string }) {
  const { cleanForModel = stripHidden } = deps;
  return async (args: Record<string, unknown>): Promise<ReadResultAnswer> => {
    const { id, offset = 0 } = args;
    const file = typeof id === 'string' ? deps.store.textFile(id) : undefined;
    if (!file)
      return {
        isError: true,
        text: `There is no saved result ${JSON.stringify(id)?.slice(0, 80) ?? ''}. It may have been cleaned up; call the tool again.`,
      };
    const start = Number(offset);
    if (!Number.isInteger(start) || start < 0) return { isError: true, text: 'The offset must be a whole number, 0 or more.' };
    try {
      const page = await readPage(file, start, Math.max(1, Math.floor(deps.maxTokens() * PART)));
      const left = page.total - page.next;
      const end =
        left > 0
          ? `[Bytes ${page.start} to ${page.next} of ${page.total}. Next: ${READ_RESULT} ${JSON.stringify({ id, offset: page.next })}]`
          : '[End of the result.]';
      return { isError: false, text: page.text === '' ? end : `${await inParts(page.text, cleanForModel)}\n\n${end}` };
    } catch {
      return { isError: true, text: 'The saved result cannot be read any more. Call the tool again.' };
    }
  };
}

interface Page {
  text: string;
  start: number;
  /** The byte after the last one of the page. */
  next: number;
  total: number;
}

/** Begins and ends between characters, wherever the offset points. */
async function readPage(file: string, offset: number, maxTokens: number): Promise<Page> {
  const handle = await open(file, 'r');
  try {
    const total = (await handle.stat()).size;
    if (offset >= total) return { text: '', start: total, next: total, total };
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(maxTokens * BYTES_PER_TOKEN, total - offset)), 0, undefined, offset);
    const bytes = buffer.subarray(0, bytesRead);
    const begin = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
    const skipped = begin < 0 ? bytes.length : begin;
    const text = new TextDecoder('utf-8').decode(wholeCharacters(bytes.subarray(skipped)));
    const { text: shown } = headOf([text], maxTokens);
    // A page that shows nothing would be asked for again and again.
    const page = shown === '' ? ([...text][0] ?? '') : shown;
    const next = page === '' ? total : offset + skipped + Buffer.byteLength(page);
    return { text: page, start: offset + skipped, next, total };
  } finally {
    await handle.close();
  }
}

/** Without the character that the end of the buffer cut through. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
