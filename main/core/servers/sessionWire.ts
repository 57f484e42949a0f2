import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Clock } from '../ports.ts';
import type { HostTransport } from '../transports/transport.ts';
import { numberOf, readAnswer, tidyInitialize } from './looseMessages.ts';
import { SdkPort } from './sdkPort.ts';
import type { Raw } from './session.ts';
import { notConnected } from './sessionErrors.ts';
import { Waiting } from './waiting.ts';
import { type WireCall, WireRequest } from './wireRequest.ts';

/**
 * The requests of one connection. The host's own requests (lists, calls, reads) go past the SDK's client: its schemas reject whole
 * answers for one odd member, and its timers cannot tell a timeout from a cancel. The handshake, the server's requests and
 * subscriptions stay with the SDK, which is plugged in through a port. Ids: ours count from 1 and are never reused; the SDK uses 0
 * for initialize and texts for subscriptions.
 */
export class SessionWire {
  readonly server: string;
  readonly transport: HostTransport;
  readonly clock: Clock;
  /** `_meta` of every request and notification in the modern era (2026-07-28, per-request metadata). */
  envelope: Raw | undefined;
  /** Every notification that is not progress of one of our requests. */
  onNotification: ((method: string, params: Raw) => void) | undefined;
  /** The connection is gone; told once. */
  onClosed: ((reason: ErrorInfo | undefined) => void) | undefined;
  /** The version the server named in its initialize answer, also when the handshake then failed. */
  offeredVersion: string | undefined;
  #pending = new Map<number, WireRequest>();
  #waiting = new Waiting();
  #nextId = 1;
  #port: SdkPort | undefined;
  #initializeId: unknown;
  #early: JSONRPCMessage[] = [];
  #closed = false;
  #pauses = 0;
  readonly #whenIdle: (() => void)[] = [];

