import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../../../main/core/transports/transportError.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { type OldSse, type OldSseOptions, startOldSse } from '../../servers/oldSse.ts';
import { json, methodOf } from '../../servers/rawHttp.ts';
import { type Connected, type ConnectMore, connect, failure, text, until } from './remote.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const asSse = (more: ConnectMore): ConnectMore => ({ ...more, config: { transport: 'sse', ...more.config } });

async function serve(options?: OldSseOptions): Promise<OldSse> {
  const server = await startOldSse(options);
  open.push(server);
  return server;
}

async function meet(options: OldSseOptions = {}, more: ConnectMore = {}): Promise<Connected & { server: OldSse }> {
  const server = await serve(options);
  const connected = await connect(server.url, asSse(more));
  open.push(connected.client);
  return { ...connected, server };
}

const call = (client: Connected['client']) => client.callTool({ name: 'x', arguments: {} });

describe('HTTP+SSE', () => {
  it('connects, calls, sends headers and token with stream and messages', async () => {
    const { client, transport, server } = await meet(
      {},
      { mode: 'auto', config: { headers: { 'X-Key': 'k' } }, deps: { bearer: async () => 'token-1' } },
    );
    expect(transport.kind).toBe('sse');
    expect(text(await call(client))).toBe('old way');
    expect(server.seen.every((seen) => seen.headers['x-key'] === 'k' && seen.headers.authorization === 'Bearer token-1')).toBe(true);
    expect(server.seen.filter((seen) => seen.method === 'POST').every((seen) => seen.path === '/messages?sid=1')).toBe(true);
    // The era probe is answered on our side.
    expect(server.seen.map((seen) => seen.method === 'POST' && methodOf(seen))).not.toContain('server/discover');
  });

  it.each(['messages', './messages?x=1', 'http://$HOST/elsewhere'])('an endpoint on the same origin, as %s', async (endpoint) => {
    const server = await serve({
      onGet: (seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        response.write(`event: endpoint\r\ndata: ${endpoint.replace('$HOST', String(seen.headers.host))}\r\n\r\n`);
        return true;
      },
      onPost: (seen, response) => {
        if (methodOf(seen) !== 'initialize') return false;
        response.writeHead(500).end();
        return true;
      },
    });
    await failure(connect(server.url, asSse({})));
    expect(server.seen.at(-1)?.path).toBe(
      new URL(endpoint.replace('$HOST', `127.0.0.1:${server.port}`), server.url).href.replace(`http://127.0.0.1:${server.port}`, ''),
    );
  });

  it.each(['http://169.254.169.254/x', 'https://127.0.0.1/x', '//evil.test/x', 'javascript:alert(1)', 'http://'])(
    'h18: not to %s',
    async (endpoint) => {
      const server = await serve({ endpoint });
      const error = await failure(connect(server.url, asSse({ config: { headers: { Authorization: 'Bearer secret' } } })));
      expect(error.code).toBe('connect.protocol');
      expect(error.message).toContain(`http://127.0.0.1:${server.port}`);
      expect(server.seen.filter((seen) => seen.method === 'POST')).toEqual([]);
    },
  );

  it('a second endpoint event changes nothing', async () => {
    const { client, server } = await meet();
    server.stream()?.write('event: endpoint\ndata: /other\n\n');
    await call(client);
    expect(server.seen.at(-1)?.path).toBe('/messages?sid=1');
  });

  it.each([
    [401, 'auth.required'],
    [404, 'connect.http'],
    [503, 'connect.http'],
  ])('a stream refused with %i', async (status, code) => {
    const server = await serve({ onGet: (_, response) => Boolean(response.writeHead(status).end()) });
    expect(await failure(connect(server.url, asSse({})))).toMatchObject({ code });
  });

  it('a web page instead of a stream', async () => {
    const server = await serve({
      onGet: (_, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title>')),
    });
    expect((await failure(connect(server.url, asSse({})))).message).toContain('a web page ("Hello")');
  });

  it('a stream that ends, or stays silent, before it names an endpoint', async () => {
    const ended = await serve({ onGet: (_, response) => Boolean(response.writeHead(200, { 'content-type': 'text/event-stream' }).end()) });
    expect((await failure(connect(ended.url, asSse({})))).message).toContain('before it ended the stream');
    const silent = await serve({ endpoint: null });
    const clock = new ManualClock();
    const waiting = failure(connect(silent.url, asSse({ deps: { clock } })));
    await until(() => silent.stream() !== undefined && clock.pending > 0);
    await clock.advance(30_000);
    expect((await waiting).message).toContain('within the time allowed');
  });

  it('the end of the stream is the end of the connection: waiting calls fail at once, with the reason', async () => {
    const { client, transport, server } = await meet({
      onPost: (seen, response) => methodOf(seen) === 'tools/call' && Boolean(response.writeHead(202).end()),
    });
    let closed = false;
    client.onclose = () => {
      closed = true;
    };
    const waiting = failure(call(client));
    await until(() => server.seen.some((seen) => methodOf(seen) === 'tools/call'));
    server.stream()?.end();
    expect((await waiting).code).toBe('call.outcome_unknown');
    await until(() => closed);
    expect(transport.closeReason).toMatchObject({ code: 'connect.network', message: expect.stringContaining('ended its stream') });
    expect(server.seen.filter((seen) => seen.method === 'GET')).toHaveLength(1);
  });

  it('a cut stream names the cut', async () => {
    const { transport, server, client } = await meet();
    server.stream()?.destroy();
    await until(() => transport.closeReason !== undefined);
    expect(transport.closeReason?.message).toMatch(/broke: (the server closed|the connection was cut)/);
    expect((await failure(call(client))).message).toMatch(/[Nn]ot connected/);
  });

  it('404 to a message means that the session is gone', async () => {
    const { client } = await meet({
      onPost: (seen, response) => methodOf(seen) === 'tools/call' && Boolean(response.writeHead(404).end('Session not found')),
    });
    expect(factsOf(await failure(call(client)))).toMatchObject({ sessionExpired: true });
  });

  it('an answer in the response of the POST is taken as well', async () => {
    const { client } = await meet({
      onPost: (seen, response) => {
        if (methodOf(seen) !== 'tools/call') return false;
        json(response, {
          jsonrpc: '2.0',
          id: (JSON.parse(seen.body) as { id: number }).id,
          result: { content: [{ type: 'text', text: 'at once' }] },
        });
        return true;
      },
    });
    expect(text(await call(client))).toBe('at once');
  });

  it('k04: a cancelled call is told to the server once, its late answer is dropped', async () => {
    const { client, server, errors } = await meet({
      onPost: (seen, response) => methodOf(seen) === 'tools/call' && Boolean(response.writeHead(202).end()),
    });
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'x', arguments: {} }, { signal: stop.signal }));
    await until(() => server.seen.some((seen) => methodOf(seen) === 'tools/call'));
    const id = (JSON.parse(server.seen.at(-1)?.body ?? '{}') as { id: number }).id;
    stop.abort();
    await waiting;
    await until(() => server.seen.some((seen) => methodOf(seen) === 'notifications/cancelled'));
    server.say({ jsonrpc: '2.0', id, result: { content: [] } });
    await client.ping();
    expect(errors).toEqual([]);
    expect(server.seen.filter((seen) => seen.method === 'POST' && methodOf(seen) === 'notifications/cancelled')).toHaveLength(1);
  });

  it('closing while connecting ends the start', async () => {
    const server = await serve({ endpoint: null });
    const { createRemoteTransport } = await import('../../../main/core/transports/createRemoteTransport.ts');
    const { remoteConfig, remoteDeps } = await import('./remote.ts');
    const transport = createRemoteTransport(remoteConfig(server.url, { transport: 'sse' }), remoteDeps());
    const starting = failure(transport.start());
    await until(() => server.stream() !== undefined);
    await transport.close();
    await starting;
    await until(() => server.sockets.size === 0);
  });
});
