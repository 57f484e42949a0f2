import { backslashes, CLOSE_ARRAY, CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT, QUOTE, stringEnd } from './jsonBytes.ts';

/** How much of the outermost object's own text is kept while its values are passed over. */
const KEEP = 4096;
/** How much of one string of the outermost object is kept: enough for an id or a method. */
const KEEP_STRING = 128;
const ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,120}"|-?\d{1,16})\s*(?=[,}]|$)/;

/**
 * Passes over JSON that will not be kept (too long, or broken) and remembers only what stands directly in the outermost
 * object, so that the request it answers can still be told apart and failed.
 */
export class SkipJson {
  #depth: number;
  #inString: boolean;
  #escaped = false;
  #stringKept = 0;
  #own = '';

  /** `depth`: containers that are already open. */
  constructor(depth: number, inString = false) {
    this.#depth = depth;
    this.#inString = inString;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#inString ? this.#string(bytes, at) : this.#plain(bytes, at);
  }

  /** The id of the outermost object, if it was among what went past. */
  id(): string | number | undefined {
    const found = ID.exec(this.#own)?.[1];
    if (found === undefined) return undefined;
    try {
      const id: unknown = JSON.parse(found);
      return typeof id === 'string' || typeof id === 'number' ? id : undefined;
    } catch {
      return undefined;
    }
  }

  #plain(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth -= 1;
      if (this.#depth === 1) this.#keep(String.fromCharCode(byte));
      if (byte === QUOTE) {
        this.#inString = true;
        this.#stringKept = 0;
        return at + 1;
      }
    }
    return bytes.length;
  }

  #string(bytes: Buffer, from: number): number {
    const start = this.#escaped ? from + 1 : from;
    const close = stringEnd(bytes, start);
    const end = close < 0 ? bytes.length : close;
    this.#escaped = close < 0 && backslashes(bytes, start, end) % 2 === 1;
    if (this.#depth === 1) {
      const text = bytes.toString('utf8', from, Math.min(end, from + KEEP_STRING - this.#stringKept));
      this.#stringKept += text.length;
      this.#keep(close < 0 ? text : `${text}"`);
    }
    this.#inString = close < 0;
    return close < 0 ? end : close + 1;
  }

  #keep(text: string): void {
    if (this.#own.length < KEEP) this.#own += text;
  }
}

/** The id in the outermost object of a line that is no valid JSON. */
export function topLevelId(bytes: Buffer): string | number | undefined {
  const skip = new SkipJson(0);
  skip.feed(bytes);
  return skip.id();
}
