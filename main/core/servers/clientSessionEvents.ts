import type { Client } from '@modelcontextprotocol/client';
import type { LiveParts } from './clientSession.ts';
import { LegacyChanges, ModernChanges } from './clientSessionChanges.ts';
import { PagesInProgress } from './pagesInProgress.ts';
import type { Raw, SessionEvent, SessionHandlers } from './session.ts';
import { logText } from './sessionHandlers.ts';
import type { SessionWire } from './sessionWire.ts';

const LIST_CHANGED: Record<string, 'tools' | 'resources' | 'prompts'> = {
  'notifications/tools/list_changed': 'tools',
  'notifications/resources/list_changed': 'resources',
  'notifications/prompts/list_changed': 'prompts',
};

/** A server's notification as an event of the session, if it is one. */
export function toEvent(method: string, params: Raw, now: number): SessionEvent | undefined {
  const list = Object.hasOwn(LIST_CHANGED, method) ? LIST_CHANGED[method] : undefined;
  // Heeded whether or not the server declared it: a list that changed is stale either way.
  if (list) return { kind: 'list-changed', list };
  if (method === 'notifications/resources/updated' && typeof params.uri === 'string') return { kind: 'resource-updated', uri: params.uri };
  if (method === 'notifications/message') return { kind: 'log', line: { at: now, source: 'server', text: logText(params) } };
  return undefined;
}

/**
 * Lets a server's requests reach those who answer them. Each one stops the clocks of the calls that wait for its outcome, and ends
 * when the last of these calls is stopped: nobody should be asked for the sake of a call that is over.
 */
export function installHandlers(client: Client, wire: () => SessionWire | undefined, handlers: SessionHandlers): void {
  const { sampling, elicitation, roots } = handlers;
  const patiently = async (signal: AbortSignal, answer: (signal: AbortSignal) => Promise<Raw>): Promise<Raw> => {
    const waited = wire()?.untilNobodyWaits();
    const resume = wire()?.pauseClocks();
    try {
      return await answer(waited ? AbortSignal.any([signal, waited.signal]) : signal);
    } finally {
      resume?.();
      waited?.end();
    }
  };
  if (sampling) {
    client.setRequestHandler('sampling/createMessage', (async (request: { params: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      patiently(context.mcpReq.signal, (signal) => sampling(request.params as Raw, signal))) as never);
  }
  if (elicitation) {
    client.setRequestHandler('elicitation/create', (async (request: { params: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      patiently(context.mcpReq.signal, (signal) => elicitation(request.params as Raw, signal))) as never);
  }
  if (roots) client.setRequestHandler('roots/list', async () => ({ roots: await roots() }));
}

export interface Listening {
  stop(): void;
  /** The resources whose changes are wanted. */
  watch(uris: readonly string[]): void;
  /** Resolves when the page of this elicitation is done with, by notification or after long patience. */
  elicitationDone(id: string, signal: AbortSignal): Promise<void>;
}

/** What a live session hears without asking: notifications of the wire, and in the modern era the stream they come on. */
export function listenForChanges(parts: LiveParts, capabilities: Raw): Listening {
  const { wire, handshake, onEvent } = parts;
  const pages = new PagesInProgress(wire.clock);
  wire.onNotification = (method, params) => {
    if (method === 'notifications/elicitation/complete') pages.done(String(params.elicitationId));
    const event = toEvent(method, params, wire.clock.now());
    if (event) onEvent(event);
  };
  const changes = handshake.era === 'modern' ? new ModernChanges(parts, capabilities) : new LegacyChanges(wire, capabilities);
  return {
    stop: () => changes.stop(),
    watch: (uris) => changes.watch(uris),
    elicitationDone: (id, signal) => pages.wait(id, signal),
  };
}
