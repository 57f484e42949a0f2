import { type Dispatcher, fetch as undiciFetch } from 'undici';
import type { NetworkSettings } from '../transport.ts';
import { createDispatcher } from './dispatcher.ts';

/** `fetch` for language models, and the end of its connections. */
export interface PooledFetch {
  fetch: typeof fetch;
  dispose(): Promise<void>;
}

/**
 * `fetch` through the proxies and certificate authorities of the settings (TRN-8), with one pool of connections an origin. The settings are
 * asked at each request: a changed proxy counts from the next one on, and what still runs over the old way may end there.
 */
export function createPooledFetch(network: () => NetworkSettings): PooledFetch {
  const pools = new Map<string, { way: string; dispatcher: Dispatcher }>();

  function poolFor(url: URL): Dispatcher {
    const now = network();
    const way = JSON.stringify(now);
    const old = pools.get(url.origin);
    if (old?.way === way) return old.dispatcher;
    if (old) void old.dispatcher.close().catch(() => undefined);
    const dispatcher = createDispatcher({ url, network: now });
    pools.set(url.origin, { way, dispatcher });
    return dispatcher;
  }

  // The package's own fetch goes with the package's own pools; its types are its own too, its objects behave as the global ones.
  const send = undiciFetch as unknown as (url: string, init: Omit<RequestInit, 'dispatcher'> & { dispatcher: Dispatcher }) => Promise<Response>;
  return {
    fetch: (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const request = input instanceof Request ? { method: input.method, headers: [...input.headers], body: input.body, signal: input.signal } : {};
      return send(url.href, { ...request, ...init, ...(init.headers ? { headers: [...new Headers(init.headers)] } : {}), dispatcher: poolFor(url) });
    },
    async dispose() {
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy().catch(() => undefined)));
    },
  };
}
