import type { TransportSendOptions } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import type { RemoteConfig } from '../../config/serverConfig.ts';
import { AnswerReader } from '../http/answerReader.ts';
import { describeBody } from '../http/describeBody.ts';
import { postMessage, readRefusal } from '../http/postMessage.ts';
import { refusalError } from '../http/refusal.ts';
import { discard, readDecoded, readText } from '../httpClient/body.ts';
import { createDispatcher } from '../httpClient/dispatcher.ts';
import { type Endpoint, readEndpoint, showUrl } from '../httpClient/endpoint.ts';
import { isEventStream } from '../httpClient/mediaType.ts';
import { type Answer, HttpCall, RemoteClient } from '../httpClient/remoteClient.ts';
import { learnIdeHeader } from '../ideLinks.ts';
import { cancelledId, isRepeatable, isRequest, type Outbound } from '../jsonRpc.ts';
import { classifyNetworkError } from '../networkError.ts';
import { refuseProbe } from '../refuseProbe.ts';
import type { TransportDeps } from '../transport.ts';
import { TransportBase } from '../transportBase.ts';
import { TransportError } from '../transportError.ts';
import { messageEvents } from './messageEvents.ts';
import { SseParser } from './sseParser.ts';

/** How long a server may take to name the address for messages. Milliseconds. */
const ENDPOINT_TIMEOUT = 30_000;
const POST_TIMEOUT = 30_000;

export interface SseOptions {
  kind?: 'sse' | 'sse-ide';
  endpointTimeoutMs?: number;
}

/**
 * HTTP+SSE of 2024-11-05 (TRN-4): one GET stream carries everything the server says, its first event names the address for our
 * messages. The session is the stream: when it ends the connection is over, it is never silently opened again.
 */
export class SseTransport extends TransportBase {
  readonly kind: 'sse' | 'sse-ide';
  readonly #config: RemoteConfig;
  readonly #endpoint: Endpoint;
  readonly #dispatcher: Dispatcher;
  readonly #client: RemoteClient;
  readonly #endpointTimeout: number;
  readonly #calls = new Set<HttpCall>();
  #postUrl: URL | undefined;
  #protocolVersion: string | undefined;

