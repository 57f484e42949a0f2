import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { isSocks } from './proxyFor.ts';

type Created = (error: Error | null, socket?: Socket) => void;

/** A `createConnection` that reaches `target` through an HTTP proxy by CONNECT (RFC 6455 4.1 wants a tunnel, also for `ws:`). */
export function tunnelThrough(
  proxy: string,
  target: URL,
  tls: { ca?: string[]; rejectUnauthorized?: false },
): (options: unknown, created: Created) => undefined {
  const secure = target.protocol === 'wss:' || target.protocol === 'https:';
  const host = target.hostname;
  const port = target.port || (secure ? '443' : '80');
  return (_options, created) => {
    openTunnel(proxy, `${host}:${port}`, tls)
      .then((socket) => (secure ? upgradeToTls(socket, host, tls, created) : created(null, socket)))
      .catch((error: unknown) => created(error instanceof Error ? error : new Error(String(error))));
    return undefined;
  };
}

async function openTunnel(proxy: string, authority: string, tls: { ca?: string[]; rejectUnauthorized?: false }): Promise<Socket> {
  if (isSocks(proxy)) throw new Error('Proxy response (SOCKS is not available for WebSocket) !== 200 when HTTP Tunneling');
  const url = new URL(proxy);
  const login = url.username
    ? `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
    : undefined;
  const client = new Client(url.origin, { connect: tls });
  const { socket, statusCode } = await client.connect({
    path: authority,
    headers: { host: authority, ...(login ? { 'proxy-authorization': login } : {}) },
  });
  if (statusCode !== 200) {
    socket.on('error', () => undefined).destroy();
    throw new Error(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`);
  }
  return socket as Socket;
}

function upgradeToTls(socket: Socket, host: string, tls: { ca?: string[]; rejectUnauthorized?: false }, created: Created): void {
  const secured = connectTls({ ...tls, socket, servername: host });
  secured.once('secureConnect', () => created(null, secured));
  secured.once('error', (error) => created(error));
}
