import type { Dispatcher } from 'undici';

export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** Receives a body. `end` and `fail` exclude each other and come last. */
export interface BodySink {
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Body bytes taken in before somebody reads them. */
const HOLD_LIMIT = 64 * 1024;

export interface ExchangeRequest {
  origin: string;
  /** Path and query. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
}

/**
 * One HTTP request and its response on undici's lowest level: no streams, no fetch. `head` settles when the response's head is
 * there; the body is held until `read` names its receiver. Rejections are the raw errors of undici and net.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly head: Promise<Exchange>;
  /** The bytes were handed to a connected socket: whoever gets an error afterwards cannot know whether they arrived. */
  sent = false;
  status = 0;
  headers: ResponseHeaders = {};
  #resolve: (value: Exchange) => void;
  #reject: (reason: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #sink: BodySink | undefined;
  #early: Buffer[] = [];
  #held = 0;
  #over: { error?: Error } | undefined;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
    this.head = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    promise.catch(() => undefined);
  }

  /** Ends the exchange: `head` rejects or the sink fails with `reason`, the socket is closed. Harmless after the end. */
  abort(reason: Error): void {
    if (this.#over || this.#aborted) return;
    this.#aborted = reason;
    this.#finish(reason);
    this.#controller?.abort(reason);
  }

  /** Hands the body over, what came already first. Call once, in the tick after `head` or any time later. */
  read(sink: BodySink): void {
    const early = this.#early;
    this.#early = [];
    this.#sink = sink;
    for (const chunk of early) sink.data(chunk);
    if (this.#over) this.#tellEnd(sink);
    else if (this.#controller?.paused) this.#controller.resume();
  }

  header(name: string): string | undefined {
    const value = this.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted);
    else this.sent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // 1xx answers precede the real one.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.#resolve(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#aborted) return;
    if (this.#sink) {
      this.#sink.data(chunk);
    } else {
      this.#early.push(chunk);
      this.#held += chunk.length;
      // Pausing costs more than a small body.
      if (this.#held > HOLD_LIMIT) controller.pause();
    }
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#finish(error);
  }

  #finish(error: Error | undefined): void {
    if (this.#over) return;
    this.#over = error ? { error } : {};
    if (this.status === 0) this.#reject(error ?? new Error('The response ended before it began.'));
    else if (this.#sink) this.#tellEnd(this.#sink);
  }

  #tellEnd(sink: BodySink): void {
    if (this.#over?.error) sink.fail(this.#over.error);
    else sink.end();
  }
}

export function startExchange(dispatcher: Dispatcher, request: ExchangeRequest): Exchange {
  const exchange = new Exchange();
  dispatcher.dispatch(
    {
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      // A POST here is not to be repeated by the pool; a GET here is a stream that must not block others.
      idempotent: false,
      blocking: request.method === 'GET',
      // Said here too, because the pools behind a proxy do not inherit it.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    exchange,
  );
  return exchange;
}
