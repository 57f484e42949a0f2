import type { TransportSendOptions } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import type { RemoteConfig } from '../../config/serverConfig.ts';
import type { Waiting } from '../answerRouter.ts';
import { discard } from '../httpClient/body.ts';
import { createDispatcher } from '../httpClient/dispatcher.ts';
import { type Endpoint, readEndpoint } from '../httpClient/endpoint.ts';
import { type Answer, HttpCall, type Outgoing, RemoteClient } from '../httpClient/remoteClient.ts';
import { cancelledId, idKey, isRepeatable, isRequest, type Outbound, type RpcRequest } from '../jsonRpc.ts';
import { NetworkStrikes } from '../networkError.ts';
import type { TransportDeps } from '../transport.ts';
import { TransportBase } from '../transportBase.ts';
import { factsOf, TransportError } from '../transportError.ts';
import { type HeaderState, isModernVersion, isSessionId, plainHeaders, postHeaders } from './messageHeaders.ts';
import { PostedRequest, type RequestPort } from './postedRequest.ts';
import { postMessage } from './postMessage.ts';
import { ServerStream, type StreamPort } from './serverStream.ts';

/** For messages that have no answer, and so no timeout of the caller. Milliseconds. */
const NOTICE_TIMEOUT = 30_000;

/** Streamable HTTP in both eras (TRN-3, TRN-9): one POST per message, the GET stream and sessions only where the era has them. */
export class HttpTransport extends TransportBase {
  readonly kind: 'http' | 'proxy';
  /** Closing a request's own stream cancels it in the modern era; the SDK then sends no `notifications/cancelled`. */
  readonly hasPerRequestStream = true;
  readonly #endpoint: Endpoint;
  readonly #dispatcher: Dispatcher;
  readonly #state: HeaderState = { sessionId: undefined, protocolVersion: undefined };
  /** The server forgot the session: there is nothing to end any more. */
  #sessionGone = false;
  readonly #strikes = new NetworkStrikes();
  readonly #requests = new Map<string, PostedRequest>();
  readonly #notices = new Set<HttpCall>();
  /** Taken with 202; their answers are awaited on the server's own stream. */
  readonly #accepted = new Set<Waiting>();
  readonly #port: RequestPort & StreamPort;
  readonly #stream: ServerStream;

