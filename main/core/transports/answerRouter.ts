import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { type Deferred, deferred } from '../base/deferred.ts';
import { type IdKey, type Inbound, idKey, type RpcRequest } from './jsonRpc.ts';

/** One request of ours that has no answer yet. Settled once: answered, failed or forgotten. */
export class Waiting {
  readonly id: string | number;
  readonly method: string;
  readonly #deferred: Deferred<void> = deferred();
  settled = false;

  constructor(request: RpcRequest) {
    this.id = request.id;
    this.method = request.method;
  }

  /** Resolves when the answer was delivered. */
  get answered(): Promise<void> {
    return this.#deferred.promise;
  }

  /** @internal */
  resolve(): void {
    this.settled = true;
    this.#deferred.resolve();
  }

  /** @internal */
  reject(error: Error): void {
    this.settled = true;
    this.#deferred.reject(error);
  }
}

/** How many ids that are over stay known, so that late and double answers are told from foreign ones. */
const REMEMBERED = 1000;

/**
 * Brings answers to the requests that wait for them, whichever stream they come on. `send` of our transports stays open until then,
 * so a lost connection fails each waiting request at once and with its own reason, instead of leaving it to a timeout.
 */
export class AnswerRouter {
  readonly #waiting = new Map<IdKey, Waiting>();
  readonly #deliver: (message: JSONRPCMessage) => void;
  readonly #onStray: (id: string | number) => void;
  /** Answered, failed and cancelled lately. */
  readonly #over = new Set<IdKey>();

  /** `onStray`: an answer came whose id was never ours. */
  constructor(deliver: (message: JSONRPCMessage) => void, onStray: (id: string | number) => void = () => undefined) {
    this.#deliver = deliver;
    this.#onStray = onStray;
  }

  expect(request: RpcRequest): Waiting {
    const waiting = new Waiting(request);
    this.#waiting.set(idKey(request.id), waiting);
    return waiting;
  }

  get(key: IdKey): Waiting | undefined {
    return this.#waiting.get(key);
  }

  /**
   * Messages as they came. Answers that nobody waits for (late, double, of a cancelled request) end here. `owner`: the request
   * whose response these came in; it takes an error that names no request.
   */
  receive(messages: readonly Inbound[], owner?: Waiting): void {
    for (const { message, answers } of messages) {
      if (answers === undefined) {
        this.#deliver(message);
        continue;
      }
      const waiting = answers === null ? owner : this.#waiting.get(idKey(answers));
      if (!waiting || waiting.settled) {
        if (answers !== null && !this.#over.has(idKey(answers))) this.#onStray(answers);
        continue;
      }
      // The id as we wrote it: some servers turn numbers into text, or cannot name the request at all.
      this.#deliver({ ...message, id: waiting.id } as JSONRPCMessage);
      this.#drop(waiting);
      waiting.resolve();
    }
  }

  fail(waiting: Waiting, error: Error): void {
    if (waiting.settled) return;
    this.#drop(waiting);
    waiting.reject(error);
  }

  failAll(reason: (waiting: Waiting) => Error): void {
    for (const waiting of [...this.#waiting.values()]) this.fail(waiting, reason(waiting));
  }

  #drop(waiting: Waiting): void {
    const key = idKey(waiting.id);
    if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    this.#over.add(key);
    if (this.#over.size > REMEMBERED) this.#over.delete(this.#over.values().next().value ?? key);
  }
}
