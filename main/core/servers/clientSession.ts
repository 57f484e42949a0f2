import type { Client } from '@modelcontextprotocol/client';
import type { HostTransport } from '../transports/transport.ts';
import { listenForChanges } from './clientSessionEvents.ts';
import type { Handshake } from './clientSessionHandshake.ts';
import { withInputRounds } from './inputRounds.ts';
import { paramHeaders } from './paramHeaders.ts';
import type { ListKind, ListPage, Raw, RequestOptions, SessionEvent, SessionHandlers, SessionInfo } from './session.ts';
import { unreadable } from './sessionErrors.ts';
import type { HostSession, StopResult } from './sessionHandle.ts';
import type { SessionWire } from './sessionWire.ts';

const LISTS: Record<ListKind, { method: string; key: string }> = {
  tools: { method: 'tools/list', key: 'tools' },
  resources: { method: 'resources/list', key: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', key: 'resourceTemplates' },
  prompts: { method: 'prompts/list', key: 'prompts' },
};

export interface LiveParts {
  wire: SessionWire;
  handshake: Handshake;
  handlers: SessionHandlers;
  onEvent(event: SessionEvent): void;
  stop(): Promise<StopResult>;
  random: () => number;
}

/** One live MCP connection. Answers are handed on as they came: what is odd in them is judged by those who know the matter. */
export class LiveSession implements HostSession {
  readonly #wire: SessionWire;
  readonly #client: Client;
  readonly #handlers: SessionHandlers;
  readonly #facts: Omit<SessionInfo, 'transport'>;
  readonly #transport: HostTransport;
  readonly #stop: () => Promise<StopResult>;
  readonly #events: ReturnType<typeof listenForChanges>;

  constructor(parts: LiveParts) {
    const { client, era, protocolVersion } = parts.handshake;
    this.#wire = parts.wire;
    this.#client = client;
    this.#handlers = parts.handlers;
    this.#transport = parts.wire.transport;
    this.#stop = parts.stop;
    const serverInfo = client.getServerVersion();
    const instructions = client.getInstructions();
    this.#facts = {
      era,
      protocolVersion,
      capabilities: (client.getServerCapabilities() ?? {}) as Raw,
      ...(serverInfo && {
        serverInfo: { name: serverInfo.name, version: serverInfo.version, ...(serverInfo.title !== undefined && { title: serverInfo.title }) },
      }),
      ...(instructions !== undefined && instructions !== '' && { instructions }),
    };
    this.#events = listenForChanges(parts, this.#facts.capabilities);
  }

  get info(): SessionInfo {
    return { ...this.#facts, transport: this.#transport.kind };
  }

  async listPage(kind: ListKind, cursor: string | undefined, options: RequestOptions): Promise<ListPage> {
    const { method, key } = LISTS[kind];
    const result = await this.#wire.request({ method, params: cursor === undefined ? {} : { cursor }, options });
    // Go writes an empty list as null.
    const { [key]: found, nextCursor } = result;
    const items = found === null ? [] : found;
    if (!Array.isArray(items)) throw unreadable(this.#wire.server, method, `"${key}" is not a list`);
    // Servers that count their pages send the number as it is.
    if (typeof nextCursor === 'string' || typeof nextCursor === 'number') return { items, nextCursor: String(nextCursor) };
    return { items, ...(nextCursor ? { oddCursor: true as const } : {}) };
  }

  callTool(name: string, args: Raw, options: RequestOptions): Promise<Raw> {
    const headers = this.#facts.era === 'modern' ? paramHeaders(options.toolDefinition, args) : {};
    return this.#ask('tools/call', { name, arguments: args }, options, { name: `tools/call "${name}"`, headers });
  }

  readResource(uri: string, options: RequestOptions): Promise<Raw> {
    return this.#ask('resources/read', { uri }, options);
  }

  getPrompt(name: string, args: Record<string, string>, options: RequestOptions): Promise<Raw> {
    return this.#ask('prompts/get', { name, arguments: args }, options);
  }

  complete(params: Raw, options: RequestOptions): Promise<Raw> {
    return this.#ask('completion/complete', params, options);
  }

  request(method: string, params: Raw, options: RequestOptions): Promise<Raw> {
    return this.#ask(method, params, options);
  }

  /** The modern era has no ping; its cheapest question is `server/discover`. */
  async ping(options: RequestOptions): Promise<void> {
    await this.#wire.request({ method: this.#facts.era === 'modern' ? 'server/discover' : 'ping', options });
  }

  idle(): Promise<void> {
    return this.#wire.idle();
  }

  rootsChanged(): void {
    if (this.#facts.era === 'legacy' && this.#handlers.roots) this.#wire.notify('notifications/roots/list_changed');
  }

  watchResources(uris: readonly string[]): void {
    this.#events.watch(uris);
  }

  /** The connection is gone: nothing is listened for any more. */
  ended(): void {
    this.#events.stop();
  }

  async close(): Promise<void> {
    this.ended();
    await this.#stop();
    await this.#client.close().catch(() => undefined);
  }

  /** Sends a request that may come back with questions; in the legacy era only error -32042 is one. */
  #ask(method: string, params: Raw, options: RequestOptions, more: { name?: string; headers?: Record<string, string> } = {}): Promise<Raw> {
    const wire = this.#wire;
    const { clock } = wire;
    const endsAt = clock.now() + (options.totalTimeoutMs ?? Number.POSITIVE_INFINITY);
    let paused = 0;
    return withInputRounds({
      server: wire.server,
      method: more.name ?? method,
      params,
      handlers: this.#handlers,
      signal: options.signal,
      send: (sent) => {
        const left = endsAt + paused - clock.now();
        const limits = Number.isFinite(left) ? { ...options, totalTimeoutMs: Math.max(0, left) } : options;
        return wire.request({ method, params: sent, options: limits, ...more });
      },
      pause: () => {
        const since = clock.now();
        const resume = wire.pauseClocks();
        return () => {
          paused += clock.now() - since;
          resume();
        };
      },
      breathe: () => new Promise((resolve) => void clock.after(BREATH_MS, resolve)),
      completed: (id, signal) => this.#events.elicitationDone(id, signal),
    });
  }
}

/** Pause before a server that only returned its state is asked again, in milliseconds. */
const BREATH_MS = 250;
