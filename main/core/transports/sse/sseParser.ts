import { LARGE_FROM, LargeJson, type LargeJsonResult } from '../largeJson.ts';

export interface SseListener {
  /** `type` is `message` when the stream names none. */
  event(type: string, data: string): void;
  /** An event so long that its data was read as JSON while it arrived (and passed over when it is beyond the limit). */
  large(type: string, result: LargeJsonResult): void;
  /** The last event id changed (also by an event without data, which primes a stream for resumption). */
  id?(id: string): void;
  /** The server asks to wait this many milliseconds before reconnecting. */
  retry?(ms: number): void;
}

const LF = 10;
const CR = 13;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK = Buffer.from(' ');
const NOTHING = Buffer.alloc(0);

/**
 * The event stream grammar of WHATWG HTML 9.2.6, byte chunks in, events out: LF, CR and CRLF, comments, several data lines, BOM,
 * anything cut anywhere. A CR ends its line at once, without waiting for the LF that may follow. Linear in the input, and no
 * step is longer than a chunk.
 */
export class SseParser {
  readonly #listener: SseListener;
  readonly #limit: number;
  /** The first bytes, until it is clear whether they are a BOM. */
  #head: Buffer | undefined = NOTHING;
  #afterCr = false;
  /** The line under way: what came of it, or, when it became too long for that, what it is. */
  #pieces: Buffer[] = [];
  #pending = 0;
  #longLine: 'data' | 'other' | undefined;
  /** The event under way. */
  #type = '';
  #data: Buffer[] = [];
  #size = 0;
  #large: LargeJson | undefined;
  #fed = false;

  /** `limit`: longest event in bytes. */
  constructor(listener: SseListener, limit: number) {
    this.#listener = listener;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    const bytes = this.#head ? this.#withoutBom(this.#head, chunk) : chunk;
    if (bytes.length > 0) this.#lines(bytes);
  }

  /**
   * The stream is over. The grammar drops an unfinished event; since its data may be a whole answer that only lacks the blank
   * line, it is given out all the same. Only for listeners that can tell.
   */
  finish(): void {
    if (this.#head) this.#lines(this.#head);
    this.#head = undefined;
    if (this.#pending > 0 || this.#longLine) this.#endLine(NOTHING);
    this.#dispatch();
  }

  #withoutBom(head: Buffer, chunk: Buffer): Buffer {
    const bytes = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
    if (bytes.length < BOM.length && BOM.subarray(0, bytes.length).equals(bytes)) {
      this.#head = bytes;
      return NOTHING;
    }
    this.#head = undefined;
    return bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
  }

  #lines(bytes: Buffer): void {
    let start = this.#afterCr && bytes[0] === LF ? 1 : 0;
    this.#afterCr = false;
    // Both are searched for only when the last find is used up, so a stream without one of them stays linear.
    let cr = bytes.indexOf(CR, start);
    let lf = bytes.indexOf(LF, start);
    while (cr >= 0 || lf >= 0) {
      const end = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf;
      this.#endLine(bytes.subarray(start, end));
      start = end + 1;
      if (end === cr) {
        if (start === bytes.length) this.#afterCr = true;
        else if (bytes[start] === LF) start += 1;
        cr = bytes.indexOf(CR, start);
      }
      if (lf >= 0 && lf < start) lf = bytes.indexOf(LF, start);
    }
    if (start < bytes.length) this.#growLine(bytes.subarray(start));
  }

  #growLine(piece: Buffer): void {
    if (this.#longLine) {
      if (this.#longLine === 'data') this.#large?.feed(piece);
      return;
    }
    this.#pieces.push(piece);
    this.#pending += piece.length;
    if (this.#pending < LARGE_FROM) return;
    const line = this.#takeLine(NOTHING);
    const value = line.subarray(0, 5).toString('latin1') === 'data:' ? afterColon(line, 4) : undefined;
    this.#longLine = value ? 'data' : 'other';
    if (!value) return;
    this.#size += value.length;
    this.#feed(value);
  }

  #endLine(last: Buffer): void {
    if (this.#longLine) {
      this.#growLine(last);
      this.#longLine = undefined;
      return;
    }
    const line = this.#pending > 0 ? this.#takeLine(last) : last;
    if (line.length === 0) this.#dispatch();
    else this.#field(line);
  }

  #takeLine(last: Buffer): Buffer {
    const line = Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#pending = 0;
    return line;
  }

  #field(line: Buffer): void {
    const colon = line.indexOf(58);
    // A comment.
    if (colon === 0) return;
    const name = line.toString('utf8', 0, colon < 0 ? line.length : colon);
    const value = colon < 0 ? NOTHING : afterColon(line, colon);
    switch (name) {
      case 'data':
        if (this.#large || this.#size + value.length >= LARGE_FROM) this.#feed(value);
        else this.#data.push(value);
        this.#size += value.length;
        return;
      case 'event':
        this.#type = value.toString('utf8');
        return;
      case 'id':
        if (!value.includes(0)) this.#listener.id?.(value.toString('utf8'));
        return;
      case 'retry':
        if (/^\d+$/.test(value.toString('latin1'))) this.#listener.retry?.(Number(value.toString('latin1')));
        return;
    }
  }

  /** The next data line of a long event. Lines are joined by a line break, which means no more to JSON than a blank. */
  #feed(value: Buffer): void {
    const large = this.#large ?? new LargeJson(this.#limit);
    this.#large = large;
    for (const line of [...this.#data, value]) {
      if (this.#fed) large.feed(BLANK);
      this.#fed = true;
      large.feed(line);
    }
    this.#data = [];
  }

  #dispatch(): void {
    const type = this.#type || 'message';
    const data = this.#data;
    const large = this.#large;
    const size = this.#size;
    this.#type = '';
    this.#data = [];
    this.#size = 0;
    this.#large = undefined;
    this.#fed = false;
    if (large) this.#listener.large(type, large.finish());
    else if (size > this.#limit) this.#listener.large(type, { kind: 'oversize', id: undefined, bytes: size });
    else if (data.length > 1 || size > 0) this.#listener.event(type, data.map((line) => line.toString('utf8')).join('\n'));
  }
}

/** What follows the colon at `colon`, without the one blank that may follow it. */
const afterColon = (line: Buffer, colon: number): Buffer => line.subarray(line[colon + 1] === 32 ? colon + 2 : colon + 1);
