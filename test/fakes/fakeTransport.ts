import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { HostTransport } from '../../main/core/transports/transport.ts';
import type { ErrorInfo } from '../../preload/contract/errors.ts';
import type { LogLine, TransportKind } from '../../preload/contract/servers.ts';

export type Wire = Record<string, unknown>;

/** What a fake server does with one message: answer through `transport.receive`, or not. Return true when it was dealt with. */
export type FakeRule = (message: Wire, transport: FakeTransport) => boolean | undefined | Promise<boolean | undefined>;

/**
 * A transport with a scripted server at its other end. Rules are asked in order; the default server speaks the legacy era, has one
 * tool `echo` and answers calls with their arguments.
 */
export class FakeTransport implements HostTransport {
  onmessage: Transport['onmessage'];
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onnoise: ((text: string) => void) | undefined;
  onlog: ((line: LogLine) => void) | undefined;
  oninstalling: (() => void) | undefined;
  hasPerRequestStream: boolean;
  kind: TransportKind;
  closeReason: ErrorInfo | undefined;
  started = 0;
  stopped = 0;
  version: string | undefined;
  /** Everything the client sent, in order. */
  readonly sent: Wire[] = [];
  readonly options: (TransportSendOptions | undefined)[] = [];
  readonly rules: FakeRule[];
  #closed = false;

  constructor(rules: FakeRule[] = [], kind: TransportKind = 'stdio') {
    this.rules = rules;
    this.kind = kind;
    this.hasPerRequestStream = kind === 'http';
  }

  async start(): Promise<void> {
    this.started += 1;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const wire = message as unknown as Wire;
    this.sent.push(wire);
    this.options.push(options);
    for (const rule of [...this.rules, legacyServer]) if (await rule(wire, this)) return;
  }

  setProtocolVersion(version: string): void {
    this.version = version;
  }

  /** A message from the server. */
  receive(message: Wire): void {
    if (!this.#closed) this.onmessage?.({ jsonrpc: '2.0', ...message } as unknown as JSONRPCMessage);
  }

  result(request: Wire, result: Wire): true {
    this.receive({ id: request.id, result });
    return true;
  }

  error(request: Wire, code: number, message: string, data?: unknown): true {
    this.receive({ id: request.id, error: { code, message, ...(data !== undefined && { data }) } });
    return true;
  }

  /** The other end goes away. */
  drop(reason?: ErrorInfo): void {
    if (this.#closed) return;
    this.#closed = true;
    this.closeReason = reason;
    this.onclose?.();
  }

  async close(): Promise<void> {
    await this.stop();
  }

  async stop(): Promise<{ stuck: boolean }> {
    this.stopped += 1;
    this.drop(this.closeReason);
    return { stuck: false };
  }

  /** The methods the client sent, answers left out. */
  get methods(): string[] {
    return this.sent.flatMap((message) => (typeof message.method === 'string' ? [message.method] : []));
  }

  last(method: string): Wire | undefined {
    return this.sent.findLast((message) => message.method === method);
  }
}

export const ECHO = { name: 'echo', inputSchema: { type: 'object' } };

const legacyServer: FakeRule = (message, transport) => {
  const params = (message.params ?? {}) as Wire;
  if (message.id === undefined || typeof message.method !== 'string') return true;
  if (message.method === 'initialize') {
    const capabilities = { tools: { listChanged: true } };
    return transport.result(message, { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'fake', version: '1' } });
  }
  if (message.method === 'ping') return transport.result(message, {});
  if (message.method === 'tools/list') return transport.result(message, { tools: [ECHO] });
  if (message.method === 'tools/call') return transport.result(message, { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] });
  return transport.error(message, -32601, `Method not found: ${message.method}`);
};

/** A server of the stateless era: refuses initialize, answers discover. */
export const modernServer: FakeRule = (message, transport) => {
  if (message.method === 'initialize') return transport.error(message, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] });
  if (message.method === 'server/discover') {
    return transport.result(message, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
  }
  if (message.method === 'tools/list') return transport.result(message, { resultType: 'complete', tools: [ECHO], ttlMs: 0, cacheScope: 'private' });
  return false;
};

/** Answers one method by itself. */
export const on =
  (method: string, act: (message: Wire, transport: FakeTransport) => unknown): FakeRule =>
  async (message, transport) => {
    if (message.method !== method) return false;
    await act(message, transport);
    return true;
  };
