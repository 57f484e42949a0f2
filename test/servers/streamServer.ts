import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of a fake provider. `write` streams events; the helper ends the response unless the connection was destroyed. */
export interface FakeReply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  stream?: (out: StreamOut) => Promise<void> | void;
}

export interface StreamOut {
  /** Writes raw text. */
  write(text: string): void;
  /** Cuts the connection without an ending. */
  destroy(): void;
  /** Resolves when the client is gone. */
  readonly gone: Promise<void>;
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** True once the client went away before the answer was whole. */
  aborted: boolean;
}

export interface StreamServer {
  origin: string;
  requests: SeenRequest[];
  /** Resolves with the n-th request (from 0) once it has arrived. */
  request(n: number): Promise<SeenRequest>;
  close(): Promise<void>;
}

/** A real HTTP server that gives the replies in order; the last one is repeated. */
export async function startStreamServer(replies: readonly FakeReply[], get?: (path: string) => FakeReply | undefined): Promise<StreamServer> {
  const requests: SeenRequest[] = [];
  const waiting: (() => void)[] = [];
  let posts = 0;

  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const seen: SeenRequest = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      aborted: false,
    };
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    const reply = message.method === 'GET' ? get?.(seen.path) : replies[Math.min(posts++, replies.length - 1)];
    requests.push(seen);
    for (const wake of waiting.splice(0)) wake();
    await answer(response, reply ?? { status: 404, json: { error: { message: 'not here' } } });
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async request(n) {
      while (requests.length <= n) await new Promise<void>((resolve) => waiting.push(resolve));
      return requests[n] as SeenRequest;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(response: ServerResponse, reply: FakeReply): Promise<void> {
  if (!reply.stream) {
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json ?? {}));
    return;
  }
  response.writeHead(reply.status ?? 200, { 'content-type': 'text/event-stream', ...reply.headers });
  const gone = new Promise<void>((resolve) => response.on('close', resolve));
  await reply.stream({ write: (text) => void response.write(text), destroy: () => response.destroy(), gone });
  if (!response.destroyed) response.end();
}