  constructor(server: string, transport: HostTransport, clock: Clock) {
    this.server = server;
    this.transport = transport;
    this.clock = clock;
    transport.onmessage = (message) => this.#receive(message as unknown as Raw);
    transport.onclose = () => this.#close();
    // Not fatal by itself: what matters reaches us as a rejected send or as onclose.
    transport.onerror = () => undefined;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get closeReason(): ErrorInfo | undefined {
    return this.transport.closeReason;
  }

  get modern(): boolean {
    return this.envelope !== undefined;
  }

  /** A place for an SDK client; an earlier one is unplugged and ends. Messages that came before it are delivered when it starts. */
  port(): Transport {
    // An abandoned client would keep its timers, and its timers the process.
    this.#port?.closed();
    const port = new SdkPort(
      this.transport,
      (message, options) => this.#sendForPort(message, options),
      () => this.#deliverEarly(port),
      () => {
        if (this.#port === port) this.#port = undefined;
      },
    );
    this.#port = port;
    return port;
  }

  /** Sends a request and waits for its answer, as it came. Rejects with HostError only. */
  async request(call: WireCall): Promise<Raw> {
    if (this.#closed) throw notConnected(this.server, this.closeReason);
    const id = this.#nextId++;
    const request = new WireRequest(id, call, this, () => {
      this.#forget(id);
      this.#waiting.over(id);
    });
    this.#pending.set(id, request);
    if (this.#pauses > 0) request.pause();
    return request.run();
  }

  /** Sends a notification; failures are of no interest to anyone. */
  notify(method: string, params: Raw = {}): void {
    if (this.#closed) return;
    const message = { jsonrpc: '2.0', method, params: this.withEnvelope(params) } as JSONRPCMessage;
    this.transport.send(message).catch(() => undefined);
  }

  /** Stops the clocks of all running requests while a question of the server waits for the user; call the result to go on. */
  pauseClocks(): () => void {
    if (this.#pauses++ === 0) for (const request of this.#pending.values()) request.pause();
    let done = false;
    return () => {
      if (done) return;
      done = true;
      if (--this.#pauses === 0) for (const request of this.#pending.values()) request.resume();
    };
  }

  /**
   * For a question that comes while requests run: aborted when all of them are over, because then nobody waits for what the server
   * asks. With none running the question stands for itself. Call `end` when it is answered.
   */
  untilNobodyWaits(): { signal: AbortSignal; end: () => void } {
    return this.#waiting.watch(this.#pending.keys());
  }

  /** Resolves when no request waits for its answer. */
  idle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  withEnvelope(params: Raw): Raw {
    if (!this.envelope) return params;
    return { ...params, _meta: { ...this.envelope, ...(params._meta as Raw | undefined) } };
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #sendForPort(message: JSONRPCMessage, options: TransportSendOptions | undefined): Promise<void> {
    if ('method' in message && message.method === 'initialize' && 'id' in message) this.#initializeId = message.id;
    if (this.#closed) return Promise.reject(notConnected(this.server, this.closeReason));
    return this.transport.send(message, options);
  }

  #receive(message: Raw): void {
    const { method, id } = message;
    if (typeof method === 'string') {
      if (id !== undefined && id !== null) this.#receiveRequest(message);
      else this.#receiveNotification(method, (message.params ?? {}) as Raw, message);
      return;
    }
    const key = numberOf(id);
    const request = key === undefined ? undefined : this.#pending.get(key);
    if (request) {
      request.answer(readAnswer(message));
      return;
    }
    // Late, double or made up: of a request that is over nobody wants to hear (basic/utilities/cancellation).
    if (key !== undefined && key > 0 && key < this.#nextId) return;
    this.#port?.deliver(this.#forSdk(message, key));
  }

  /** Answers in the strict form that the SDK understands. */
  #forSdk(message: Raw, key: number | undefined): JSONRPCMessage {
    const answer = readAnswer(message);
    const id = key ?? message.id;
    if (answer.kind !== 'result') {
      const error =
        answer.kind === 'error' ? { code: answer.code, message: answer.message, data: answer.data } : { code: -32603, message: answer.what };
      return { jsonrpc: '2.0', id, error } as JSONRPCMessage;
    }
    const isInitialize = this.#initializeId !== undefined && id === this.#initializeId;
    if (isInitialize && typeof answer.result.protocolVersion === 'string') this.offeredVersion = answer.result.protocolVersion;
    return { jsonrpc: '2.0', id, result: isInitialize ? tidyInitialize(answer.result) : answer.result } as JSONRPCMessage;
  }

  #receiveRequest(message: Raw): void {
    // Pings are answered at any time, also before the handshake is done; the modern era has no requests of servers at all.
    if (message.method === 'ping' && !this.modern) {
      this.transport.send({ jsonrpc: '2.0', id: message.id, result: {} } as JSONRPCMessage).catch(() => undefined);
      return;
    }
    this.#pass(message as unknown as JSONRPCMessage);
  }

  #receiveNotification(method: string, params: Raw, message: Raw): void {
    if (method === 'notifications/progress') {
      const token = numberOf(params.progressToken);
      const request = token === undefined ? undefined : this.#pending.get(token);
      if (request) {
        request.progress(params);
        return;
      }
    }
    this.onNotification?.(method, params);
    this.#pass(message as unknown as JSONRPCMessage);
  }

  #pass(message: JSONRPCMessage): void {
    if (this.#port?.started) this.#port.deliver(message);
    else if (this.#early.length < MOST_EARLY) this.#early.push(message);
  }

  #deliverEarly(port: SdkPort): void {
    const early = this.#early.splice(0);
    queueMicrotask(() => {
      for (const message of early) port.deliver(message);
    });
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const reason = this.closeReason;
    for (const request of [...this.#pending.values()]) request.connectionLost(reason);
    this.#port?.closed();
    this.onClosed?.(reason);
  }
}

/** Messages kept for an SDK client that is not there yet. */
const MOST_EARLY = 100;
