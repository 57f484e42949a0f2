import { fetch as undiciFetch } from 'undici';
import { HostError } from '../../base/hostError.ts';
import type { RemoteConfig } from '../../config/serverConfig.ts';
import { classifyNetworkError } from '../networkError.ts';
import type { NetworkSettings } from '../transport.ts';
import { createDispatcher } from './dispatcher.ts';
import { showUrl } from './endpoint.ts';

/** Longest wait for a login server, in milliseconds. A renewal makes three requests at most and must end before its lock counts as stale. */
const LIMIT_MS = 12_000;
/** Metadata and tokens are small. */
const MAX_BYTES = 1024 * 1024;

/** Requests of the sign-in. */
export type LoginFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for the few small requests of a sign-in: through the same proxies and authorities as the server's own messages, limited in time
 * and size, answers read whole, redirects never followed by itself. Rejects with a HostError
 * `connect.network`, or with the reason of the caller's own signal.
 */
export function createLoginFetch(config: RemoteConfig, network: NetworkSettings | undefined, limitMs = LIMIT_MS): LoginFetch {
  return async (address, init = {}) => {
    const url = new URL(address);
    // The entry vouches for its own server's certificate, not for the login server's.
    const own = URL.parse(config.url)?.origin === url.origin;
    const dispatcher = createDispatcher({ url, network, allowSelfSigned: own && config.allowSelfSigned === true });
    try {
      const answer = await undiciFetch(url, {
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers)],
        redirect: 'manual',
        signal: init.signal ? AbortSignal.any([init.signal, AbortSignal.timeout(limitMs)]) : AbortSignal.timeout(limitMs),
        dispatcher,
        ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      });
      const body = await readWhole(answer.body);
      const headers = [...answer.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
      return new Response(NO_BODY.has(answer.status) ? null : body, { status: answer.status, headers });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw unreachable(config.name, url, limitMs, error);
    } finally {
      void dispatcher.destroy().catch(() => undefined);
    }
  };
}

const NO_BODY = new Set([204, 205, 304]);

async function readWhole(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreachable(server: string, url: URL, limitMs: number, error: unknown): HostError {
  const slow = (error as Error).name === 'TimeoutError';
  const cause = (error as Error).cause ?? error;
  const fault = classifyNetworkError(cause);
  const why = slow ? `no answer within ${Math.round(limitMs / 1000)} s` : fault.reason;
  return new HostError(
    fault.kind === 'tls' ? 'connect.tls' : 'connect.network',
    `${showUrl(url)}, needed to sign in to "${server}", cannot be reached: ${why}.`,
    {
      fix: slow ? 'Check the network, then try again.' : fault.fix,
      params: { server, at: showUrl(url) },
      cause: error,
    },
  );
}
