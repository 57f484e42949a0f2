import { StringDecoder } from 'node:string_decoder';

export interface SseEvent {
  /** `message` when the stream names none. */
  type: string;
  data: string;
}

export interface SseListener {
  event(event: SseEvent): void;
  /** The last event id changed (also by an event without data, which primes a stream for resumption). */
  id?(id: string): void;
  /** The server asks to wait this many milliseconds before reconnecting. */
  retry?(ms: number): void;
}

/**
 * The event stream grammar of WHATWG HTML 9.2.6, byte chunks in, events out: LF, CR and CRLF, comments, several data lines, BOM,
 * anything cut anywhere. A CR ends its line at once, without waiting for the LF that may follow.
 * Linear in the input: pieces of a long line are joined once, at its end.
 */
export class SseParser {
  readonly #listener: SseListener;
  readonly #limit: number;
  readonly #decoder = new StringDecoder('utf8');
  #pieces: string[] = [];
  /** Characters in `#pieces` and in `#data`. */
  #pending = 0;
  #size = 0;
  #afterCr = false;
  #first = true;
  #type = '';
  #data: string[] = [];

  /** `limit`: longest event in characters. */
  constructor(listener: SseListener, limit: number) {
    this.#listener = listener;
    this.#limit = limit;
  }

  /** @throws RangeError when an event grows beyond the limit. */
  push(chunk: Buffer): void {
    let text = this.#decoder.write(chunk);
    if (text.length === 0) return;
    if (this.#first) {
      this.#first = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    let start = 0;
    if (this.#afterCr && text.charCodeAt(0) === 10) start = 1;
    this.#afterCr = false;
    // The next CR is searched for only once per chunk and kept, so streams without CR stay linear.
    let cr = text.indexOf('\r', start);
    for (;;) {
      const lf = text.indexOf('\n', start);
      const end = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf;
      if (end < 0) break;
      this.#line(this.#pieces.length > 0 ? this.#joined(text.slice(start, end)) : text.slice(start, end));
      start = end + 1;
      if (end !== cr) continue;
      if (start === text.length) this.#afterCr = true;
      else if (text.charCodeAt(start) === 10) start += 1;
      cr = text.indexOf('\r', start);
    }
    if (start < text.length) {
      this.#pieces.push(start === 0 ? text : text.slice(start));
      this.#pending += text.length - start;
      this.#check();
    }
  }

  /**
   * The stream is over. The grammar drops an unfinished event; since its data may be a whole answer that only lacks the blank
   * line, it is given back for the caller to try.
   */
  finish(): string | undefined {
    const rest = this.#decoder.end();
    const line = this.#joined(rest);
    if (line) this.#line(line);
    const data = this.#data.length > 0 ? this.#data.join('\n') : undefined;
    this.#data = [];
    return data;
  }

  #joined(last: string): string {
    this.#pieces.push(last);
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#pending = 0;
    return line;
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    switch (field) {
      case 'data':
        this.#data.push(value);
        this.#size += value.length;
        this.#check();
        return;
      case 'event':
        this.#type = value;
        return;
      case 'id':
        if (!value.includes('\0')) this.#listener.id?.(value);
        return;
      case 'retry':
        if (/^\d+$/.test(value)) this.#listener.retry?.(Number(value));
        return;
    }
  }

  #dispatch(): void {
    const data = this.#data.length === 1 ? this.#data[0] : this.#data.join('\n');
    const type = this.#type || 'message';
    this.#data = [];
    this.#type = '';
    this.#size = 0;
    if (data) this.#listener.event({ type, data });
  }

  #check(): void {
    if (this.#size + this.#pending > this.#limit) throw new RangeError('An event of the stream is longer than allowed.');
  }
}
