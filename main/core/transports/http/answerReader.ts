import type { BodySink } from '../httpClient/exchange.ts';
import { isEventStream } from '../httpClient/mediaType.ts';
import type { Inbound } from '../jsonRpc.ts';
import { LARGE_FROM, LargeJson } from '../largeJson.ts';
import { parseMessages, readMessages } from '../readMessages.ts';
import { messageEvents } from '../sse/messageEvents.ts';
import { SseParser } from '../sse/sseParser.ts';
import { describeBody } from './describeBody.ts';

export interface AnswerListener {
  messages(messages: Inbound[]): void;
  /** An event id of the stream (resumption). */
  id(id: string): void;
  retry(ms: number): void;
  /** The body ended as it should. `fault`: why it held no answer, as a clause; undefined for an event stream or good JSON. */
  end(fault?: string): void;
  fail(error: Error): void;
  /** Longer than allowed and passed over. `key`: of the request it answered, when that is known. */
  tooLarge(key?: string): void;
}

/** Of a page that is no answer only the beginning is of use. Bytes. */
const FOREIGN_ENOUGH = 64 * 1024;

/** Up to this length JSON is tried before its body has ended. Bytes. */
const WHOLE_AT_MOST = 64 * 1024;
/** `}`, `]`, a line break. */
const CLOSING = new Set([0x7d, 0x5d, 0x0a]);

type Kind = 'unknown' | 'json' | 'sse' | 'other';

/**
 * Reads the answer to a POST. Servers send JSON as text/plain, event streams without a type and login pages with status 200, so
 * the first character decides and the content type only settles doubts.
 */
export class AnswerReader implements BodySink {
  readonly #listener: AnswerListener;
  readonly #contentType: string;
  readonly #limit: number;
  #kind: Kind = 'unknown';
  #chunks: Buffer[] = [];
  #size = 0;
  #parser: SseParser | undefined;
  #large: LargeJson | undefined;
  #stopped = false;
  /** The answer was handed on although the body has not ended. */
  #given = false;
  #looking: NodeJS.Immediate | undefined;

  constructor(listener: AnswerListener, options: { contentType: string | undefined; maxBytes: number }) {
    this.#listener = listener;
    this.#contentType = options.contentType ?? '';
    this.#limit = options.maxBytes;
  }

  /** The body may go on after the answer: an event stream, or JSON whose end the server keeps back. */
  get isOpen(): boolean {
    return this.#kind === 'sse' || this.#given;
  }

  data(chunk: Buffer): void {
    if (this.#stopped || this.#given) return;
    if (this.#kind === 'unknown') this.#sniff(chunk);
    if (this.#parser) {
      this.#parser.push(chunk);
      return;
    }
    this.#size += chunk.length;
    this.#keep(chunk);
    if (this.#size > this.#limit) {
      this.#stopped = true;
      this.#chunks = [];
      this.#listener.tooLarge();
    } else if (this.#kind === 'other' && this.#size >= FOREIGN_ENOUGH) {
      this.#stopped = true;
      this.#finishText();
    } else if (this.#kind === 'json' && this.#size <= WHOLE_AT_MOST && CLOSING.has(chunk.at(-1) ?? 0)) {
      // Usually the end comes with it; servers that keep the body open must not keep the answer as well.
      this.#looking ??= setImmediate(() => this.#lookWhole());
    }
  }

  end(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    clearImmediate(this.#looking);
    if (this.#given) {
      this.#listener.end();
      return;
    }
    if (!this.#parser) {
      // A stream may end before its first byte and be resumed.
      if (this.#kind === 'unknown' && isEventStream(this.#contentType)) this.#listener.end();
      else this.#finishText();
      return;
    }
    this.#parser.finish();
    this.#listener.end();
  }

  fail(error: Error): void {
    if (this.#stopped) return;
    // A body that is shorter than announced may still hold the whole answer.
    if (this.#kind === 'json') this.#lookWhole();
    this.#stopped = true;
    clearImmediate(this.#looking);
    this.#parser?.finish();
    if (this.#given) this.#listener.end();
    else this.#listener.fail(error);
  }

  #sniff(chunk: Buffer): void {
    const first = firstSign(chunk);
    if (first === undefined && !isEventStream(this.#contentType)) return;
    if (first === '{' || first === '[') this.#kind = 'json';
    else if (isEventStream(this.#contentType) || looksLikeEvents(chunk)) this.#kind = 'sse';
    else this.#kind = 'other';
    if (this.#kind !== 'sse') return;
    this.#parser = new SseParser(
      {
        ...messageEvents({ receive: (messages) => this.#give(messages), oversize: (key) => this.#listener.tooLarge(key) }),
        id: (id) => this.#listener.id(id),
        retry: (ms) => this.#listener.retry(ms),
      },
      this.#limit,
    );
    for (const early of this.#chunks) this.#parser.push(early);
    this.#chunks = [];
  }

  /** Hands the answer on if what came so far is one. */
  #lookWhole(): void {
    this.#looking = undefined;
    if (this.#stopped || this.#given || this.#large) return;
    const messages = parseMessages(this.#text());
    if (!messages.some(({ answers }) => answers !== undefined)) return;
    this.#given = true;
    this.#chunks = [];
    this.#give(messages);
  }

  /** What is no JSON-RPC message (`[DONE]`, greetings) is passed over. */
  #give(messages: Inbound[]): void {
    if (messages.length > 0) this.#listener.messages(messages);
  }

  /** Long JSON is parsed while it arrives. */
  #keep(chunk: Buffer): void {
    if (this.#kind === 'json' && !this.#large && this.#size >= LARGE_FROM) {
      this.#large = new LargeJson(this.#limit);
      for (const early of this.#chunks) this.#large.feed(onOneLine(early));
      this.#chunks = [];
    }
    if (this.#large) this.#large.feed(onOneLine(chunk));
    else this.#chunks.push(chunk);
  }

  #finishLarge(large: LargeJson): void {
    const result = large.finish();
    const messages = result.kind === 'value' ? readMessages(result.value) : [];
    this.#give(messages);
    this.#listener.end(messages.length > 0 ? undefined : 'with JSON that is broken or no answer');
  }

  #finishText(): void {
    if (this.#large) {
      this.#finishLarge(this.#large);
      return;
    }
    const text = this.#text();
    this.#chunks = [];
    const messages = this.#kind === 'json' ? parseMessages(text) : [];
    this.#give(messages);
    this.#listener.end(messages.length > 0 ? undefined : describeBody(text, this.#contentType));
  }

  #text(): string {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    return stripBom((bytes ?? Buffer.alloc(0)).toString('utf8'));
  }
}

/** Line breaks between members become blanks: the piecewise parser was made for lines. A raw one inside a string is no JSON anyway. */
function onOneLine(chunk: Buffer): Buffer {
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) chunk[at] = 32;
  return chunk;
}

const stripBom = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function firstSign(chunk: Buffer): string | undefined {
  const start = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
  for (let at = start; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return String.fromCharCode(byte ?? 0);
  }
  return undefined;
}

const looksLikeEvents = (chunk: Buffer): boolean => /^\s*(data|event|id|retry)?:/.test(stripBom(chunk.subarray(0, 32).toString('latin1')));
