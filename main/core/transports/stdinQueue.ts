import type { Writable } from 'node:stream';
import { type Deferred, deferred } from '../base/deferred.ts';

interface Waiting {
  text: string;
  id: string | undefined;
  done: Deferred<void>;
}

/** Why a message was not written. Either way not one complete line reached the server, so it surely did not act on it. */
export type WriteFailure = 'closed' | 'full';

export class UnwrittenError extends Error {
  override name = 'UnwrittenError';
  readonly reason: WriteFailure;

  constructor(reason: WriteFailure, cause?: unknown) {
    super(reason === 'closed' ? 'the input is closed' : 'too much is waiting to be written', { cause });
    this.reason = reason;
  }
}

/**
 * Writes lines to a server's stdin. When the server does not read, what comes after waits here and not in the stream, so a request
 * that is cancelled before its turn is taken back, and the memory of a server that never reads is bounded.
 */
export class StdinQueue {
  readonly #stream: Writable;
  readonly #maxWaiting: number;
  #waiting: Waiting[] = [];
  /** Handed to the stream and not yet taken by the system. */
  #inStream = new Set<Waiting>();
  #lost = new Set<string>();
  /** Characters handed to the stream or waiting, not yet written. */
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
    stream.on('error', (error) => void this.close(error));
    stream.on('close', () => void this.close());
  }

  /** Why a text of this length would be refused now. */
  refusal(length: number): WriteFailure | undefined {
    if (this.#closed) return 'closed';
    return this.#size > 0 && this.#size + length > this.#maxWaiting ? 'full' : undefined;
  }

  /** Resolves when the line was handed to the operating system; rejects with UnwrittenError. */
  write(text: string, id?: string): Promise<void> {
    const refusal = this.refusal(text.length);
    if (refusal) return Promise.reject(new UnwrittenError(refusal));
    const entry = { text, id, done: deferred() };
    this.#size += text.length;
    if (this.#blocked) this.#waiting.push(entry);
    else this.#put(entry);
    return entry.done.promise;
  }

  /** Takes back a request that was not begun to be written; false when it is under way or gone. Its `write` resolves. */
  withdraw(id: string): boolean {
    const at = this.#waiting.findIndex((entry) => entry.id === id);
    const [entry] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!entry) return false;
    this.#size -= entry.text.length;
    entry.done.resolve();
    return true;
  }

  /** Sends end-of-file behind what is written. */
  end(): void {
    this.#stream.end();
  }

  /** Nothing can be written any more. Returns the ids of all that did not get out whole; their writes are rejected. */
  close(cause?: unknown): ReadonlySet<string> {
    this.#closed = true;
    for (const entry of [...this.#inStream, ...this.#waiting.splice(0)]) {
      if (entry.id !== undefined) this.#lost.add(entry.id);
      entry.done.reject(new UnwrittenError('closed', cause));
    }
    this.#inStream.clear();
    return this.#lost;
  }

  #put(entry: Waiting): void {
    this.#inStream.add(entry);
    const room = this.#stream.write(entry.text, (error) => {
      this.#inStream.delete(entry);
      this.#size -= entry.text.length;
      if (!error) {
        entry.done.resolve();
        return;
      }
      if (entry.id !== undefined) this.#lost.add(entry.id);
      entry.done.reject(new UnwrittenError('closed', error));
    });
    if (!room) this.#blocked = true;
  }

  #flush(): void {
    while (!this.#blocked && !this.#closed) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      this.#put(entry);
    }
  }
}
