import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { LogLine, TransportKind } from '../../../../preload/contract/servers.ts';
import type { RemoteConfig } from '../../config/serverConfig.ts';
import { SseTransport } from '../sse/sseTransport.ts';
import type { HostTransport, Suspicion, TransportDeps } from '../transport.ts';
import { TransportError } from '../transportError.ts';
import { HttpTransport } from './httpTransport.ts';

/** TRN-4, and no others: anything else is an error of its own that must not hide behind the failure of a second attempt (h16). */
const OLD_SERVER = new Set([400, 404, 405]);
/** How long the old way may take to prove itself. Milliseconds. */
const ENDPOINT_TIMEOUT = 5000;

/**
 * Streamable HTTP that becomes HTTP+SSE in place when `initialize` is refused the way old servers refuse it, and begins with it where
 * that is known from before. Refusals with a JSON-RPC error in them never come here as such an error: they prove that the POST side
 * speaks MCP.
 */
export class FallbackTransport implements HostTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  onlog?: ((line: LogLine) => void) | undefined;
  readonly hasPerRequestStream = true;
  readonly #config: RemoteConfig;
  readonly #deps: TransportDeps;
  #inner: HttpTransport | SseTransport;
  #closed = false;

  /** @throws HostError `config.entry` when the address or a header cannot be used. */
  constructor(config: RemoteConfig, deps: TransportDeps) {
    this.#config = config;
    this.#deps = deps;
    this.#inner = deps.oldServers?.has(config) ? this.#oldWay() : this.#adopt(new HttpTransport(config, deps));
  }

  get kind(): TransportKind {
    return this.#inner.kind;
  }

  get closeReason(): ErrorInfo | undefined {
    return this.#inner.closeReason;
  }

  get suspicion(): Suspicion | undefined {
    return this.#inner.suspicion;
  }

  get sessionId(): string | undefined {
    return this.#inner instanceof HttpTransport ? this.#inner.sessionId : undefined;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    const first = this.#inner;
    try {
      await first.start();
    } catch (error) {
      if (!(first instanceof SseTransport) || this.#closed || !(error instanceof TransportError) || error.code.startsWith('auth.')) throw error;
      // It may have learnt the new way since. What merely cannot be reached is found out once more by that.
      this.#deps.oldServers?.note(this.#config, false);
      await this.#replace(this.#adopt(new HttpTransport(this.#config, this.#deps)));
      await this.#inner.start();
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const tried = this.#inner;
    try {
      await tried.send(message, options);
    } catch (error) {
      if (!('method' in message) || message.method !== 'initialize' || tried !== this.#inner) throw error;
      // What is remembered of it brought nothing: the next start begins anew.
      if (tried instanceof SseTransport) this.#deps.oldServers?.note(this.#config, false);
      if (tried instanceof SseTransport || !this.#wouldHelp(error)) throw error;
      await this.#fallBack(error, message, options);
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#inner.close();
  }

  stop(): Promise<{ stuck: boolean }> {
    this.#closed = true;
    return this.#inner.stop();
  }

  #wouldHelp(error: unknown): error is TransportError {
    return !this.#closed && error instanceof TransportError && error.code === 'connect.http' && OLD_SERVER.has(error.facts.status ?? 0);
  }

  async #fallBack(first: TransportError, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sse = this.#oldWay();
    await this.#replace(sse);
    try {
      await sse.start();
    } catch (error) {
      throw this.#bothFailed(first, error);
    }
    await sse.send(message, options);
    this.#deps.oldServers?.note(this.#config, true);
  }

  #oldWay(): SseTransport {
    return this.#adopt(new SseTransport(this.#config, this.#deps, { endpointTimeoutMs: ENDPOINT_TIMEOUT }));
  }

  async #replace(by: HttpTransport | SseTransport): Promise<void> {
    const old = this.#inner;
    this.#inner = by;
    // Its end is not ours.
    old.onclose = undefined;
    await old.close();
  }

  #bothFailed(first: TransportError, second: unknown): unknown {
    if (!(second instanceof TransportError) || this.#closed) return second;
    // A login is a way out, the first error then only says that the server is an old one.
    if (second.code.startsWith('auth.')) return second;
    const same = second.facts.status !== undefined && second.facts.status === first.facts.status;
    const then = same ? 'It is no old HTTP+SSE server either.' : `As an old HTTP+SSE server: ${second.message}`;
    return new TransportError(first.code, `${first.message} ${then}`, {
      ...(first.info.fix ? { fix: first.info.fix } : {}),
      ...(first.info.params ? { params: first.info.params } : {}),
      facts: first.facts,
      cause: second,
    });
  }

  #adopt<T extends HttpTransport | SseTransport>(inner: T): T {
    inner.onmessage = (message, extra) => this.onmessage?.(message, extra);
    inner.onerror = (error) => this.onerror?.(error);
    inner.onlog = (line) => this.onlog?.(line);
    inner.onclose = () => this.onclose?.();
    return inner;
  }
}
