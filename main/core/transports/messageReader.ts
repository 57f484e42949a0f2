import { parseMessage } from '../base/exactJson.ts';
import { LARGE_FROM, LargeJson } from './largeJson.ts';
import { LineSplitter } from './lineSplitter.ts';
import { salvage } from './salvage.ts';
import { topLevelId } from './skipJson.ts';

/** What is shown of a line of noise. */
const NOISE_LENGTH = 2000;

export interface ReaderSink {
  /** One JSON value of a line, batches already taken apart. Returns false when it is no JSON-RPC message. */
  value(value: unknown): boolean;
  /** Text on stdout that is no message (TRN-2), cut to a readable length. */
  noise(text: string): void;
  /** A message over the limit was passed over; the stream goes on behind it. `id` names the request it answers. */
  oversize(id: string | number | undefined, bytes: number): void;
  /** A line that was meant as the answer to `id` and is no valid JSON. */
  broken(id: string | number): void;
}

/** Bytes of a server's stdout → JSON values, in order. Nothing a server prints makes it throw or stop. */
export class MessageReader {
  readonly #sink: ReaderSink;
  readonly #maxBytes: number;
  readonly #lines: LineSplitter;
  /** The long line under way: its parser, or undefined while it is noise. */
  #large: LargeJson | undefined;
  #inLong = false;
  #head = '';

  /** `maxBytes`: the longest accepted message. */
  constructor(sink: ReaderSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    const lines = { line: (bytes: Buffer) => this.#line(bytes), longPart: (bytes: Buffer) => this.#longPart(bytes), longEnd: () => this.#longEnd() };
    this.#lines = new LineSplitter(lines, Math.min(LARGE_FROM, maxBytes));
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  /** The stream ended: an answer without a newline behind it still counts. */
  end(): void {
    this.#lines.end();
  }

  #line(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const text = bytes.toString('utf8');
    const value = parseContainer(text);
    if (value === undefined) this.#odd(text, bytes);
    else this.#accept(value, text);
  }

  #accept(value: unknown, text: string): void {
    if (!Array.isArray(value)) {
      if (!this.#sink.value(value)) this.#noise(text);
      return;
    }
    // Batches were lawful until 2025-03-26 and are still sent.
    let taken = 0;
    for (const item of value) if (this.#sink.value(item)) taken += 1;
    if (taken < value.length || value.length === 0) this.#noise(text);
  }

  /** A line that is not one JSON value. */
  #odd(text: string, bytes: Buffer): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    const whole = parseContainer(trimmed);
    if (whole !== undefined) {
      this.#accept(whole, trimmed);
      return;
    }
    const { values, noise } = salvage(trimmed);
    for (const value of values) this.#accept(value, trimmed);
    if (noise === '') return;
    this.#noise(noise);
    if (values.length > 0 || !noise.includes('"jsonrpc"')) return;
    const id = topLevelId(bytes);
    if (id !== undefined) this.#sink.broken(id);
  }

  #longPart(bytes: Buffer): void {
    if (this.#inLong) {
      this.#large?.feed(bytes);
      return;
    }
    this.#inLong = true;
    this.#head = bytes.toString('utf8', 0, NOISE_LENGTH);
    const start = messageStart(bytes);
    if (start < 0) return;
    if (start > 0) this.#noise(bytes.toString('utf8', 0, start));
    this.#large = new LargeJson(this.#maxBytes);
    this.#large.feed(bytes.subarray(start));
  }

  #longEnd(): void {
    const result = this.#large?.finish();
    const head = this.#head;
    this.#large = undefined;
    this.#inLong = false;
    if (!result) this.#noise(head);
    else if (result.kind === 'oversize') this.#sink.oversize(result.id, result.bytes);
    else if (result.kind === 'invalid') {
      this.#noise(head);
      if (result.id !== undefined) this.#sink.broken(result.id);
    } else {
      this.#accept(result.value, head);
      if (result.rest.trim() !== '') this.#odd(result.rest, Buffer.from(result.rest));
    }
  }

  #noise(text: string): void {
    const shown = text.trim();
    if (shown !== '') this.#sink.noise(shown.slice(0, NOISE_LENGTH));
  }
}

/** An object or array, or undefined. A bare number or text is never a message. */
function parseContainer(text: string): unknown {
  const first = text.charCodeAt(0);
  if (first !== 0x7b && first !== 0x5b) return undefined;
  try {
    return parseMessage(text);
  } catch {
    return undefined;
  }
}

/** Where the message begins in the first piece of a long line: behind blanks, a BOM or glued text; -1 when there is none. */
function messageStart(bytes: Buffer): number {
  const text = bytes.toString('latin1', 0, 64);
  const blank = /^(?:\xef\xbb\xbf|[\s])*(?=[{[])/.exec(text);
  return blank ? blank[0].length : bytes.indexOf('{"jsonrpc"');
}
