import { createServer as createTls } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../../../main/core/transports/transportError.ts';
import { authority, selfSigned, signed } from '../../servers/certificates.ts';
import { startFake } from '../../servers/fakeHttp.ts';
import { startHttpProxy, startSocksProxy } from '../../servers/proxies.ts';
import { idOf, json, methodOf, type RawHttp, type Seen, startRaw } from '../../servers/rawHttp.ts';
import { type ConnectMore, connect, failure, text, until } from './remote.ts';

/** Below HTTP: TLS, proxies, dead hosts, idle sockets, three errors in a row. */
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const keep = <T extends { close(): Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

async function meet(url: string, more?: ConnectMore) {
  const connected = await connect(url, more);
  open.push(connected.client);
  return connected;
}

const INITIALIZED = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } };

/** A server that knows the handshake; the test answers the rest. */
function handshakeThen(handle: (seen: Seen, response: Parameters<Parameters<typeof startRaw>[0]>[1]) => void): Parameters<typeof startRaw>[0] {
  return (seen, response) => {
    if (seen.method === 'GET') response.writeHead(405).end();
    else if (methodOf(seen) === 'initialize') json(response, { jsonrpc: '2.0', id: idOf(seen), result: INITIALIZED });
    else if (methodOf(seen).startsWith('notifications/')) response.writeHead(202).end();
    else handle(seen, response);
  };
}
const answer = (seen: Seen, result: unknown = { content: [{ type: 'text', text: 'ok' }] }) => ({ jsonrpc: '2.0', id: idOf(seen), result });

describe('TLS', () => {
  const serve = (pair: { cert: string; key: string }): Promise<RawHttp> =>
    startRaw(
      handshakeThen((seen, response) => json(response, answer(seen))),
      { server: createTls(pair) },
    ).then(keep);
  const secure = (server: RawHttp): string => server.url.replace('http:', 'https:');

  it('a self-signed certificate is refused and the way out is named', async () => {
    const error = await failure(connect(secure(await serve(selfSigned))));
    expect(error).toMatchObject({ code: 'connect.tls', info: { fix: expect.stringContaining('self-signed') } });
  });

  it('it is taken by explicit choice', async () => {
    await meet(secure(await serve(selfSigned)), { config: { allowSelfSigned: true } });
  });

  it('an own authority is trusted when it is in the settings, and no other', async () => {
    const server = await serve(signed);
    await meet(secure(server), { deps: { network: { extraCa: [authority] } } });
    expect((await failure(connect(secure(server), { deps: { network: { extraCa: [selfSigned.cert] } } }))).code).toBe('connect.tls');
  });

  it('https to a server without TLS says so', async () => {
    const server = keep(await startRaw((_, response) => response.end()));
    const error = await failure(connect(secure(server)));
    expect(error.code).toBe('connect.tls');
    expect(error.message).toContain('does not speak TLS');
  });
});

describe('proxies (TRN-8)', () => {
  it('plain HTTP goes through the proxy, and so do redirects', async () => {
    const fake = keep(
      await startFake({
        path: '/mcp/',
        urlPath: '/mcp',
        routes: [{ match: { path: '/mcp' }, respond: { status: 307, headers: { location: '/mcp/' } } }],
      }),
    );
    const proxy = keep(await startHttpProxy());
    const { client } = await meet(fake.url.replace('127.0.0.1', 'server.test'), { deps: { network: { proxy: proxy.url } } });
    expect(text(await client.callTool({ name: 'echo', arguments: { text: 'via' } }))).toContain('via');
    expect(proxy.asked[0]).toContain('server.test');
  });

  it('HTTPS goes through a tunnel', async () => {
    const server = keep(
      await startRaw(
        handshakeThen((seen, response) => json(response, answer(seen))),
        { server: createTls(signed) },
      ),
    );
    const proxy = keep(await startHttpProxy('user:pass word'));
    const network = { proxy: proxy.url.replace('//', '//user:pass%20word@'), extraCa: [authority] };
    const failed = await failure(connect(`https://server.test:${server.port}/mcp`, { deps: { network } }));
    // The tunnel is there; the certificate is for localhost only.
    expect(failed.code).toBe('connect.tls');
    expect(proxy.asked).toEqual([`CONNECT server.test:${server.port}`]);
    await meet(`https://server.test:${server.port}/mcp`, { config: { allowSelfSigned: true }, deps: { network } });
  });

  it('a proxy that asks for a login is named', async () => {
    const proxy = keep(await startHttpProxy('user:pass'));
    const error = await failure(connect('https://server.test/mcp', { deps: { network: { proxy: proxy.url } } }));
    expect(error.code).toBe('connect.network');
    expect(error.message).toContain('the proxy asks for a login');
  });

  it('SOCKS5', async () => {
    const fake = keep(await startFake({}));
    const proxy = keep(await startSocksProxy());
    const { client } = await meet(fake.url.replace('127.0.0.1', 'server.test'), { deps: { network: { proxy: proxy.url } } });
    await client.ping();
    expect(proxy.asked[0]).toContain('server.test');
  });
});

