import { ProtocolError } from '@modelcontextprotocol/client';
import type { LiveParts } from './clientSession.ts';
import type { Raw } from './session.ts';
import { isRaw, METHOD_NOT_FOUND } from './sessionErrors.ts';
import type { SessionWire } from './sessionWire.ts';
import { type Subscription, SubscriptionKeeper } from './subscriptionKeeper.ts';

const LISTS = ['tools', 'resources', 'prompts'] as const;
/** For a subscription to one resource, in milliseconds. */
const SUBSCRIBE_TIMEOUT_MS = 30_000;

const flag = (capabilities: Raw, list: string, name: string): boolean => {
  const capability = capabilities[list];
  return isRaw(capability) && capability[name] === true;
};

/** Legacy servers tell of list changes unasked; resources are subscribed one by one (2025-11-25, resources). */
export class LegacyChanges {
  readonly #wire: SessionWire;
  readonly #able: boolean;
  readonly #ended = new AbortController();
  #watched = new Set<string>();

  constructor(wire: SessionWire, capabilities: Raw) {
    this.#wire = wire;
    this.#able = flag(capabilities, 'resources', 'subscribe');
  }

  watch(uris: readonly string[]): void {
    const wanted = new Set(uris);
    for (const uri of wanted) if (!this.#watched.has(uri)) this.#ask('resources/subscribe', uri);
    for (const uri of this.#watched) if (!wanted.has(uri)) this.#ask('resources/unsubscribe', uri);
    this.#watched = wanted;
  }

  stop(): void {
    this.#ended.abort();
  }

  #ask(method: string, uri: string): void {
    if (!this.#able) return;
    const options = { signal: this.#ended.signal, timeoutMs: SUBSCRIBE_TIMEOUT_MS };
    // A server that refuses simply does not tell; whoever watches can still look.
    this.#wire.request({ method, params: { uri }, options }).catch(() => undefined);
  }
}

/** Modern servers tell of everything on one `subscriptions/listen` stream, which names what is wanted (2026-07-28, subscriptions). */
export class ModernChanges {
  readonly #parts: LiveParts;
  readonly #lists: readonly (typeof LISTS)[number][];
  readonly #able: boolean;
  #uris: readonly string[] = [];
  #keeper: SubscriptionKeeper | undefined;

  constructor(parts: LiveParts, capabilities: Raw) {
    this.#parts = parts;
    this.#lists = LISTS.filter((list) => flag(capabilities, list, 'listChanged'));
    this.#able = flag(capabilities, 'resources', 'subscribe');
    this.#listen();
  }

  watch(uris: readonly string[]): void {
    if (!this.#able || uris.join('\n') === this.#uris.join('\n')) return;
    this.#uris = [...uris];
    this.#listen();
  }

  stop(): void {
    this.#keeper?.stop();
    this.#keeper = undefined;
  }

  #listen(): void {
    this.stop();
    if (this.#lists.length === 0 && this.#uris.length === 0) return;
    const { wire, random, onEvent } = this.#parts;
    this.#keeper = new SubscriptionKeeper({
      open: () => this.#open(),
      onReopened: () => {
        for (const list of this.#lists) onEvent({ kind: 'list-changed', list });
        for (const uri of this.#uris) onEvent({ kind: 'resource-updated', uri });
      },
      clock: wire.clock,
      random,
    });
    void this.#keeper.start();
  }

  async #open(): Promise<Subscription | undefined> {
    const filter = {
      ...Object.fromEntries(this.#lists.map((list) => [`${list}ListChanged`, true])),
      ...(this.#uris.length > 0 && { resourceSubscriptions: [...this.#uris] }),
    };
    try {
      return await this.#parts.handshake.client.listen(filter);
    } catch (error) {
      // Declared but not there: asking again and again would not bring it.
      if (error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return undefined;
      throw error;
    }
  }
}
