import { exactInResult, mayHoldLongNumbers, parseExact } from '../base/exactJson.ts';
import { guessCut } from './guessCut.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  type Container,
  MEANING,
  newContainer,
  OPEN_ARRAY,
  OPEN_OBJECT,
  put,
  QUOTE,
  safeCut,
  skipBlanks,
  stringEnd,
} from './jsonBytes.ts';
import { memberName } from './memberName.ts';
import { SkipJson } from './skipJson.ts';

/** From this length on a message is parsed while it arrives; below, one `JSON.parse` takes 20 ms at most. Bytes. */
export const LARGE_FROM = 1536 * 1024;
/** Smaller chunks are collected first, so that the cost does not depend on how the server writes. */
const WINDOW = 32 * 1024;
/** An unfinished member longer than this is opened and filled piece by piece instead of being kept whole. */
const OPEN_FROM = 16 * 1024;
/** The longest token or unopened piece that is carried to the next window: a key, a number, a run of deep nesting. */
const CARRY_MAX = 1024 * 1024;
/** How deep containers can be opened; what lies deeper is parsed as part of its parent. */
const LEVELS = 512;

/** What may come next inside the innermost open container. */
type Expect = 'member or end' | 'member' | 'comma or end';

export type LargeJsonResult =
  /** `rest` is what stood behind the value on the same line. */
  | { kind: 'value'; value: unknown; rest: string }
  | { kind: 'invalid'; id: string | number | undefined }
  | { kind: 'oversize'; id: string | number | undefined; bytes: number };

/**
 * Reads one long line of JSON while it arrives. Native `JSON.parse` gets the complete members of each piece, so the work is as
 * cheap as one call on the whole text, but no step takes longer than a piece (the event loop is never blocked) and it is
 * done when the last byte arrives. A worker thread would have to clone the value, which costs up to seven times the parse.
 */
export class LargeJson {
  readonly #maxBytes: number;
  #bytes = 0;
  #frames: Container[] = [];
  #root: Container | undefined;
  #expect: Expect = 'member or end';
  /** What is not processed yet: the unfinished member at the end of the last window, then what came since. */
  #pieces: Buffer[] = [];
  /** Bytes that came since the last window. */
  #fresh = 0;
  /** Set while a long string is read: what was decoded so far, and the key it belongs to. */
  #text: string | undefined;
  #textKey = '';
  #rest = '';
  #skip: SkipJson | undefined;
  #failed = false;
  /** Somewhere stands a number that may lose digits; only then the whole is walked once more. */
  #longNumbers = false;
  /** Wrong guesses so far, and how many chances to guess are let go by because of them. */
  #misses = 0;
  #pass = 0;
  readonly #starts = new Int32Array(LEVELS);
  readonly #commas = new Int32Array(LEVELS + 1);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The next bytes of the line; no newline among them. */
  feed(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#skip) {
      this.#skip.feed(bytes);
      return;
    }
    this.#pieces.push(bytes);
    this.#fresh += bytes.length;
    if (this.#fresh >= WINDOW || this.#bytes > this.#maxBytes) this.#process();
  }

  finish(): LargeJsonResult {
    if (!this.#skip) this.#process();
    if (this.#failed) return { kind: 'invalid', id: this.#id() };
    if (this.#skip) return { kind: 'oversize', id: this.#id(), bytes: this.#bytes };
    if (this.#root === undefined || this.#frames.length > 0) return { kind: 'invalid', id: this.#id() };
    return { kind: 'value', value: this.#longNumbers ? exactInResult(this.#root) : this.#root, rest: this.#rest };
  }

  /** The id of the message, even when the rest of it is not kept. */
  #id(): string | number | undefined {
    const known = this.#root && !Array.isArray(this.#root) ? this.#root.id : undefined;
    return typeof known === 'string' || typeof known === 'number' ? known : this.#skip?.id();
  }

  #process(): void {
    const [first] = this.#pieces;
    const window = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
    const skip = new SkipJson(this.#frames.length, this.#text !== undefined);
    this.#pieces = [];
    this.#fresh = 0;
    if (this.#bytes > this.#maxBytes) {
      this.#giveUp(skip, window);
      return;
    }
    try {
      this.#window(window);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#failed = true;
      this.#giveUp(skip, window);
    }
  }

  /** Too long or broken: forget the value, go on counting and looking for the id. */
  #giveUp(skip: SkipJson, window: Buffer): void {
    const id = this.#id();
    this.#skip = skip;
    skip.feed(window);
    this.#root = id === undefined ? undefined : { id };
    this.#frames = [];
    this.#text = undefined;
  }

  #window(bytes: Buffer): void {
    let at = 0;
    if (this.#root === undefined) {
      at = skipBlanks(bytes, 0);
      if (at === bytes.length) return;
      this.#root = newContainer(bytes[at]);
      this.#frames.push(this.#root);
      at += 1;
    }
    while (at < bytes.length) {
      if (this.#frames.length === 0) {
        if (this.#rest.length < OPEN_FROM) this.#rest += bytes.toString('utf8', at);
        return;
      }
      at = this.#text === undefined ? this.#members(bytes, at) : this.#string(bytes, at);
    }
  }

  /** Goes through members of the innermost container until it ends or the window does; returns where to go on. */
  #members(bytes: Buffer, from: number): number {
    const end = bytes.length;
    if (this.#expect === 'comma or end') {
      const at = skipBlanks(bytes, from);
      if (at === end) return end;
      if (bytes[at] === COMMA) this.#expect = 'member';
      else this.#close(bytes, at, at);
      return at + 1;
    }
    const cut = this.#guess(bytes, from);
    if (cut > 0) return cut;
    const starts = this.#starts;
    const commas = this.#commas;
    let depth = 0;
    commas[0] = -1;
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (MEANING[byte] === 0) continue;
      if (byte === QUOTE) {
        const close = stringEnd(bytes, at + 1);
        if (close < 0) return this.#pause(bytes, from, depth, at);
        at = close;
      } else if (byte === COMMA) {
        if (depth < LEVELS) commas[depth] = at;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (depth < LEVELS) {
          starts[depth] = at;
          commas[depth + 1] = -1;
        }
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === 0) {
          this.#close(bytes, from, at);
          return at + 1;
        }
        depth -= 1;
      }
    }
    return this.#pause(bytes, from, depth, -1);
  }

