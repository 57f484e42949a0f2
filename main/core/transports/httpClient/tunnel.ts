import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import { isSocks } from './proxyFor.ts';
import { openSocks } from './socks.ts';

export interface TlsOptions {
  ca?: string[];
  rejectUnauthorized?: false;
}

type Created = (error: Error | null, socket?: Socket) => void;

/** For pools: each connection goes through the SOCKS proxy. (HTTP proxies are undici's own business.) */
export function socksConnector(proxy: string, tls: TlsOptions): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    const secure = protocol === 'https:';
    openTunnel(proxy, { host: hostname, port: Number(port || (secure ? 443 : 80)), secure }, tls).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

/** A `createConnection` that reaches `target` through any proxy. RFC 6455 4.1 wants a tunnel, also for `ws:`. */
export function tunnelThrough(proxy: string, target: URL, tls: TlsOptions): (options: unknown, created: Created) => undefined {
  const secure = target.protocol === 'wss:' || target.protocol === 'https:';
  const port = Number(target.port || (secure ? 443 : 80));
  return (_options, created) => {
    openTunnel(proxy, { host: target.hostname, port, secure }, tls).then(
      (socket) => created(null, socket),
      (error: unknown) => created(asError(error)),
    );
    return undefined;
  };
}

async function openTunnel(proxy: string, target: { host: string; port: number; secure: boolean }, tls: TlsOptions): Promise<Socket> {
  const url = new URL(proxy);
  const socket = isSocks(proxy) ? await openSocks(url, target.host, target.port) : await connectVia(url, `${target.host}:${target.port}`, tls);
  return target.secure ? upgradeToTls(socket, target.host, tls) : socket;
}

async function connectVia(proxy: URL, authority: string, tls: TlsOptions): Promise<Socket> {
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const login = proxy.username ? { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` } : {};
  const client = new Client(proxy.origin, { connect: tls });
  const { socket, statusCode } = await client.connect({ path: authority, headers: { host: authority, ...login } });
  if (statusCode === 200) return socket as Socket;
  socket.on('error', () => undefined).destroy();
  throw new Error(`Proxy response (${statusCode}) !== 200 when HTTP Tunneling`);
}

function upgradeToTls(socket: Socket, host: string, tls: TlsOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({ ...tls, socket, servername: host });
    secured.once('error', reject);
    secured.once('secureConnect', () => {
      secured.off('error', reject);
      resolve(secured);
    });
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
