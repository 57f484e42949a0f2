import type { Client } from '@modelcontextprotocol/client';
import type { LiveParts } from './clientSession.ts';
import type { Raw, SessionEvent, SessionHandlers } from './session.ts';
import { isRaw } from './sessionErrors.ts';
import { logText } from './sessionHandlers.ts';
import type { SessionWire } from './sessionWire.ts';
import { SubscriptionKeeper } from './subscriptionKeeper.ts';

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

/** Lets a server's requests reach those who answer them; each one stops the clocks of the calls that wait for its outcome. */
export function installHandlers(client: Client, wire: () => SessionWire | undefined, handlers: SessionHandlers): void {
  const { sampling, elicitation, roots } = handlers;
  const patiently = async (answer: () => Promise<Raw>): Promise<Raw> => {
    const resume = wire()?.pauseClocks();
    try {
      return await answer();
    } finally {
      resume?.();
    }
  };
  if (sampling) {
    client.setRequestHandler('sampling/createMessage', (async (request: { params: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      patiently(() => sampling(request.params as Raw, context.mcpReq.signal))) as never);
  }
  if (elicitation) {
    client.setRequestHandler('elicitation/create', (async (request: { params: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      patiently(() => elicitation(request.params as Raw, context.mcpReq.signal))) as never);
  }
  if (roots) client.setRequestHandler('roots/list', async () => ({ roots: await roots() }));
}

/** Longest wait for a page the user opened to be done with, in milliseconds; then the request is simply tried again. */
const PAGE_PATIENCE_MS = 600_000;

/** What a live session hears without asking: notifications of the wire, and in the modern era the stream they come on. */
export function listenForChanges(
  { wire, handshake, onEvent, random }: LiveParts,
  capabilities: Raw,
): { stop(): void; elicitationDone(id: string, signal: AbortSignal): Promise<void> } {
  const waiting = new Map<string, Set<() => void>>();
  wire.onNotification = (method, params) => {
    if (method === 'notifications/elicitation/complete') for (const done of waiting.get(String(params.elicitationId)) ?? []) done();
    const event = toEvent(method, params, wire.clock.now());
    if (event) onEvent(event);
  };
  const keeper = handshake.era === 'modern' ? keepListening({ wire, handshake, onEvent, random }, capabilities) : undefined;
  return {
    stop: () => keeper?.stop(),
    elicitationDone: (id, signal) =>
      new Promise((resolve) => {
        const waiters = waiting.get(id) ?? new Set();
        waiting.set(id, waiters);
        const timer = wire.clock.after(PAGE_PATIENCE_MS, () => done());
        const done = (): void => {
          timer.cancel();
          waiters.delete(done);
          if (waiters.size === 0) waiting.delete(id);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiters.add(done);
        signal.addEventListener('abort', done, { once: true });
      }),
  };
}

function keepListening(
  { wire, handshake, onEvent, random }: Pick<LiveParts, 'wire' | 'handshake' | 'onEvent' | 'random'>,
  capabilities: Raw,
): SubscriptionKeeper | undefined {
  const changing = (['tools', 'resources', 'prompts'] as const).filter((list) => {
    const capability = capabilities[list];
    return isRaw(capability) && capability.listChanged === true;
  });
  if (changing.length === 0) return undefined;
  const filter = Object.fromEntries(changing.map((list) => [`${list}ListChanged`, true]));
  const keeper = new SubscriptionKeeper({
    open: () => handshake.client.listen(filter),
    onReopened: () => {
      for (const list of changing) onEvent({ kind: 'list-changed', list });
    },
    clock: wire.clock,
    random,
  });
  void keeper.start();
  return keeper;
}
