import type { JSONRPCMessage, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { deferred } from '../base/deferred.ts';
import { HostError } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import type { HostTransport } from '../transports/transport.ts';
import type { Answer } from './looseMessages.ts';
import { RequestTimer } from './requestTimer.ts';
import type { Raw, RequestOptions } from './session.ts';
import { cancelled, lostAnswer, notConnected, RpcError, timedOut, unreadable } from './sessionErrors.ts';

/** One request of ours to a server. */
export interface WireCall {
  method: string;
  params?: Raw;
  /** Absent: no limit of its own; the caller ends the connection when it has waited enough. */
  options?: Pick<RequestOptions, 'signal' | 'timeoutMs' | 'totalTimeoutMs' | 'onProgress'>;
  /** `Mcp-Param-*` headers (HTTP, modern era). */
  headers?: Record<string, string>;
  /** For error texts: `tools/call "echo"` instead of the bare method. */
  name?: string;
}

/** What a request needs of its connection. */
interface Line {
  readonly server: string;
  readonly clock: Clock;
  readonly transport: HostTransport;
  readonly modern: boolean;
  withEnvelope(params: Raw): Raw;
  notify(method: string, params?: Raw): void;
}

/** A request under way: its timers, its cancellation, its one outcome. */
export class WireRequest {
  readonly #id: number;
  readonly #call: WireCall;
  readonly #line: Line;
  readonly #forget: () => void;
  readonly #outcome = deferred<Raw>();
  readonly #startedAt: number;
  readonly #stream: AbortController | undefined;
  #timer: RequestTimer | undefined;
  #over = false;
  #sent = false;

  constructor(id: number, call: WireCall, line: Line, forget: () => void) {
    this.#id = id;
    this.#call = call;
    this.#line = line;
    this.#forget = forget;
    this.#startedAt = line.clock.now();
    this.#stream = line.transport.hasPerRequestStream ? new AbortController() : undefined;
    const { options } = call;
    if (options)
      this.#timer = new RequestTimer(line.clock, options, (limitMs) => this.#giveUp(timedOut(line.server, this.#name, limitMs, this.#suspicion)));
  }

  async run(): Promise<Raw> {
    const signal = this.#call.options?.signal;
    if (signal?.aborted) {
      this.#end();
      throw cancelled(this.#line.server, this.#name);
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#send();
    try {
      return await this.#outcome.promise;
    } finally {
      signal?.removeEventListener('abort', this.#onAbort);
    }
  }

  answer(answer: Answer): void {
    const { server } = this.#line;
    if (answer.kind === 'result') {
      this.#end();
      this.#outcome.resolve(answer.result);
    } else this.#fail(answer.kind === 'error' ? new RpcError(server, this.#name, answer) : unreadable(server, this.#name, answer.what));
  }

  progress(params: Raw): void {
    this.#timer?.progress();
    const { progress, total, message } = params;
    if (typeof progress !== 'number') return;
    this.#call.options?.onProgress?.({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
  }

  pause(): void {
    this.#timer?.pause();
  }

  resume(): void {
    this.#timer?.resume();
  }

  connectionLost(reason: ErrorInfo | undefined): void {
    const fail = (): void => this.#fail(lostAnswer(this.#line.server, this.#name, reason));
    // Without limits it is the probe: the handshake deals with the loss itself, at once.
    if (this.#sent || !this.#call.options) fail();
    // The transport still holds the bytes and knows best whether they left; it gets a moment to say so.
    else this.#line.clock.after(LAST_WORD_MS, fail);
  }

  get #name(): string {
    return this.#call.name ?? this.#call.method;
  }

  /** Something odd that came since this request began. */
  get #suspicion(): string | undefined {
    const { suspicion } = this.#line.transport;
    return suspicion && suspicion.at >= this.#startedAt ? suspicion.text : undefined;
  }

  #send(): void {
    const { method, params = {}, options, headers } = this.#call;
    const meta = method === 'tools/call' || options?.onProgress ? { _meta: { ...(params._meta as Raw | undefined), progressToken: this.#id } } : {};
    const message = { jsonrpc: '2.0', id: this.#id, method, params: this.#line.withEnvelope({ ...params, ...meta }) } as JSONRPCMessage;
    let sending: Promise<void>;
    try {
      sending = this.#line.transport.send(message, this.#sendOptions(headers));
    } catch (error) {
      sending = Promise.reject(error);
    }
    sending.then(
      () => {
        this.#sent = true;
      },
      (error: unknown) => this.#fail(this.#sendFailure(error)),
    );
  }

  #sendOptions(headers: Record<string, string> | undefined): TransportSendOptions | undefined {
    if (!this.#stream) return undefined;
    return {
      requestSignal: this.#stream.signal,
      onRequestStreamEnd: () => this.#fail(lostAnswer(this.#line.server, this.#name, this.#line.transport.closeReason)),
      ...(headers && { headers }),
    };
  }

  #sendFailure(error: unknown): HostError {
    if (error instanceof HostError) return error;
    return notConnected(this.#line.server, { code: 'connect.network', message: error instanceof Error ? error.message : String(error) });
  }

  readonly #onAbort = (): void => this.#giveUp(cancelled(this.#line.server, this.#name));

  /** Nobody waits any more: the server is told, the stream ends, a late answer is ignored (CAL-3). */
  #giveUp(error: HostError): void {
    if (this.#over) return;
    this.#fail(error);
    const streamIsTheMessage = this.#line.modern && this.#stream !== undefined;
    if (!streamIsTheMessage && this.#call.method !== 'server/discover') {
      this.#line.notify('notifications/cancelled', {
        requestId: this.#id,
        reason: error.code === 'call.timeout' ? 'timeout' : 'cancelled by the user',
      });
    }
    this.#stream?.abort();
  }

  #fail(error: HostError): void {
    if (this.#over) return;
    this.#end();
    this.#outcome.reject(error);
  }

  #end(): void {
    this.#over = true;
    this.#timer?.stop();
    this.#forget();
  }
}

/** How long a lost connection waits for the transport's own verdict on an unfinished send, in milliseconds. */
const LAST_WORD_MS = 50;
