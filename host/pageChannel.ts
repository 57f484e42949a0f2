import type { CdpSession } from './browser/cdp.ts';
import { makeCodec } from './page/codec.ts';

const codec = makeCodec(globalThis);
/** A batch larger than this many characters is cut, so that one flood does not hold the page for long. */
const LARGE = 1 << 20;
const PIECE = 1 << 19;

/**
 * Messages between the host and the preload's world of the current document. Page → host by a binding, host → page by evaluation:
 * one in flight, what comes meanwhile goes in the next one, so a single message is quick and a flood travels in batches.
 */
export class PageChannel {
  #session: CdpSession | undefined;
  #context = 0;
  #queue: string[] = [];
  #busy = false;

  attach(session: CdpSession): void {
    this.#session = session;
  }

  /** A new document said hello from this context; what waited for the old one is dropped. */
  enter(context: number): void {
    this.#context = context;
    this.#queue = [];
  }

  /** Only the preload's world of the main frame's current document counts. */
  isCurrent(context: number): boolean {
    return context !== 0 && context === this.#context;
  }

  get context(): number {
    return this.#context;
  }

  /** Throws when `value` cannot be cloned. Dropped when the document changed meanwhile. */
  send(kind: 'r' | 'e', value: unknown, context = this.#context): void {
    const text = kind + codec.encode(value);
    if (!this.isCurrent(context)) return;
    this.#queue.push(text);
    if (!this.#busy) this.#flush();
  }

  decode(text: string): unknown {
    return codec.decode(text);
  }

  #flush(): void {
    const session = this.#session;
    this.#busy = this.#queue.length > 0 && session !== undefined && !session.closed;
    if (!this.#busy || !session) {
      this.#queue = [];
      return;
    }
    const expression = `__hostReceive(${JSON.stringify(this.#takeBatch())})`;
    const next = (): void => this.#flush();
    session.send('Runtime.evaluate', { expression, contextId: this.#context, silent: true }).then(next, next);
  }

  #takeBatch(): string[] {
    const total = this.#queue.reduce((sum, text) => sum + text.length, 0);
    if (total <= LARGE) return this.#queue.splice(0);
    let size = 0;
    let count = 0;
    while (size < PIECE && count < this.#queue.length) size += this.#queue[count++]?.length ?? 0;
    return this.#queue.splice(0, count);
  }
}
