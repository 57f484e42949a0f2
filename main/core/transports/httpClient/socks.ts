import { connect, type Socket } from 'node:net';

const TIMEOUT = 10_000;
const REPLIES = new Map([
  [2, 'it is not allowed'],
  [3, 'the network is not reachable'],
  [4, 'the host is not reachable'],
  [5, 'the connection was refused'],
]);

/** A connection to `host:port` through a SOCKS5 proxy, with the proxy's login if its address has one (RFC 1928, 1929). The proxy looks the name up. */
export async function openSocks(proxy: URL, host: string, port: number): Promise<Socket> {
  const socket = connect({ host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(proxy.port || 1080) });
  socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('SOCKS: the proxy does not answer')));
  try {
    await negotiate(reader(socket), socket, proxy, host, port);
    socket.setTimeout(0);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}

async function negotiate(read: (count: number) => Promise<Buffer>, socket: Socket, proxy: URL, host: string, port: number): Promise<void> {
  const user = Buffer.from(decodeURIComponent(proxy.username));
  const password = Buffer.from(decodeURIComponent(proxy.password));
  const methods = user.length > 0 ? [0, 2] : [0];
  socket.write(Buffer.from([5, methods.length, ...methods]));
  const [version, method] = await read(2);
  if (version !== 5 || method === 255) throw socksError(method === 255 ? '407' : 'it does not speak SOCKS5');
  if (method === 2) {
    socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]));
    if ((await read(2))[1] !== 0) throw socksError('407');
  }
  const name = Buffer.from(host.replace(/^\[(.*)\]$/, '$1'));
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]));
  const [, reply, , kind] = await read(4);
  if (reply !== 0) throw socksError(REPLIES.get(reply ?? 1) ?? `code ${reply}`);
  // The address it is bound to is of no use, but stands before the data.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await read(1))[0] ?? 0);
  await read(length + 2);
}

/** Reads exact numbers of bytes; what comes early stays in the socket. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  let failed: Error | undefined;
  socket.once('error', (error) => {
    failed = error;
  });
  return (count) =>
    new Promise((resolve, reject) => {
      const attempt = (): void => {
        const chunk = failed ? null : (socket.read(count) as Buffer | null);
        if (failed || chunk?.length === count) done(failed, chunk ?? undefined);
      };
      const gone = (): void => done(failed ?? socksError('it closed the connection'));
      const done = (error: Error | undefined, chunk?: Buffer): void => {
        socket.off('readable', attempt).off('close', gone);
        if (chunk) resolve(chunk);
        else reject(error);
      };
      socket.on('readable', attempt).on('close', gone);
      attempt();
    });
}

const socksError = (what: string): Error =>
  Object.assign(new Error(`SOCKS: Proxy response (${what}) !== 200 when HTTP Tunneling`), { code: 'ESOCKS' });
