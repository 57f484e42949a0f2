import { createServer as createTls } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../fakes/manualClock.ts';
import { authority, signed } from '../../servers/certificates.ts';
import { startHttpProxy, startSocksProxy } from '../../servers/proxies.ts';
import { startWs, type WsOptions, type WsServer } from '../../servers/wsServer.ts';
import { type Connected, type ConnectMore, connect, failure, text, until } from './remote.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const asWs = (more: ConnectMore = {}): ConnectMore => ({ ...more, config: { transport: 'ws', ...more.config } });

async function serve(options?: WsOptions): Promise<WsServer> {
  const server = await startWs(options);
  open.push(server);
  return server;
}

async function meet(options?: WsOptions, more?: ConnectMore): Promise<Connected & { server: WsServer }> {
  const server = await serve(options);
  const connected = await connect(server.url, asWs(more));
  open.push(connected.client);
  return { ...connected, server };
}

const call = (client: Connected['client'], name = 'x') => client.callTool({ name, arguments: {} });
const silentTo = (method: string): WsOptions => ({ onMessage: (message) => message.method === method });

describe('WebSocket', () => {
  it('upgrades with subprotocol, headers and token, and calls', async () => {
    const { client, transport, server } = await meet(
      {},
      { mode: 'auto', config: { headers: { 'X-Key': 'k' } }, deps: { bearer: async () => 'token-1' } },
    );
    expect(transport.kind).toBe('ws');
    expect(server.upgrades).toEqual([expect.objectContaining({ 'sec-websocket-protocol': 'mcp', 'x-key': 'k', authorization: 'Bearer token-1' })]);
    expect(text(await call(client))).toBe('over the socket');
    expect(server.messages.map((message) => message.method)).not.toContain('server/discover');
  });

  it('a server that names no subprotocol is taken all the same', async () => {
    const { client, server, log } = await meet({ plain: true });
    await client.ping();
    expect(server.upgrades).toHaveLength(2);
    expect(log[0]?.text).toContain('no subprotocol');
  });

  it.each([
    [401, {}, 'auth.required', 'asks for a sign-in'],
    [403, {}, 'auth.refused', 'denied access'],
    [404, {}, 'connect.http', '404'],
    [502, {}, 'connect.http', '502 Bad Gateway'],
  ])('an upgrade refused with %i', async (status, headers, code, reason) => {
    const server = await serve({ refuse: () => ({ status, headers, body: 'because' }) });
    const error = await failure(connect(server.url, asWs()));
    expect(error.code).toBe(code);
    expect(error.message).toContain(reason);
  });

  it('a fixed header that is refused is named; a token is refreshed once', async () => {
    const refuse: WsOptions['refuse'] = (headers) => (headers.authorization === 'Bearer new' ? undefined : { status: 401 });
    const server = await serve({ refuse });
    expect((await failure(connect(server.url, asWs({ config: { headers: { Authorization: 'Bearer fixed' } } })))).code).toBe('auth.refused');
    const { client } = await meet({ refuse }, { deps: { bearer: async () => 'old', refreshBearer: async () => 'new' } });
    await client.ping();
  });

  it.each([
    ['nothing new', undefined, 1],
    ['the same again', 'old', 1],
    ['one that is refused too', 'new', 2],
  ])('a refused token and a refresh that brings %s: a sign-in is needed', async (_, fresh, upgrades) => {
    const server = await serve({ refuse: () => ({ status: 401, headers: { 'www-authenticate': 'Bearer scope="mail"' } }) });
    const challenges: (string | undefined)[] = [];
    const deps = {
      bearer: async () => 'old',
      refreshBearer: async () => fresh,
      onChallenge: (_config: unknown, _status: number, header: string | undefined) => void challenges.push(header),
    };
    const error = await failure(connect(server.url, asWs({ deps })));
    expect(error).toMatchObject({ code: 'auth.required', facts: { status: 401 } });
    expect(error.message).toContain('no longer accepts the sign-in');
    expect(server.upgrades).toHaveLength(upgrades);
    expect(challenges).toEqual(Array.from({ length: upgrades }, () => 'Bearer scope="mail"'));
  });

  it.each([200, 400, 405, 426])('%i instead of a WebSocket is said to be that', async (status) => {
    const server = await serve({ refuse: () => ({ status }) });
    const error = await failure(connect(server.url, asWs()));
    expect(error).toMatchObject({ code: 'connect.http', info: { fix: expect.stringContaining('"type": "http"') } });
    expect(error.message).toContain(`did not open a WebSocket (${status}`);
  });

  it('nothing listens', async () => {
    const server = await startWs();
    await server.close();
    expect((await failure(connect(server.url, asWs()))).code).toBe('connect.network');
  });

  it('a close from the other side fails waiting calls at once and says why', async () => {
    const { client, transport, server } = await meet(silentTo('tools/call'));
    const waiting = failure(call(client));
    await until(() => server.messages.some((message) => message.method === 'tools/call'));
    server.sockets[0]?.close(1011, 'out of memory');
    expect((await waiting).code).toBe('call.outcome_unknown');
    expect(transport.closeReason).toMatchObject({ code: 'connect.network', message: expect.stringContaining('1011: out of memory') });
    expect((await failure(transport.send({ jsonrpc: '2.0', id: 7, method: 'ping' }))).code).toBe('call.disconnected');
  });

  it('a cut is named', async () => {
    const { transport, server } = await meet();
    server.sockets[0]?.terminate();
    await until(() => transport.closeReason !== undefined);
    expect(transport.closeReason?.message).toContain('it was cut');
  });

  it('frames that are no JSON-RPC are told and passed over; arrays and binary frames are read', async () => {
    const { client, log } = await meet({
      onMessage: (message, socket) => {
        if (message.method !== 'tools/call') return false;
        socket.send('hello');
        socket.send(Buffer.from(JSON.stringify([{ jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text: 'array' }] } }])));
        return true;
      },
    });
    expect(text(await call(client))).toBe('array');
    expect(log.map((line) => line.text)).toEqual([expect.stringContaining('hello')]);
  });

  it('a message beyond the limit ends the connection with that reason', async () => {
    const { client, transport } = await meet(
      {
        onMessage: (message, socket) => {
          if (message.method === 'tools/call') socket.send('x'.repeat(5000));
          return message.method === 'tools/call';
        },
      },
      { deps: { maxMessageBytes: 2000 } },
    );
    await failure(call(client));
    expect(transport.closeReason?.code).toBe('result.too_large');
  });

  it('k04: a cancelled call is told once, its late answer dropped, the next call fine', async () => {
    const { client, server, errors } = await meet({ onMessage: (message) => message.params?.name === 'slow' });
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'slow', arguments: {} }, { signal: stop.signal }));
    await until(() => server.messages.some((message) => message.method === 'tools/call'));
    stop.abort();
    await waiting;
    server.sockets[0]?.send(JSON.stringify({ jsonrpc: '2.0', id: server.messages.at(-1)?.id, result: { content: [] } }));
    expect(text(await call(client))).toBe('over the socket');
    expect(server.messages.filter((message) => message.method === 'notifications/cancelled')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('closes politely, and does not wait for ever when the other side does not', async () => {
    const { client, server } = await meet();
    const code = new Promise((resolve) => server.sockets[0]?.once('close', resolve));
    await client.close();
    expect(await code).toBe(1000);
    const clock = new ManualClock();
    const deaf = await meet({}, { deps: { clock } });
    deaf.server.sockets[0]?.pause();
    const closing = deaf.client.close();
    await until(() => clock.pending > 0);
    await clock.advance(600);
    await closing;
  });

  it('a peer that answers no ping is given up', async () => {
    const clock = new ManualClock();
    const { transport, server } = await meet({}, { deps: { clock } });
    await clock.advance(30_000);
    await clock.advance(30_000);
    expect(transport.closeReason).toBeUndefined();
    server.sockets[0]?.pause();
    await clock.advance(30_000);
    await clock.advance(30_000);
    await until(() => transport.closeReason !== undefined);
  });

  it.each([
    ['an HTTP proxy', startHttpProxy],
    ['a SOCKS proxy', startSocksProxy],
  ])('goes through %s by a tunnel', async (_, start) => {
    const proxy = await start();
    open.push(proxy);
    const server = await serve();
    const { client } = await connect(server.url.replace('127.0.0.1', 'server.test'), asWs({ deps: { network: { proxy: proxy.url } } }));
    open.push(client);
    await client.ping();
    expect(proxy.asked).toEqual([expect.stringMatching(/^(CONNECT|SOCKS) server\.test:\d+$/)]);
  });

  it('wss, with an authority of the settings', async () => {
    const server = await serve({ server: createTls(signed) as unknown as NonNullable<WsOptions['server']> });
    const url = server.url.replace('ws:', 'wss:');
    expect((await failure(connect(url, asWs()))).code).toBe('connect.tls');
    const { client } = await connect(url, asWs({ deps: { network: { extraCa: [authority] } } }));
    open.push(client);
    await client.ping();
  });
});
