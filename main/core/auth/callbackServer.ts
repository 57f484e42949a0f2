import { timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred } from '../base/deferred.ts';
import { HostError } from '../base/hostError.ts';
import { callbackPage, PAGE_HEADERS, type PageKind, type PageLanguage } from './callbackPage.ts';

export interface CallbackOptions {
  /** The entry's name, for messages. */
  server: string;
  /** The random text this attempt sent along; only an answer that brings it back counts. */
  state: string;
  /** Ports to try in this order; a free one when none can be had. */
  preferred: readonly number[];
  /** The client is registered for the first preferred port: no other will do. */
  fixed: boolean;
  language: () => PageLanguage;
}

/** The listener of one sign-in. */
export interface Callback {
  readonly redirectUri: string;
  /** The answer of the login server to this attempt; never rejects, stays open when nothing comes. */
  readonly answer: Promise<URLSearchParams>;
  /** An address the user pasted instead of being sent to us. @throws HostError `host.bad_input` for one that is not of this attempt. */
  take(address: string): void;
  close(): void;
}

const PATH = '/callback';

/** Listens on this machine only, before the browser is opened (a07). Rejects with a HostError when a fixed port is taken. */
export async function openCallback(options: CallbackOptions): Promise<Callback> {
  const { server, state, language } = options;
  const { promise: answer, resolve } = deferred<URLSearchParams>();
  let used = false;
  let port = 0;

  /** What becomes of an answer; the first one with our state is the only one. */
  function judge(params: URLSearchParams): PageKind {
    if (!isSame(params.get('state'), state)) return 'foreign';
    if (used) return 'used';
    if (!params.get('code') && !params.get('error')) return 'nothing';
    used = true;
    resolve(params);
    return params.has('error') ? 'declined' : 'done';
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '', `http://127.0.0.1:${port}`);
    // Another name in Host is a page elsewhere whose name was bent to this machine.
    const ours = request.headers.host === `127.0.0.1:${port}` && request.method === 'GET' && url?.pathname === PATH;
    const kind = ours && url ? judge(url.searchParams) : 'nothing';
    response.writeHead(STATUS[kind], PAGE_HEADERS).end(callbackPage(kind, language()));
  }

  const listener = http.createServer({ maxHeaderSize: 32 * 1024 }, serve);
  listener.unref();
  port = await listen(listener, options);
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    answer,
    take(address) {
      const url = URL.parse(address.trim());
      const kind = url ? judge(url.searchParams) : 'nothing';
      if (kind === 'done' || kind === 'declined' || kind === 'used') return;
      const message =
        kind === 'foreign'
          ? `That address belongs to another sign-in, not to this one to "${server}".`
          : 'That is not the address the login ended at.';
      throw new HostError('host.bad_input', message, { fix: `Copy the whole address line that begins with http://127.0.0.1:${port}${PATH}.` });
    },
    close() {
      listener.close();
      // The browser keeps connections open that would hold the port.
      listener.closeIdleConnections();
    },
  };
}

const STATUS: Record<PageKind, number> = { done: 200, declined: 200, used: 410, foreign: 400, nothing: 404 };

async function listen(listener: http.Server, { server, preferred, fixed }: CallbackOptions): Promise<number> {
  for (const port of fixed ? preferred.slice(0, 1) : [...preferred, 0]) {
    try {
      return await listenOn(listener, port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (!fixed && port !== 0 && (code === 'EADDRINUSE' || code === 'EACCES')) continue;
      throw new HostError(
        'host.unavailable',
        `The sign-in to "${server}" cannot listen on port ${port || 'of its choice'} (${code ?? 'unknown reason'}).`,
        {
          fix: fixed
            ? `Close the program that uses port ${port}, or register another address and change "oauth.callbackPort" of the entry.`
            : 'Try again.',
          params: { server, port },
          cause: error,
        },
      );
    }
  }
  throw new Error('A free port is always tried last.');
}

function listenOn(listener: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      listener.off('error', reject);
      resolve((listener.address() as AddressInfo).port);
    });
  });
}

function isSame(given: string | null, wanted: string): boolean {
  if (given === null) return false;
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}
