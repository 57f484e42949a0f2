import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { LogLine, TransportKind } from '../../../preload/contract/servers.ts';
import { AnswerRouter } from './answerRouter.ts';
import { DeliveryQueue } from './deliveryQueue.ts';
import type { Outbound } from './jsonRpc.ts';
import { foreignAnswer } from './stray.ts';
import type { HostTransport, Suspicion, TransportDeps } from './transport.ts';
import { TransportError, tooLarge } from './transportError.ts';

/**
 * What the remote transports share: the callbacks, the one end, the reason for it, the requests that wait.
 * A child says how to start, how to send and what to let go of at the end.
 */
export abstract class TransportBase implements HostTransport {
  abstract readonly kind: TransportKind;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  onlog?: ((line: LogLine) => void) | undefined;
  closeReason: ErrorInfo | undefined;
  suspicion: Suspicion | undefined;
  protected readonly server: string;
  protected readonly deps: TransportDeps;
  protected readonly router: AnswerRouter;
  readonly #queue: DeliveryQueue;
  #started = false;
  #ended = false;
  #ending: Promise<void> | undefined;

  constructor(server: string, deps: TransportDeps) {
    this.server = server;
    this.deps = deps;
    const queue = new DeliveryQueue((message) => this.#deliver(message));
    this.#queue = queue;
    this.router = new AnswerRouter(
      (message) => queue.push(message),
      (id) => this.#stray(id),
    );
  }

  async start(): Promise<void> {
    if (this.#started) throw new Error('A transport is started once.');
    this.#started = true;
    if (this.ended) throw this.closedError('start');
    await this.open();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const outbound = message as Outbound;
    if (this.ended) throw this.closedError(outbound.method ?? 'an answer');
    await this.transmit(outbound, options);
  }

  close(): Promise<void> {
    this.#ending ??= this.#end(undefined);
    return this.#ending;
  }

  async stop(): Promise<{ stuck: boolean }> {
    await this.close();
    return { stuck: false };
  }

  /** The end has begun, whoever wanted it. */
  protected get ended(): boolean {
    return this.#ended;
  }

  /** Connects; rejects with a HostError. Must settle when the end begins. */
  protected abstract open(): Promise<void>;
  /** Sends one message; for a request resolves when its answer was delivered. Rejects with a HostError. */
  protected abstract transmit(message: Outbound, options: TransportSendOptions): Promise<void>;
  /** Lets go of sockets and timers at once, then says good-bye. Never rejects; the base bounds it in time. */
  protected abstract release(asked: boolean): Promise<void>;

  /** The connection is gone without our asking. */
  protected lose(reason: ErrorInfo): void {
    this.#ending ??= this.#end(reason);
  }

  protected remark(text: string): void {
    this.onlog?.({ at: this.deps.clock.now(), source: 'host', text });
  }

  /** A message beyond the limit was passed over. Fails the request it answered, if that is known; the connection stays. */
  protected oversize(key: string | undefined): void {
    const waiting = key === undefined ? undefined : this.router.get(key);
    const limit = this.deps.maxMessageBytes;
    if (waiting) this.router.fail(waiting, tooLarge(this.server, limit, `The answer to ${waiting.method}`));
    else this.remark(`A message larger than ${limit} bytes was passed over.`);
  }

  protected closedError(method: string): TransportError {
    const because = this.closeReason ? ` ${this.closeReason.message}` : '';
    return new TransportError('call.disconnected', `"${this.server}" is not connected.${because} ${method} was not sent.`, {
      fix: 'Connect the server again.',
      params: { server: this.server },
      facts: { unsent: true },
    });
  }

  #stray(id: string | number): void {
    this.suspicion = foreignAnswer(id, this.deps.clock.now());
    this.remark(this.suspicion.text);
  }

  async #end(reason: ErrorInfo | undefined): Promise<void> {
    this.#ended = true;
    this.closeReason = reason;
    this.#queue.flush();
    this.router.failAll((waiting) => this.#lostError(waiting.method, reason));
    const limit = Promise.withResolvers<void>();
    const timer = this.deps.clock.after(this.deps.ladder.giveUp, limit.resolve);
    await Promise.race([this.release(reason === undefined).catch(() => undefined), limit.promise]);
    timer.cancel();
    this.onclose?.();
  }

  #lostError(method: string, reason: ErrorInfo | undefined): TransportError {
    const because = reason?.message ?? 'The connection was closed.';
    return new TransportError('call.outcome_unknown', `${because} It is not known whether ${method} was carried out by "${this.server}".`, {
      fix: 'Check what happened before trying again.',
      params: { server: this.server },
    });
  }

  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