describe('servers that cannot be reached', () => {
  it.each(['legacy', 'auto'] as const)('nothing listens (%s)', async (mode) => {
    const server = await startRaw(() => undefined);
    await server.close();
    const error = await failure(connect(server.url, { mode }));
    expect(error.code).toBe('connect.network');
    expect(error.message).toContain(server.url);
    expect(factsOf(error)).toMatchObject({ networkDown: true, unsent: true });
  });

  it('the name is unknown', async () => {
    expect((await failure(connect('http://nowhere.invalid/mcp'))).message).toContain('host name');
  });

  it('what listens is no HTTP', async () => {
    const tcp = createTcp((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const error = await failure(connect(`http://127.0.0.1:${(tcp.address() as AddressInfo).port}/mcp`));
    tcp.close();
    expect(error.code).toBe('connect.protocol');
    expect(error.message).toContain('does not speak HTTP');
  });

  it('CON-9: three network errors in a row end the connection with their reason; an answer between resets the count', async () => {
    let broken = true;
    const server = keep(
      await startRaw(
        handshakeThen((seen, response) => {
          if (broken) response.destroy();
          else json(response, answer(seen));
        }),
      ),
    );
    const { client, transport } = await meet(server.url);
    let closed = 0;
    const sdkClose = transport.onclose;
    transport.onclose = () => {
      closed += 1;
      sdkClose?.();
    };
    const call = () => client.callTool({ name: 'x', arguments: {} });
    for (let k = 0; k < 2; k += 1) expect((await failure(call())).code).toBe('call.outcome_unknown');
    broken = false;
    await call();
    broken = true;
    for (let k = 0; k < 2; k += 1) await failure(call());
    expect(closed).toBe(0);
    expect((await failure(call())).code).toBe('call.outcome_unknown');
    await until(() => closed > 0);
    expect(transport.closeReason).toMatchObject({ code: 'connect.network' });
    expect((await failure(transport.send({ jsonrpc: '2.0', id: 9, method: 'ping' }))).code).toBe('call.disconnected');
  });
});

describe('idle connections', () => {
  const closeAfterFirst = async () => {
    const calls = new Map<string, number>();
    const server = keep(
      await startRaw(
        handshakeThen((seen, response) => {
          const method = methodOf(seen);
          calls.set(method, (calls.get(method) ?? 0) + 1);
          // Every second request meets a connection that the server is just closing.
          if (seen.headers.connection !== 'close' && calls.get(method) === 1) response.socket?.resetAndDestroy();
          else json(response, answer(seen, method === 'tools/list' ? { tools: [] } : undefined));
        }),
      ),
    );
    return { server, calls, ...(await meet(server.url)) };
  };

  it('what only reads is sent again at once', async () => {
    const { client, calls } = await closeAfterFirst();
    await client.listTools();
    expect(calls.get('tools/list')).toBe(2);
  });

  it('a call is not: the server may have run it', async () => {
    const { client, calls } = await closeAfterFirst();
    expect((await failure(client.callTool({ name: 'x', arguments: {} }))).code).toBe('call.outcome_unknown');
    expect(calls.get('tools/call')).toBe(1);
  });

  it('one connection serves many calls', async () => {
    const server = keep(await startRaw(handshakeThen((seen, response) => json(response, answer(seen)))));
    const ports = new Set<unknown>();
    server.server.on('connection', (socket) => ports.add(socket));
    const { client } = await meet(server.url);
    await client.callTool({ name: 'x', arguments: {} });
    const before = ports.size;
    for (let k = 0; k < 20; k += 1) await client.callTool({ name: 'x', arguments: {} });
    expect(ports.size).toBe(before);
  });
});
