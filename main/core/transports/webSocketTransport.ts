import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { createConnection } from 'node:net';
import type { TransportSendOptions } from '@modelcontextprotocol/client';
import WebSocket from 'ws';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { Timer } from '../ports.ts';
import { refusalError } from './http/refusal.ts';
import { tlsOptions } from './httpClient/dispatcher.ts';
import { type Endpoint, hideSecrets, readEndpoint, secretsOf, showUrl } from './httpClient/endpoint.ts';
import { proxyFor, proxyName } from './httpClient/proxyFor.ts';
import { tunnelThrough } from './httpClient/tunnel.ts';
import { learnIdeHeader } from './ideLinks.ts';
import { cancelledId, isRequest, type Outbound } from './jsonRpc.ts';
import { classifyNetworkError, networkFailure } from './networkError.ts';
import { parseMessages } from './readMessages.ts';
import { refuseProbe } from './refuseProbe.ts';
import type { TransportDeps } from './transport.ts';
import { TransportBase } from './transportBase.ts';
import { TransportError } from './transportError.ts';

const SUBPROTOCOL = 'mcp';
const HANDSHAKE_TIMEOUT = 30_000;
/** A peer that answers no ping in this time is gone (a sleeping laptop, a cut cable). Milliseconds. */
const HEARTBEAT = 30_000;

/** MCP over one WebSocket (TRN-5): text frames with JSON-RPC, subprotocol `mcp`, headers and bearer token on the upgrade request. */
export class WebSocketTransport extends TransportBase {
  readonly kind: 'ws' | 'ws-ide';
  readonly #config: RemoteConfig;
  readonly #endpoint: Endpoint;
  readonly #secrets: string[];
  #socket: WebSocket | undefined;
  #heartbeat: Timer | undefined;
  #alive = true;

  /** @throws HostError `config.entry` when the address or a header cannot be used. */
  constructor(config: RemoteConfig, deps: TransportDeps) {
    super(config.name, deps);
    this.kind = config.transport === 'ws-ide' ? 'ws-ide' : 'ws';
    this.#config = config;
    this.#endpoint = readEndpoint(config, ['ws:', 'wss:', 'http:', 'https:']);
    this.#secrets = [...this.#endpoint.secrets];
  }