  /** @throws HostError `config.entry` when the address or a header cannot be used. */
  constructor(config: RemoteConfig, deps: TransportDeps, kind: 'http' | 'proxy' = 'http') {
    super(config.name, deps);
    this.kind = kind;
    this.#endpoint = readEndpoint(config);
    this.#dispatcher = createDispatcher({ url: this.#endpoint.url, network: deps.network, allowSelfSigned: config.allowSelfSigned });
    const client = new RemoteClient({ endpoint: this.#endpoint, config, deps, dispatcher: this.#dispatcher, onRemark: (text) => this.remark(text) });
    this.#port = this.#makePort(client);
    this.#stream = new ServerStream(this.#port);
  }

  get sessionId(): string | undefined {
    return this.#state.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#state.protocolVersion = version;
  }

  protected async open(): Promise<void> {
    const { ignored } = this.#endpoint;
    if (ignored.length > 0) this.remark(`These configured headers belong to the transport and were left out: ${ignored.join(', ')}.`);
  }

  protected async transmit(message: Outbound, options: TransportSendOptions): Promise<void> {
    if (isRequest(message)) return this.#request(message, options);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) return this.#cancel(message, cancelled);
    if (message.method !== 'notifications/initialized') return this.#notify(message);
    await this.#notify(message).catch((error: unknown) => this.#bearWith(error));
    if (!isModernVersion(this.#state.protocolVersion)) this.#stream.open();
  }

  /** Some servers know no notifications and say so; whether they work all the same, the first list will tell. */
  #bearWith(error: unknown): void {
    const { status = 0, sessionExpired } = factsOf(error);
    const refused = error instanceof TransportError && error.code === 'connect.http' && status >= 400 && status < 500 && !sessionExpired;
    if (!refused) throw error;
    this.remark(`${error.message} Going on all the same.`);
  }

  protected async release(asked: boolean): Promise<void> {
    this.#stream.stop();
    for (const request of this.#requests.values()) request.release();
    for (const call of this.#notices) call.abort(new Error('closed'));
    // A lost connection would not carry it, and the modern era has no sessions.
    if (this.#state.sessionId !== undefined && !this.#sessionGone && asked) await this.#delete();
    await this.#dispatcher.destroy();
  }

  async #request(message: RpcRequest, options: TransportSendOptions): Promise<void> {
    const waiting = this.router.expect(message);
    const request = new PostedRequest(this.#port, waiting, this.#outgoing(message, options.headers), options);
    const key = idKey(message.id);
    this.#requests.set(key, request);
    try {
      await request.run();
    } finally {
      if (this.#requests.get(key) === request) this.#requests.delete(key);
    }
  }

  /** Legacy era: the server is told first, then the request's own response is closed (2025-11-25, Cancellation: closing alone says nothing). */
  async #cancel(message: Outbound, key: string): Promise<void> {
    const request = this.#requests.get(key);
    if (request && !request.sent) return request.cancel();
    const waiting = this.router.get(key);
    if (waiting) this.router.fail(waiting, new TransportError('call.cancelled', `${waiting.method} was cancelled.`));
    try {
      await this.#notify(message);
    } finally {
      request?.cancel();
    }
  }

  async #notify(message: Outbound): Promise<void> {
    const call = new HttpCall();
    this.#notices.add(call);
    const out = this.#outgoing(message);
    const timeout = (): void => call.abort(this.#noticeTimeout(out.purpose));
    const timer = this.deps.clock.after(NOTICE_TIMEOUT, timeout);
    try {
      const inSession = out.headers['mcp-session-id'] !== undefined;
      const wait = (ms: number): Promise<void> => new Promise((resolve) => void this.deps.clock.after(ms, resolve));
      const posted = await postMessage(this.#port, out, { call, inSession, wait });
      if (!posted.ok) throw posted.error;
      // Whatever a server says to a notification beside 2xx is of no use (h07).
      discard(posted.answer.exchange, this.deps.clock);
    } catch (error) {
      queueMicrotask(() => this.#onFailure(error));
      throw error;
    } finally {
      timer.cancel();
      this.#notices.delete(call);
    }
  }

  /** Best effort (CON-12): whatever the server says or does not say, the ladder's time is the limit. */
  async #delete(): Promise<void> {
    const call = new HttpCall();
    const timer = this.deps.clock.after(this.deps.ladder.giveUp * 0.8, () => call.abort(new Error('no answer to DELETE')));
    const headers = plainHeaders(this.#state, 'application/json');
    const out: Outgoing = { method: 'DELETE', url: this.#endpoint.url, headers, purpose: 'the end of the session', repeatable: false };
    await this.#port.client.open(out, call).catch(() => undefined);
    timer.cancel();
  }

  #outgoing(message: Outbound, extra?: Readonly<Record<string, string>>): Outgoing {
    return {
      method: 'POST',
      url: this.#endpoint.url,
      headers: postHeaders(message, this.#state, extra),
      body: JSON.stringify(message),
      purpose: message.method ?? 'an answer',
      repeatable: isRepeatable(message.method),
    };
  }

  #makePort(client: RemoteClient): RequestPort & StreamPort {
    return {
      client,
      clock: this.deps.clock,
      router: this.router,
      maxMessageBytes: this.deps.maxMessageBytes,
      url: this.#endpoint.url,
      remark: (text) => this.remark(text),
      onAnswer: () => this.#strikes.reset(),
      onFailure: (error) => this.#onFailure(error),
      onHead: (method, answer) => this.#noteSession(method, answer),
      onOversize: (key) => this.oversize(key),
      answersOnStream: (waiting) => this.#awaitOnStream(waiting),
      onStreamOver: () => this.#failAccepted(),
      onAuth: (error) => this.onerror?.(error),
      resumeHeaders: (lastEventId) =>
        isModernVersion(this.#state.protocolVersion) ? undefined : plainHeaders(this.#state, 'text/event-stream', lastEventId),
      streamHeaders: (lastEventId) => plainHeaders(this.#state, 'text/event-stream', lastEventId),
    };
  }

  #awaitOnStream(waiting: Waiting): boolean {
    if (!this.#stream.isOpen) return false;
    this.#accepted.add(waiting);
    waiting.answered.catch(() => undefined).finally(() => this.#accepted.delete(waiting));
    return true;
  }

  #failAccepted(): void {
    for (const waiting of this.#accepted) {
      const message = `"${this.server}" took ${waiting.method} (202), then the stream for its answer ended. It is not known whether it was carried out.`;
      const fix = 'Check what happened before trying again.';
      this.router.fail(waiting, new TransportError('call.outcome_unknown', message, { fix, params: { server: this.server } }));
    }
  }

  /**
   * The id is given with the answer to `initialize` (2025-11-25, Session Management). One that changes later is against the rules, but a
   * server that does it knows only the new one.
   */
  #noteSession(method: string, answer: Answer): void {
    const id = answer.exchange.header('mcp-session-id');
    if (method !== 'initialize' && (!isSessionId(id) || id === this.#state.sessionId || this.#state.sessionId === undefined)) return;
    if (method !== 'initialize') this.remark('The server changed the session id in the middle of the session.');
    else if (id !== undefined && !isSessionId(id)) this.remark('The server gave a session id that cannot be sent back; going on without a session.');
    this.#state.sessionId = isSessionId(id) ? id : undefined;
  }

  /** CON-9. */
  #onFailure(error: unknown): void {
    if (factsOf(error).sessionExpired) this.#sessionGone = true;
    if (this.ended || !factsOf(error).networkDown || !(error instanceof TransportError)) return;
    if (this.#strikes.strike())
      this.lose({ ...error.info, code: 'connect.network', message: `The connection to "${this.server}" is lost: ${error.message}` });
  }

  #noticeTimeout(purpose: string): TransportError {
    return new TransportError('connect.timeout', `"${this.server}" did not take ${purpose} within ${NOTICE_TIMEOUT / 1000} s.`, {
      fix: 'Check the server and the network.',
      params: { server: this.server, limit: NOTICE_TIMEOUT },
    });
  }
}
