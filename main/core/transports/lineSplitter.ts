const NEWLINE = 0x0a;

export interface LineSink {
  /** A whole line without its newline; may be empty. */
  line(bytes: Buffer): void;
  /** A piece of a line that has grown past the limit; pieces come in order and are followed by one `longEnd`. */
  longPart(bytes: Buffer): void;
  longEnd(): void;
}

/**
 * Splits a byte stream at newlines. Every byte is looked at once and copied at most once, however the chunks fall, so the cost
 * is linear. Bytes are split before they are decoded: a UTF-8 character never contains 0x0A.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #longFrom: number;
  #parts: Buffer[] = [];
  #size = 0;
  #long = false;

  /** A line longer than `longFrom` bytes is handed on in pieces while it arrives. */
  constructor(sink: LineSink, longFrom: number) {
    this.#sink = sink;
    this.#longFrom = longFrom;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#append(from === 0 ? chunk : chunk.subarray(from));
  }

  /** The stream is over: what stands behind the last newline is a line too. */
  end(): void {
    if (this.#long || this.#size > 0) this.#finish();
  }

  #append(bytes: Buffer): void {
    if (this.#long) {
      if (bytes.length > 0) this.#sink.longPart(bytes);
      return;
    }
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size <= this.#longFrom) return;
    const parts = this.#parts;
    this.#reset();
    this.#long = true;
    for (const part of parts) this.#sink.longPart(part);
  }

  #finish(): void {
    if (this.#long) {
      this.#long = false;
      this.#sink.longEnd();
      return;
    }
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.#size);
    this.#reset();
    this.#sink.line(line);
  }

  #reset(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
