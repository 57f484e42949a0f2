import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { HostTransport } from '../transports/transport.ts';

/** The socket an SDK client is plugged into. Closing it unplugs the client; the connection itself lives on. */
export class SdkPort implements Transport {
  onmessage: Transport['onmessage'];
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  started = false;
  readonly #transport: HostTransport;
  readonly #send: (message: JSONRPCMessage, options: TransportSendOptions | undefined) => Promise<void>;
  readonly #onStart: () => void;
  readonly #unplug: () => void;
  #gone = false;

  constructor(
    transport: HostTransport,
    send: (message: JSONRPCMessage, options: TransportSendOptions | undefined) => Promise<void>,
    onStart: () => void,
    unplug: () => void,
  ) {
    this.#transport = transport;
    this.#send = send;
    this.#onStart = onStart;
    this.#unplug = unplug;
  }

  get hasPerRequestStream(): boolean {
    return this.#transport.hasPerRequestStream === true;
  }

  async start(): Promise<void> {
    this.started = true;
    this.#onStart();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#send(message, options);
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version);
  }

  deliver(message: JSONRPCMessage): void {
    if (!this.#gone) this.onmessage?.(message);
  }

  async close(): Promise<void> {
    this.#unplug();
    this.closed();
  }

  closed(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.onclose?.();
  }
}