  protected async open(): Promise<void> {
    await learnIdeHeader(this.#config, this.deps, { learnHeader: (name, value) => this.#learnHeader(name, value) });
    const token = this.#endpoint.fixedAuthorization ? undefined : await this.deps.bearer?.(this.#config);
    try {
      this.#adopt(await this.#connect(token));
    } catch (error) {
      const fresh = token !== undefined && statusOf(error) === 401 ? await this.deps.refreshBearer?.(this.#config, token) : undefined;
      if (!fresh || fresh === token) throw error;
      this.#adopt(await this.#connect(fresh));
    }
  }

  protected async transmit(message: Outbound, _options: TransportSendOptions): Promise<void> {
    if (refuseProbe(message, this.#config.era, (answer) => this.onmessage?.(answer))) return;
    const cancelled = cancelledId(message);
    const waiting = cancelled === undefined ? undefined : this.router.get(cancelled);
    if (waiting) this.router.fail(waiting, new TransportError('call.cancelled', `${waiting.method} was cancelled.`));
    if (!isRequest(message)) return this.#write(message);
    const own = this.router.expect(message);
    this.#write(message).catch((error: unknown) => this.router.fail(own, error instanceof Error ? error : new Error(String(error))));
    await own.answered;
  }

  protected async release(): Promise<void> {
    this.#heartbeat?.cancel();
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    // The peer's half of the close may never come.
    const timer = this.deps.clock.after(this.deps.ladder.giveUp * 0.8, () => socket.terminate());
    if (socket.readyState === WebSocket.CONNECTING || this.closeReason) socket.terminate();
    else socket.close(1000);
    await closed;
    timer.cancel();
  }

  async #connect(token: string | undefined): Promise<WebSocket> {
    if (token !== undefined) this.#secrets.push(...secretsOf(token));
    try {
      return await this.#handshake(token, [SUBPROTOCOL]);
    } catch (error) {
      if (!(error instanceof TransportError) || !(error.cause instanceof Error) || error.cause.message !== 'Server sent no subprotocol') throw error;
      this.remark('The server names no subprotocol; connecting without "mcp".');
      return this.#handshake(token, []);
    }
  }

  #handshake(token: string | undefined, protocols: string[]): Promise<WebSocket> {
    const { url, headers } = this.#endpoint;
    const proxy = proxyFor(url, this.deps.network);
    const tls = tlsOptions(this.deps.network ?? {}, this.#config.allowSelfSigned ?? false);
    const socket = new WebSocket(url, protocols, {
      headers: { 'user-agent': 'quayside', ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      maxPayload: this.deps.maxMessageBytes,
      handshakeTimeout: HANDSHAKE_TIMEOUT,
      // Compression costs more memory and time than it saves on messages of this kind.
      perMessageDeflate: false,
      ...tls,
      // The types of ws know only the form that returns a socket; Node also takes one that hands it to a callback.
      ...(proxy ? { createConnection: tunnelThrough(proxy, url, tls) as unknown as typeof createConnection } : {}),
    });
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => {
        void this.#refused(response, token !== undefined).then((error) => {
          reject(error);
          socket.terminate();
        });
      });
      // Stays on: an error after the handshake is followed by `close`, which speaks for it.
      socket.on('error', (error) =>
        reject(
          networkFailure(error, {
            server: this.server,
            at: showUrl(url),
            method: 'initialize',
            sent: false,
            proxy: proxyName(url, this.deps.network),
          }),
        ),
      );
      socket.once('close', () => reject(new TransportError('call.disconnected', `The connection to "${this.server}" was closed.`)));
    });
  }

  #adopt(socket: WebSocket): void {
    if (this.ended) {
      socket.terminate();
      return;
    }
    let fault: Error | undefined;
    socket.on('error', (error) => {
      fault = error;
    });
    socket.on('message', (data) => {
      this.#alive = true;
      this.#receive(data);
    });
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.on('close', (code, reason) => {
      if (!this.ended) this.lose(this.#closed(code, reason.toString(), fault).info);
    });
    this.#beat(socket);
  }

  #receive(data: WebSocket.RawData): void {
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]).toString('utf8');
    const messages = parseMessages(text);
    if (messages.length === 0) this.remark(`A frame was no JSON-RPC message: ${hideSecrets(text.slice(0, 200), this.#secrets)}`);
    this.router.receive(messages);
  }

  #write(message: Outbound): Promise<void> {
    const socket = this.#socket;
    const method = message.method ?? 'an answer';
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(this.closedError(method));
    return new Promise((resolve, reject) => {
      socket.send(JSON.stringify(message), (error) => {
        if (error) reject(networkFailure(error, { server: this.server, at: showUrl(this.#endpoint.url), method, sent: true }));
        else resolve();
      });
    });
  }

  #beat(socket: WebSocket): void {
    this.#heartbeat = this.deps.clock.after(HEARTBEAT, () => {
      if (!this.#alive) return socket.terminate();
      this.#alive = false;
      socket.ping();
      this.#beat(socket);
    });
  }

  #closed(code: number, reason: string, fault: Error | undefined): TransportError {
    const params = { server: this.server, code };
    if (code === 1009 || (fault as NodeJS.ErrnoException | undefined)?.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
      return new TransportError('result.too_large', `A message of "${this.server}" is larger than ${this.deps.maxMessageBytes} bytes.`, { params });
    }
    const why = fault
      ? classifyNetworkError(fault).reason
      : code === 1006
        ? 'it was cut'
        : `the server closed it (${code}${reason ? `: ${reason}` : ''})`;
    const message = hideSecrets(`The WebSocket of "${this.server}" is closed: ${why}.`, this.#secrets);
    return new TransportError('connect.network', message, { fix: 'Connect again.', params, cause: fault });
  }

  async #refused(response: IncomingMessage, hadToken: boolean): Promise<TransportError> {
    const header = (name: string): string | undefined => {
      const value = response.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const status = response.statusCode ?? 0;
    const counts = (status === 401 || status === 403) && !this.#endpoint.fixedAuthorization;
    const askedAlready = counts && this.deps.onChallenge?.(this.#config, status, header('www-authenticate')) === true;
    const error = refusalError({
      server: this.server,
      url: this.#endpoint.url,
      method: 'initialize',
      status,
      header,
      text: await beginningOf(response),
      inSession: false,
      fixedAuthorization: this.#endpoint.fixedAuthorization,
      hadToken,
      askedAlready,
      hide: (text) => hideSecrets(text, this.#secrets),
      now: this.deps.clock.now(),
    });
    const isOther = error.code === 'connect.http' && status < 500 && status !== 429;
    return isOther ? this.#noWebSocket(error, status) : error;
  }

  /** What answers there speaks HTTP, but not this. */
  #noWebSocket({ info, facts }: TransportError, status: number): TransportError {
    const message = `"${this.server}" at ${showUrl(this.#endpoint.url)} did not open a WebSocket (${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
    return new TransportError('connect.http', `${message}).`, {
      fix: 'Check the address; a server of Streamable HTTP needs "type": "http" and an http:// address.',
      ...(info.params && { params: info.params }),
      facts,
    });
  }

  #learnHeader(name: string, value: string): void {
    this.#endpoint.headers[name.toLowerCase()] = value;
    this.#secrets.push(...secretsOf(value));
  }
}

const statusOf = (error: unknown): number | undefined => (error instanceof TransportError ? error.facts.status : undefined);

/** The first chunk says enough; a body that never comes must not hold the refusal. */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const finish = (text: string): void => {
      resolve(text);
      response.destroy();
    };
    response.once('data', (chunk: Buffer) => finish(chunk.toString('utf8').slice(0, 4096)));
    for (const event of ['end', 'error', 'close']) response.once(event, () => finish(''));
    response.setTimeout(2000, () => finish(''));
  });
}