  /** Takes a list's elements up to a guessed border; returns where to go on, or 0 when there is none. */
  #guess(bytes: Buffer, from: number): number {
    const frame = this.#top();
    if (!Array.isArray(frame) || frame.length === 0) return 0;
    if (this.#pass > 0) {
      this.#pass -= 1;
      return 0;
    }
    const cut = guessCut(bytes, from, frame.at(-1));
    if (cut < 0) return 0;
    try {
      this.#add(bytes, from, cut);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // A wrong guess costs one parse; lists of another make are left alone for longer and longer.
      this.#misses += 1;
      this.#pass = 2 ** Math.min(this.#misses, 10);
      return 0;
    }
    this.#expect = 'member';
    return cut + 1;
  }

  /** The window ends inside `depth` containers and, unless `string` is -1, inside a string: keep what is complete. */
  #pause(bytes: Buffer, from: number, depth: number, string: number): number {
    const end = bytes.length;
    let start = from;
    for (let level = 0; ; level += 1) {
      const comma = level <= LEVELS ? (this.#commas[level] ?? -1) : -1;
      if (comma >= 0) {
        this.#add(bytes, start, comma);
        start = comma + 1;
        this.#expect = 'member';
      }
      const inside = level < depth ? (level < LEVELS ? (this.#starts[level] ?? -1) : -1) : string;
      if (end - start <= OPEN_FROM || inside < 0) break;
      const key = memberName(bytes, start, inside, Array.isArray(this.#top()));
      if (key === undefined) break;
      if (level === depth) {
        this.#text = '';
        this.#textKey = key;
        return string + 1;
      }
      const child = newContainer(bytes[inside]);
      put(this.#top(), key, child);
      this.#frames.push(child);
      this.#expect = 'member or end';
      start = inside + 1;
    }
    if (end - start > CARRY_MAX) throw new SyntaxError('a token or a nesting that is too long');
    // A copy, so that a few bytes do not keep a whole chunk alive.
    this.#pieces = [Buffer.from(bytes.subarray(start))];
    return end;
  }

  /** The next part of a long string. It is never cut inside an escape or inside a UTF-8 character. */
  #string(bytes: Buffer, from: number): number {
    const close = stringEnd(bytes, from);
    const end = close >= 0 ? close : safeCut(bytes, from);
    if (end > from) this.#text += JSON.parse(`"${bytes.toString('utf8', from, end)}"`);
    if (close < 0) {
      this.#pieces = [Buffer.from(bytes.subarray(end))];
      return bytes.length;
    }
    put(this.#top(), this.#textKey, this.#text);
    this.#text = undefined;
    this.#expect = 'comma or end';
    return close + 1;
  }

  #close(bytes: Buffer, from: number, at: number): void {
    const frame = this.#top();
    if ((bytes[at] === CLOSE_ARRAY) !== Array.isArray(frame) || (bytes[at] !== CLOSE_ARRAY && bytes[at] !== CLOSE_OBJECT)) {
      throw new SyntaxError('a bracket that does not fit');
    }
    if (this.#expect === 'member' || skipBlanks(bytes, from) < at) this.#add(bytes, from, at);
    this.#frames.pop();
    this.#expect = 'comma or end';
  }

  /** Complete members between two positions of the window. */
  #add(bytes: Buffer, from: number, to: number): void {
    const frame = this.#top();
    const text = bytes.toString('utf8', from, to);
    const long = mayHoldLongNumbers(text);
    this.#longNumbers ||= long;
    if (Array.isArray(frame)) {
      const items: unknown[] = parseExact(`[${text}]`, long) as unknown[];
      if (items.length === 0) throw new SyntaxError('a missing value');
      for (const item of items) frame.push(item);
      return;
    }
    const part = parseExact(`{${text}}`, long) as Record<string, unknown>;
    const keys = Object.keys(part);
    if (keys.length === 0) throw new SyntaxError('a missing member');
    for (const key of keys) put(frame, key, part[key]);
  }

  #top(): Container {
    const frame = this.#frames.at(-1);
    if (!frame) throw new SyntaxError('text behind the value');
    return frame;
  }
}
