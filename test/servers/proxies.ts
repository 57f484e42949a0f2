import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net';

export interface TestProxy {
  url: string;
  /** What was asked of it: `CONNECT host:port`, `POST http://…` or `SOCKS host:port`. */
  asked: string[];
  close(): Promise<void>;
}

/** An HTTP proxy that sends every host to 127.0.0.1, so that tests can use made-up names. `login`: the Basic pair it wants. */
export async function startHttpProxy(login?: string): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const denied = (header: string | undefined): boolean => login !== undefined && header !== `Basic ${Buffer.from(login).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (denied(incoming.headers['proxy-authorization'])) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
      return;
    }
    const url = new URL(incoming.url ?? '');
    const onward = httpRequest(
      { host: '127.0.0.1', port: url.port, path: url.pathname, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => undefined);
    if (denied(incoming.headers['proxy-authorization'])) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    join(socket, Number(incoming.url?.split(':').at(-1)), 'HTTP/1.1 200 Connection established\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A SOCKS5 proxy without login, for names (RFC 1928); every host is 127.0.0.1. */
export async function startSocksProxy(): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (ask: Buffer) => {
        const length = ask[4] ?? 0;
        const port = ask.readUInt16BE(5 + length);
        asked.push(`SOCKS ${ask.subarray(5, 5 + length).toString()}:${port}`);
        join(socket, port, Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function join(socket: Socket, port: number, greeting: string | Buffer): void {
  const onward = connect(port, '127.0.0.1', () => {
    socket.write(greeting);
    socket.pipe(onward);
    onward.pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}
