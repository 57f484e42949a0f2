import type { Dispatcher } from 'undici';
import type { RemoteConfig } from '../../config/serverConfig.ts';
import { classifyNetworkError, networkFailure } from '../networkError.ts';
import type { TransportDeps } from '../transport.ts';
import { TransportError } from '../transportError.ts';
import { discard } from './body.ts';
import { type Endpoint, hideSecrets, isFieldValue, secretsOf, showUrl } from './endpoint.ts';
import { type Exchange, startExchange } from './exchange.ts';
import { proxyName } from './proxyFor.ts';
import { judgeRedirect } from './redirects.ts';

export interface Outgoing {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  /** Besides the configured ones and Authorization; lower case. */
  headers: Record<string, string>;
  body?: string;
  /** The JSON-RPC method, for messages. */
  purpose: string;
  /** Sending twice does no harm: tried again at once when an idle connection turned out to be closed. */
  repeatable: boolean;
}

/** A handle on one outgoing message, over all its redirects and repetitions. */
export class HttpCall {
  #exchange: Exchange | undefined;
  #reason: Error | undefined;

  /** The latest exchange's bytes left. */
  get sent(): boolean {
    return this.#exchange?.sent ?? false;
  }

  get aborted(): Error | undefined {
    return this.#reason;
  }

  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#exchange?.abort(reason);
  }

  /** @internal */
  attach(exchange: Exchange): void {
    this.#exchange = exchange;
    if (this.#reason) exchange.abort(this.#reason);
  }
}

/** What an answer came from. */
export interface Answer {
  exchange: Exchange;
  url: URL;
  /** A bearer token went along (AUT-3). */
  hadToken: boolean;
  /** The rights that the refusal names were asked for already. */
  askedAlready?: boolean;
}

/** HTTP to one server: its headers, its bearer token with one refresh, redirects, the failed idle connection. */
export class RemoteClient {
  readonly endpoint: Endpoint;
  readonly config: RemoteConfig;
  readonly #deps: TransportDeps;
  readonly #dispatcher: Dispatcher;
  readonly #onRemark: (text: string) => void;
  readonly #secrets: Set<string>;
  /** Where a redirect led last time, so that only the first message takes the detour. */
  readonly #moved = new Map<string, URL>();

  constructor(options: { endpoint: Endpoint; config: RemoteConfig; deps: TransportDeps; dispatcher: Dispatcher; onRemark: (text: string) => void }) {
    this.endpoint = options.endpoint;
    this.config = options.config;
    this.#deps = options.deps;
    this.#dispatcher = options.dispatcher;
    this.#onRemark = options.onRemark;
    this.#secrets = new Set(options.endpoint.secrets);
  }

  /** Resolves with any answer except a followed redirect; the caller judges the status. Rejects with a HostError. */
  async open(out: Outgoing, call: HttpCall): Promise<Answer> {
    const answer = await this.#authorized(out, call);
    const { status } = answer.exchange;
    if ((status === 401 || status === 403) && !this.endpoint.fixedAuthorization) {
      const askedAlready = this.#deps.onChallenge?.(this.config, status, answer.exchange.header('www-authenticate')) === true;
      return { ...answer, askedAlready };
    }
    return answer;
  }

  async #authorized(out: Outgoing, call: HttpCall): Promise<Answer> {
    let token = await this.#token();
    const answer = await this.#follow(out, token, call);
    if (answer.exchange.status !== 401 || token === undefined || !this.#deps.refreshBearer) return answer;
    const fresh = await this.#deps.refreshBearer(this.config, token);
    if (!fresh || fresh === token) return answer;
    discard(answer.exchange, this.#deps.clock);
    token = this.#remember(fresh);
    return this.#follow(out, token, call);
  }

  /** A header that became known only now; its value is a secret. */
  learnHeader(name: string, value: string): void {
    this.endpoint.headers[name.toLowerCase()] = value;
    this.#remember(value);
  }

  /** Text from the server, fit for an error message. */
  hide(text: string): string {
    return hideSecrets(text, [...this.#secrets]);
  }

  async #token(): Promise<string | undefined> {
    if (this.endpoint.fixedAuthorization || !this.#deps.bearer) return undefined;
    const token = await this.#deps.bearer(this.config);
    return token ? this.#remember(token) : undefined;
  }

  #remember(token: string): string {
    if (!isFieldValue(token))
      throw new TransportError('auth.required', `The stored token for "${this.config.name}" cannot be sent in a header.`, { fix: 'Sign in again.' });
    for (const secret of secretsOf(token)) this.#secrets.add(secret);
    return token;
  }

  async #follow(out: Outgoing, token: string | undefined, call: HttpCall): Promise<Answer> {
    let url = this.#moved.get(out.url.href) ?? out.url;
    for (let hops = 0; ; hops += 1) {
      const exchange = await this.#attempt(url, out, token, call);
      const redirect = judgeRedirect(url, { status: exchange.status, location: exchange.header('location') }, out.method, hops);
      if (redirect.kind === 'none') {
        if (url !== out.url) this.#noteMove(out.url, url, exchange.status);
        return { exchange, url, hadToken: token !== undefined };
      }
      discard(exchange, this.#deps.clock);
      if (redirect.kind === 'refuse') throw this.#refused(url, exchange.status, redirect);
      url = redirect.to;
    }
  }

  async #attempt(url: URL, out: Outgoing, token: string | undefined, call: HttpCall): Promise<Exchange> {
    const headers: Record<string, string> = { 'user-agent': 'quayside', ...this.endpoint.headers, ...out.headers };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const request = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: out.method,
      headers,
      ...(out.body === undefined ? {} : { body: out.body }),
    };
    for (let again = out.repeatable; ; again = false) {
      const exchange = startExchange(this.#dispatcher, request);
      call.attach(exchange);
      try {
        return await exchange.head;
      } catch (error) {
        if (call.aborted) throw call.aborted;
        if (again && wasIdleClose(error, exchange)) continue;
        const proxy = proxyName(url, this.#deps.network);
        throw networkFailure(error, { server: this.config.name, at: showUrl(url), method: out.purpose, sent: exchange.sent, proxy });
      }
    }
  }

  #noteMove(from: URL, to: URL, status: number): void {
    if (status === 404 || status === 410) this.#moved.delete(from.href);
    else if (this.#moved.get(from.href)?.href !== to.href) {
      this.#moved.set(from.href, to);
      this.#onRemark(`The server answers at ${showUrl(to)}. Put that address into the entry to save the detour.`);
    }
  }

  #refused(url: URL, status: number, redirect: { why: string; to?: URL }): TransportError {
    const target = redirect.to ? showUrl(redirect.to) : undefined;
    return new TransportError(
      'connect.http',
      `"${this.config.name}" was not followed: ${redirect.why}${target ? ` (${target})` : ''}. The message was not sent there.`,
      {
        fix: target ? `If ${target} is the right server, put that address into the entry.` : 'Check the address of the entry.',
        params: { server: this.config.name, at: showUrl(url), status, ...(target ? { target } : {}) },
        facts: { status, unsent: true },
      },
    );
  }
}

/** The connection was used before and closed before a byte of this answer came: the usual race of keep-alive. */
function wasIdleClose(error: unknown, exchange: Exchange): boolean {
  if (!exchange.sent || classifyNetworkError(error).kind !== 'network') return false;
  const socket = (error as { socket?: { bytesRead?: number } }).socket;
  return socket?.bytesRead === undefined || socket.bytesRead > 0;
}
