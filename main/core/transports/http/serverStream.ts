import type { Timer } from '../../ports.ts';
import type { AnswerRouter } from '../answerRouter.ts';
import { discard, readDecoded } from '../httpClient/body.ts';
import { isEventStream } from '../httpClient/mediaType.ts';
import { type Answer, HttpCall } from '../httpClient/remoteClient.ts';
import { messageEvents } from '../sse/messageEvents.ts';
import { SseParser } from '../sse/sseParser.ts';
import { factsOf } from '../transportError.ts';
import { type PostPort, readRefusal } from './postMessage.ts';
import { refusalError } from './refusal.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { freshMemory, nextStep, type StreamEnd } from './streamPolicy.ts';

export interface StreamPort extends PostPort {
  readonly router: AnswerRouter;
  readonly maxMessageBytes: number;
  readonly url: URL;
  streamHeaders(lastEventId: string | undefined): Record<string, string>;
  /** A message beyond the limit was passed over; `key` names the request it answered. */
  onOversize(key: string | undefined): void;
  /** It ended, and what the server still had to say on it is lost. */
  onStreamOver(): void;
  /** The GET was refused for want of rights: told once, the stream is not tried again. */
  onAuth(error: Error): void;
}

/** The GET stream of the legacy era: what the server says without being asked. Exempt from timeouts. */
export class ServerStream {
  readonly #port: StreamPort;
  #call: HttpCall | undefined;
  #timer: Timer | undefined;
  #memory = freshMemory;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  #stopped = false;
  #open = false;

  constructor(port: StreamPort) {
    this.#port = port;
  }

  /** The server can speak on it now. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Opens the stream once; it then looks after itself. */
  open(): void {
    if (this.#call || this.#stopped) return;
    void this.#attempt();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#call?.abort(new Error('no longer wanted'));
  }

  async #attempt(): Promise<void> {
    const end = await this.#once().catch((error: unknown): StreamEnd | undefined => {
      if (this.#stopped) return undefined;
      if (!factsOf(error).networkDown) return { kind: 'refused', status: factsOf(error).status ?? 0 };
      // A stream that is cut says nothing about the POST side; a server that cannot be reached at all does.
      if (factsOf(error).unsent) this.#port.onFailure(error);
      return { kind: 'unreachable' };
    });
    const wasOpen = this.#open;
    this.#open = false;
    if (!end || this.#stopped) return;
    const step = nextStep(this.#memory, end);
    this.#memory = step.memory;
    // With event ids nothing is lost by a break.
    if (wasOpen && !(step.again && this.#lastEventId !== undefined)) this.#port.onStreamOver();
    if (step.again) this.#timer = this.#port.clock.after(step.afterMs, () => void this.#attempt());
    else this.#port.remark(step.remark);
  }

  async #once(): Promise<StreamEnd | undefined> {
    const { client, clock, url } = this.#port;
    const call = new HttpCall();
    this.#call = call;
    const answer = await client.open(
      { method: 'GET', url, headers: this.#port.streamHeaders(this.#lastEventId), purpose: 'the stream', repeatable: true },
      call,
    );
    this.#port.onAnswer();
    const { exchange } = answer;
    if (exchange.status === 401 || exchange.status === 403) {
      this.#port.onAuth(refusalError(await readRefusal(this.#port, answer, 'the stream', false)));
      return undefined;
    }
    if (exchange.status !== 200 || !isEventStream(exchange.header('content-type') ?? '')) {
      discard(exchange, clock);
      return { kind: 'refused', status: exchange.status, retryAfterMs: parseRetryAfter(exchange.header('retry-after'), clock.now()) };
    }
    return this.#read(answer);
  }

  #read(answer: Answer): Promise<StreamEnd> {
    const { clock, router, maxMessageBytes } = this.#port;
    const opened = clock.now();
    let messages = 0;
    this.#open = true;
    return new Promise((resolve) => {
      const over = (): void => {
        resolve({ kind: 'ended', lifeMs: clock.now() - opened, messages, retryMs: this.#retryMs, resumable: Boolean(this.#lastEventId) });
      };
      const parser = new SseParser(
        {
          ...messageEvents({
            receive: (found) => {
              messages += found.length;
              router.receive(found);
            },
            oversize: (key) => this.#port.onOversize(key),
          }),
          id: (id) => {
            this.#lastEventId = id || undefined;
          },
          retry: (ms) => {
            this.#retryMs = ms;
          },
        },
        maxMessageBytes,
      );
      readDecoded(answer.exchange, {
        data: (chunk) => parser.push(chunk),
        end: over,
        fail: over,
      });
    });
  }
}
