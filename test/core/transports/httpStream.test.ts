import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../fakes/manualClock.ts';
import { idOf, json, methodOf, type RawHttp, type Seen, startRaw } from '../../servers/rawHttp.ts';
import { type Connected, type ConnectMore, connect, failure, until } from './remote.ts';

/** The server's own stream (GET) and the end of a connection, with time in the hand of the test. */
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type OnGet = (response: ServerResponse, nth: number, seen: Seen) => void;

async function meet(
  onGet: OnGet,
  more: ConnectMore = {},
  onOther?: (seen: Seen, response: ServerResponse) => void,
): Promise<Connected & { clock: ManualClock; asked: number[]; server: RawHttp; gets: Seen[] }> {
  const gets: Seen[] = [];
  const server = await startRaw((seen, response) => {
    if (seen.method === 'GET') {
      gets.push(seen);
      return onGet(response, gets.length, seen);
    }
    if (seen.method === 'DELETE') return onOther ? onOther(seen, response) : void response.writeHead(200).end();
    const method = methodOf(seen);
    if (method === 'initialize') {
      return json(
        response,
        {
          jsonrpc: '2.0',
          id: idOf(seen),
          result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } },
        },
        200,
        { 'mcp-session-id': 'sess-1' },
      );
    }
    if (method.startsWith('notifications/')) return void response.writeHead(202).end();
    if (onOther) return onOther(seen, response);
    json(response, { jsonrpc: '2.0', id: idOf(seen), result: method === 'ping' ? {} : { content: [] } });
  });
  open.push(server);
  const clock = new ManualClock();
  const asked: number[] = [];
  const after = clock.after.bind(clock);
  clock.after = (ms, run) => {
    asked.push(ms);
    return after(ms, run);
  };
  const connected = await connect(server.url, { ...more, deps: { clock, ...more.deps } });
  open.push({ close: () => Promise.all([connected.client.close(), clock.advance(10_000)]) });
  return { ...connected, clock, asked, server, gets };
}

const stream = (response: ServerResponse, text = ''): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (text) response.write(text);
  return response;
};
const changed = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';

describe('the stream of the server', () => {
  it('is opened after initialized, with session and version', async () => {
    const { gets } = await meet((response) => void stream(response));
    await until(() => gets.length === 1);
    expect(gets[0]?.headers).toMatchObject({ accept: 'text/event-stream', 'mcp-session-id': 'sess-1', 'mcp-protocol-version': '2025-11-25' });
    expect(gets[0]?.headers['last-event-id']).toBeUndefined();
  });

  it('brings notifications and requests; is opened again with the last event id after the time the server named', async () => {
    const { client, clock, asked, gets, server } = await meet((response, nth) => {
      if (nth === 1) stream(response, `retry: 300\nid: e7\n${changed}data: {"jsonrpc":"2.0","id":"s1","method":"ping"}\n\n`).end();
      else stream(response);
    });
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    await until(() => changes === 1);
    // The answer to the server's ping.
    await until(() => server.seen.some((seen) => seen.body.includes('"s1"')));
    await until(() => asked.includes(300));
    await clock.advance(299);
    expect(gets).toHaveLength(1);
    await clock.advance(1);
    await until(() => gets.length === 2);
    expect(gets[1]?.headers['last-event-id']).toBe('e7');
  });

  it('h26: 409 on reopening is waited out quietly; the connection stays', async () => {
    const { client, clock, gets, errors, log } = await meet((response, nth) => {
      if (nth === 1) stream(response, changed).destroy();
      else response.writeHead(409).end('Conflict');
    });
    // The waits themselves are in the table of httpPolicies.test.ts.
    while (log.length === 0) await clock.advance(500);
    expect(gets).toHaveLength(6);
    expect(log.map((line) => line.text)).toEqual([expect.stringContaining('409')]);
    expect(errors).toEqual([]);
    await client.ping();
  });

  it('is not opened a second time while it is silent, however long', async () => {
    const { clock, gets } = await meet((response) => void stream(response));
    await until(() => gets.length === 1);
    await clock.advance(24 * 3600 * 1000);
    expect(gets).toHaveLength(1);
  });

  it.each([401, 403])('%i goes to the sign-in path once', async (status) => {
    const { gets, errors, clock } = await meet((response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end());
    await until(() => errors.length > 0);
    await clock.advance(600_000);
    expect(gets).toHaveLength(1);
    expect(errors).toEqual([expect.objectContaining({ code: status === 401 ? 'auth.required' : 'auth.refused' })]);
  });

  it('a request answered on it is answered', async () => {
    let own: ServerResponse | undefined;
    const { client, gets } = await meet(
      (response) => {
        own = stream(response);
      },
      {},
      (seen, response) => {
        stream(response);
        own?.write(`data: {"jsonrpc":"2.0","id":${JSON.stringify(idOf(seen))},"result":{"content":[]}}\n\n`);
      },
    );
    await until(() => gets.length === 1);
    expect(await client.callTool({ name: 'x', arguments: {} })).toEqual({ content: [] });
  });
});

describe('the end of a connection', () => {
  it('closes streams, fails what waits, ends the session', async () => {
    const { client, transport, server, gets } = await meet(
      (response) => void stream(response),
      {},
      (seen, response) => {
        if (seen.method === 'DELETE') response.writeHead(204).end();
      },
    );
    await until(() => gets.length === 1);
    let closes = 0;
    const inner = transport.onclose;
    transport.onclose = () => {
      closes += 1;
      inner?.();
    };
    const waiting = failure(client.callTool({ name: 'never', arguments: {} }));
    await server.arrived(4);
    await client.close();
    expect((await waiting).code).toBe('call.outcome_unknown');
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'sess-1' } });
    expect(closes).toBe(1);
    expect(transport.closeReason).toBeUndefined();
    await until(() => server.sockets.size === 0);
    expect(await transport.stop()).toEqual({ stuck: false });
    expect(closes).toBe(1);
  });

  it('waits for DELETE only as long as the ladder allows', async () => {
    const { client, clock, server } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      () => undefined,
    );
    const closing = client.close();
    await until(() => server.seen.at(-1)?.method === 'DELETE');
    await clock.advance(600);
    await closing;
    await until(() => server.sockets.size === 0);
  });

  it('sends no DELETE for a session that is gone', async () => {
    const { client, server } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      (_, response) => void response.writeHead(404).end(),
    );
    await failure(client.callTool({ name: 'x', arguments: {} }));
    await client.close();
    expect(server.seen.map((seen) => seen.method)).not.toContain('DELETE');
  });

  it('leaves no alarm behind', async () => {
    const { client, clock } = await meet((response) => void response.writeHead(405).end());
    await client.ping();
    await client.close();
    expect(clock.pending).toBe(0);
  });
});

