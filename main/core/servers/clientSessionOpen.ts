import type { Implementation } from '@modelcontextprotocol/client';
import type { Era } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import type { CreateTransport, HostTransport, Suspicion, TransportDeps } from '../transports/transport.ts';
import { LiveSession } from './clientSession.ts';
import { installHandlers, toEvent } from './clientSessionEvents.ts';
import { DiedOfProbe, type Handshake, shakeHands } from './clientSessionHandshake.ts';
import type { EraCache } from './eraCache.ts';
import { asConnectError, endedEarly } from './sessionErrors.ts';
import type { HostSession, OpenRequest, OpenSession, SessionHandle, StopResult } from './sessionHandle.ts';
import { declaredCapabilities } from './sessionHandlers.ts';
import { SessionWire } from './sessionWire.ts';

interface OpenDeps {
  createTransport: CreateTransport;
  transportDeps: TransportDeps;
  clock: Clock;
  random: () => number;
  eras: EraCache;
  clientInfo: Implementation;
  /** Patience with the era probe in milliseconds; then initialize is tried beside it. */
  probePatienceMs: number;
}

/** Opens real sessions: transport, handshake, events. */
export const openSessions =
  (deps: OpenDeps): OpenSession =>
  (request) =>
    new Attempt(request, deps);

/** One attempt; owns the transport it makes, and the second one after a server that cannot bear being probed. */
class Attempt implements SessionHandle {
  readonly ready: Promise<HostSession>;
  readonly #request: OpenRequest;
  readonly #deps: OpenDeps;
  #wire: SessionWire | undefined;
  #stopping: Promise<StopResult> | undefined;
  #live: LiveSession | undefined;

  constructor(request: OpenRequest, deps: OpenDeps) {
    this.#request = request;
    this.#deps = deps;
    this.ready = this.#open();
    // Whoever stops an attempt does not care how it would have ended.
    this.ready.catch(() => undefined);
  }

  get suspicion(): Suspicion | undefined {
    return this.#wire?.transport.suspicion;
  }

  stop(): Promise<StopResult> {
    this.#stopping ??= this.#wire ? this.#wire.transport.stop() : Promise.resolve({ stuck: false });
    return this.#stopping;
  }

  async #open(): Promise<HostSession> {
    const { config } = this.#request;
    const { eras } = this.#deps;
    const known = eras.era(config);
    let handshake: Handshake;
    try {
      handshake = await this.#shake(known);
    } catch (error) {
      // The server may have learnt another era; one that merely cannot be reached keeps what is known of it.
      const speaks = error instanceof HostError && (error.code === 'connect.version' || error.code === 'connect.protocol');
      if (known !== undefined && speaks) eras.remember(config, { era: undefined });
      throw error;
    }
    if (config.era === 'auto') eras.remember(config, { era: handshake.learnt ?? handshake.era });
    return this.#settle(handshake);
  }

  async #shake(known: Era | undefined): Promise<Handshake> {
    const { config } = this.#request;
    const wire = await this.#start();
    try {
      return await this.#shakeOn(wire, known);
    } catch (error) {
      if (!(error instanceof DiedOfProbe)) throw asConnectError(config.name, error);
      // Only a child process can die of a probe; and a start that was called off stays off.
      if (config.transport !== 'stdio' || config.era !== 'auto' || this.#stopping) throw endedEarly(config.name, wire.closeReason);
    }
    await wire.transport.stop();
    if (this.#stopping) throw endedEarly(config.name, wire.closeReason);
    return this.#shakeOn(await this.#start(), 'legacy');
  }

  async #start(): Promise<SessionWire> {
    const { config } = this.#request;
    const { createTransport, transportDeps, clock } = this.#deps;
    const transport = createTransport(config, transportDeps);
    this.#hear(transport);
    const wire = new SessionWire(config.name, transport, clock);
    this.#wire = wire;
    wire.onNotification = (method, params) => {
      const event = toEvent(method, params, clock.now());
      if (event) this.#request.onEvent(event);
    };
    wire.onClosed = (error) => {
      if (!this.#live) return;
      this.#live.ended();
      this.#request.onEvent({ kind: 'closed', ...(error && { error }) });
    };
    try {
      await transport.start();
    } catch (error) {
      throw asConnectError(config.name, error);
    }
    return wire;
  }

  #hear(transport: HostTransport): void {
    const { onEvent, onInstalling } = this.#request;
    transport.onlog = (line) => onEvent({ kind: 'log', line });
    transport.onnoise = (text) => onEvent({ kind: 'noise', text });
    transport.oninstalling = onInstalling;
  }

  #shakeOn(wire: SessionWire, known: Era | undefined): Promise<Handshake> {
    const { config, handlers } = this.#request;
    const { clientInfo, probePatienceMs } = this.#deps;
    return shakeHands({
      wire,
      choice: config.era,
      known,
      clientInfo,
      capabilities: declaredCapabilities(handlers),
      probePatienceMs,
      prepare: (client) => installHandlers(client, () => this.#wire, handlers),
    });
  }

  #settle(handshake: Handshake): HostSession {
    const wire = this.#wire;
    const { config, handlers, onEvent } = this.#request;
    if (!wire || wire.closed) throw endedEarly(config.name, wire?.closeReason);
    this.#live = new LiveSession({ wire, handshake, handlers, onEvent, stop: () => this.stop(), random: this.#deps.random });
    return this.#live;
  }
}