  /** @throws HostError `config.entry` when the address or a header cannot be used. */
  constructor(config: RemoteConfig, deps: TransportDeps, options: SseOptions = {}) {
    super(config.name, deps);
    this.kind = options.kind ?? 'sse';
    this.#config = config;
    this.#endpointTimeout = options.endpointTimeoutMs ?? ENDPOINT_TIMEOUT;
    this.#endpoint = readEndpoint(config);
    this.#dispatcher = createDispatcher({ url: this.#endpoint.url, network: deps.network, allowSelfSigned: config.allowSelfSigned });
    this.#client = new RemoteClient({ endpoint: this.#endpoint, config, deps, dispatcher: this.#dispatcher, onRemark: (text) => this.remark(text) });
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  protected async open(): Promise<void> {
    await learnIdeHeader(this.#config, this.deps, this.#client);
    const call = this.#track();
    const timer = this.deps.clock.after(this.#endpointTimeout, () => call.abort(this.#noEndpoint('within the time allowed')));
    try {
      const headers = { accept: 'text/event-stream', 'cache-control': 'no-cache' };
      const answer = await this.#client.open({ method: 'GET', url: this.#endpoint.url, headers, purpose: 'initialize', repeatable: true }, call);
      if (answer.exchange.status !== 200)
        throw refusalError(await readRefusal({ client: this.#client, clock: this.deps.clock }, answer, 'initialize', false));
      if (!isEventStream(answer.exchange.header('content-type') ?? '')) throw await this.#noStream(answer);
      this.#postUrl = await this.#read(answer, call);
    } catch (error) {
      call.abort(new Error('not connected'));
      throw error;
    } finally {
      timer.cancel();
    }
  }

  protected async transmit(message: Outbound, _options: TransportSendOptions): Promise<void> {
    if (refuseProbe(message, this.#config.era, (inbound) => this.onmessage?.(inbound))) return;
    const cancelled = cancelledId(message);
    const waiting = cancelled === undefined ? undefined : this.router.get(cancelled);
    if (waiting) this.router.fail(waiting, new TransportError('call.cancelled', `${waiting.method} was cancelled.`));
    if (!isRequest(message)) return this.#post(message);
    const own = this.router.expect(message);
    this.#post(message).catch((error: unknown) => this.router.fail(own, error instanceof Error ? error : new Error(String(error))));
    await own.answered;
  }

  protected async release(): Promise<void> {
    for (const call of this.#calls) call.abort(new TransportError('call.disconnected', `The connection to "${this.server}" was closed.`));
    await this.#dispatcher.destroy();
  }

  /** Resolves with the address for messages; then goes on reading until the stream ends. */
  #read(answer: Answer, call: HttpCall): Promise<URL> {
    return new Promise((resolve, reject) => {
      let open = false;
      const over = (error: TransportError): void => {
        reject(error);
        if (open) this.lose(error.info);
      };
      const messages = messageEvents({ receive: (found) => this.router.receive(found), oversize: (key) => this.oversize(key) });
      const parser = new SseParser(
        {
          ...messages,
          event: (type, data) => {
            if (type !== 'endpoint') return messages.event(type, data);
            if (open) return;
            const found = this.#judgeEndpoint(answer.url, data);
            open = found instanceof URL;
            if (found instanceof URL) return resolve(found);
            reject(found);
            call.abort(found);
          },
        },
        this.deps.maxMessageBytes,
      );
      readDecoded(answer.exchange, {
        data: (chunk) => parser.push(chunk),
        end: () => over(open ? this.#streamEnded() : this.#noEndpoint('before it ended the stream')),
        fail: (error) => over(error instanceof TransportError ? error : this.#streamBroke(error)),
      });
    });
  }

  /** The endpoint must lie on the stream's own origin: messages and credentials go there (2024-11-05, HTTP with SSE). */
  #judgeEndpoint(base: URL, data: string): URL | TransportError {
    const url = URL.parse(data.trim(), base.href);
    if (url && url.origin === base.origin) {
      url.username = '';
      url.password = '';
      return url;
    }
    const named = url ? showUrl(url) : JSON.stringify(data.slice(0, 100));
    return new TransportError(
      'connect.protocol',
      `"${this.server}" at ${base.origin} wants messages sent to another server (${named}). Nothing was sent there.`,
      {
        fix: 'Behind a proxy the server must know its public address; ask whoever runs it.',
        params: { server: this.server, at: base.origin, target: named },
      },
    );
  }

  async #post(message: Outbound): Promise<void> {
    const url = this.#postUrl;
    if (!url) throw this.closedError(message.method ?? 'an answer');
    const call = this.#track();
    const purpose = message.method ?? 'an answer';
    const timer = this.deps.clock.after(POST_TIMEOUT, () => call.abort(this.#postTimeout(purpose)));
    const headers = {
      'content-type': 'application/json',
      ...(this.#protocolVersion === undefined ? {} : { 'mcp-protocol-version': this.#protocolVersion }),
    };
    const out = { method: 'POST' as const, url, headers, body: JSON.stringify(message), purpose, repeatable: isRepeatable(message.method) };
    const port = {
      client: this.#client,
      clock: this.deps.clock,
      remark: (text: string) => this.remark(text),
      onAnswer: () => undefined,
      onFailure: () => undefined,
    };
    const wait = (ms: number): Promise<void> => new Promise((resolve) => void this.deps.clock.after(ms, resolve));
    try {
      const posted = await postMessage(port, out, { call, inSession: true, wait });
      if (!posted.ok) throw posted.error;
      this.#readReply(posted.answer);
    } finally {
      timer.cancel();
      this.#calls.delete(call);
    }
  }

  /** Usually 202 and nothing; some servers answer here instead of on the stream. */
  #readReply({ exchange }: Answer): void {
    if (exchange.status !== 200 || exchange.header('content-length') === '0') {
      discard(exchange, this.deps.clock);
      return;
    }
    const nothing = (): void => undefined;
    const reader = new AnswerReader(
      { messages: (messages) => this.router.receive(messages), id: nothing, retry: nothing, end: nothing, fail: nothing, tooLarge: nothing },
      { contentType: exchange.header('content-type'), maxBytes: this.deps.maxMessageBytes },
    );
    readDecoded(exchange, reader);
  }

  #track(): HttpCall {
    const call = new HttpCall();
    this.#calls.add(call);
    return call;
  }

  async #noStream(answer: Answer): Promise<TransportError> {
    const type = answer.exchange.header('content-type') ?? '';
    const what = describeBody(await readText(answer.exchange, this.deps.clock), type);
    const message = this.#client.hide(`"${this.server}" answered the request for its stream (200) ${what}.`);
    return new TransportError('connect.protocol', message, {
      fix: 'Check the address of the entry.',
      params: { server: this.server, at: showUrl(answer.url) },
    });
  }

  #noEndpoint(when: string): TransportError {
    return new TransportError('connect.protocol', `"${this.server}" did not name an address for messages ${when}.`, {
      fix: 'Check that the address is that of an MCP server with HTTP+SSE.',
      params: { server: this.server, at: showUrl(this.#endpoint.url) },
    });
  }

  #streamEnded(): TransportError {
    return new TransportError('connect.network', `"${this.server}" ended its stream.`, { fix: 'Connect again.', params: { server: this.server } });
  }

  #streamBroke(error: Error): TransportError {
    const { reason, fix } = classifyNetworkError(error);
    return new TransportError('connect.network', `The stream of "${this.server}" broke: ${reason}.`, {
      fix,
      params: { server: this.server },
      cause: error,
    });
  }

  #postTimeout(purpose: string): TransportError {
    return new TransportError('call.outcome_unknown', `"${this.server}" did not take ${purpose} within ${POST_TIMEOUT / 1000} s.`, {
      fix: 'Check the server and the network.',
      params: { server: this.server, limit: POST_TIMEOUT },
    });
  }
}
