import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface RawHttp {
  url: string;
  port: number;
  seen: Seen[];
  /** Resolves when the request of that number (from 1) has arrived. */
  arrived(count: number): Promise<void>;
  sockets: Set<Socket>;
  server: Server;
  close(): Promise<void>;
}

export type Handler = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void;

/** A server whose every answer is a function of the test. */
export async function startRaw(handler: Handler, options: { path?: string; server?: Server } = {}): Promise<RawHttp> {
  const server = options.server ?? createServer();
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let waiters: { count: number; resolve: () => void }[] = [];
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      seen.push(entry);
      for (const { resolve } of waiters.filter(({ count }) => seen.length >= count)) resolve();
      waiters = waiters.filter(({ count }) => seen.length < count);
      handler(entry, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${options.path ?? '/mcp'}`,
    port,
    seen,
    sockets,
    server,
    arrived: (count) => (seen.length >= count ? Promise.resolve() : new Promise((resolve) => waiters.push({ count, resolve }))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The id of a JSON-RPC body. */
export const idOf = (seen: Seen): unknown => (JSON.parse(seen.body) as { id?: unknown }).id;
export const methodOf = (seen: Seen): string => (seen.body ? ((JSON.parse(seen.body) as { method?: string }).method ?? '') : '');

export function json(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