describe('patience', () => {
  it('a cancelled call is told to the server, and then its response is closed', async () => {
    const events: string[] = [];
    const { client, server } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      (seen, response) => {
        events.push(methodOf(seen));
        response.on('close', () => events.push('closed'));
      },
    );
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'x', arguments: {} }, { signal: stop.signal }));
    await until(() => events.includes('tools/call'));
    stop.abort();
    await waiting;
    await until(() => events.includes('closed'));
    const told = server.seen.map(methodOf).filter((method) => method === 'notifications/cancelled');
    expect(told).toHaveLength(1);
  });

  it('Retry-After is waited out by the clock, and not after a cancel', async () => {
    const { client, clock, server, log } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      (_, response) => void response.writeHead(429, { 'retry-after': '20' }).end(),
    );
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'x', arguments: {} }, { signal: stop.signal, timeout: 1_000_000 }));
    await until(() => log.some((line) => line.text.includes('20 s')));
    await clock.advance(20_000);
    await until(() => log.filter((line) => line.text.includes('20 s')).length === 2);
    stop.abort();
    await waiting;
    await clock.advance(60_000);
    expect(server.seen.filter((seen) => methodOf(seen) === 'tools/call')).toHaveLength(2);
    // It was refused, so there is nothing to cancel.
    expect(server.seen.map(methodOf)).not.toContain('notifications/cancelled');
  });

  it('a notification that nobody takes ends after its time', async () => {
    const { transport, clock, server } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      () => undefined,
    );
    const before = server.seen.length;
    const sent = failure(transport.send({ jsonrpc: '2.0', id: 'r1', result: {} }));
    await server.arrived(before + 1);
    await clock.advance(30_000);
    expect((await sent).code).toBe('connect.timeout');
  });

  it('a response stream that stays open after the answer is taken back', async () => {
    const { client, clock, server } = await meet(
      (response) => void response.writeHead(405).end(),
      {},
      (seen, response) => {
        if (seen.method === 'POST') stream(response, `data: {"jsonrpc":"2.0","id":${JSON.stringify(idOf(seen))},"result":{"content":[]}}\n\n`);
        else response.end();
      },
    );
    await client.callTool({ name: 'x', arguments: {} });
    const busy = server.sockets.size;
    await clock.advance(2000);
    await until(() => server.sockets.size < busy);
  });
});
