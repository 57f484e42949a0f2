import type { Writable } from 'node:stream';

/** Why a message was not written. Either way not one complete line reached the server, so it surely did not act on it. */
export type WriteFailure = 'closed' | 'full';

interface Line {
  text: string;
  id: string | undefined;
}

/**
 * Writes lines to a server's stdin. When the server does not read, what comes after waits here and not in the stream, so a request
 * that is cancelled before its turn is taken back, and the memory of a server that never reads is bounded.
 */
export class StdinQueue {
  readonly #stream: Writable;
  readonly #maxWaiting: number;
  #waiting: Line[] = [];
  /** Handed to the stream and not yet taken by the system. */
  #inStream = new Set<Line>();
  #lost = new Set<string>();
  /** Characters of all these. */
  #size = 0;
  #blocked = false;
  #closed = false;

  /** `maxWaiting`: characters that may wait; a single longer message is still taken when nothing else waits. */
  constructor(stream: Writable, maxWaiting: number) {
    this.#stream = stream;
    this.#maxWaiting = maxWaiting;
    stream.on('drain', () => {
      this.#blocked = false;
      this.#flush();
    });
    stream.on('error', () => void this.close());
    stream.on('close', () => void this.close());
  }

  /** Why a text of this length would be refused now. */
  refusal(length: number): WriteFailure | undefined {
    if (this.#closed) return 'closed';
    return this.#size > 0 && this.#size + length > this.#maxWaiting ? 'full' : undefined;
  }

  /** Queues one line. Ask `refusal` first: what cannot be taken is dropped. */
  write(text: string, id?: string): void {
    if (this.refusal(text.length)) return;
    const line = { text, id };
    this.#size += text.length;
    if (this.#blocked) this.#waiting.push(line);
    else this.#put(line);
  }

  /** Takes back a request that was not begun to be written; false when it is under way or gone. */
  withdraw(id: string): boolean {
    const at = this.#waiting.findIndex((line) => line.id === id);
    const [line] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!line) return false;
    this.#size -= line.text.length;
    return true;
  }

  /** Nothing can be written any more. Returns the ids of all, by now, that did not get out whole. */
  close(): ReadonlySet<string> {
    this.#closed = true;
    for (const line of [...this.#inStream, ...this.#waiting.splice(0)]) this.#lose(line);
    return this.#lost;
  }

  #put(line: Line): void {
    this.#inStream.add(line);
    const room = this.#stream.write(line.text, (error) => {
      this.#size -= line.text.length;
      this.#inStream.delete(line);
      if (error) this.#lose(line);
    });
    if (!room) this.#blocked = true;
  }

  #lose(line: Line): void {
    if (line.id !== undefined) this.#lost.add(line.id);
  }

  #flush(): void {
    while (!this.#blocked && !this.#closed) {
      const line = this.#waiting.shift();
      if (!line) return;
      this.#put(line);
    }
  }
}
