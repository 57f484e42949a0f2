import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../../../main/core/transports/transportError.ts';
import { caseScenario, countIn, type FakeHttp, type Scenario, startFake } from '../../servers/fakeHttp.ts';
import { type Connected, type ConnectMore, connect, failure, text } from './remote.ts';

/** The fault cases of kind h, k and a that are the transport's business, against the scripted server. */
let fake: FakeHttp | undefined;
let connected: Connected | undefined;
afterEach(async () => {
  await connected?.client.close();
  await fake?.close();
  connected = undefined;
  fake = undefined;
});

async function play(scenario: Scenario, more?: ConnectMore): Promise<{ fake: FakeHttp } & Connected> {
  fake = await startFake(scenario);
  connected = await connect(fake.url, more);
  return { fake, ...connected };
}

const call = (client: Connected['client'], name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

describe('h01 session gone', () => {
  it.each(['scenario.json', 'scenario.status400.json', 'scenario.status503.json'])('%s: says so, and that nothing was done', async (file) => {
    const { client, transport } = await play(caseScenario('h01-session-gone-404', file));
    expect(text(await call(client, 'echo', { text: '1' }))).toContain('1');
    expect(transport.sessionId).toBeDefined();
    const error = await failure(call(client, 'echo', { text: '2' }));
    expect(factsOf(error)).toMatchObject({ sessionExpired: true, unsent: true });
    expect(error.code).toBe('call.disconnected');
  });

  it('404 without a session is a wrong address', async () => {
    const { client } = await play(caseScenario('h01-session-gone-404', 'scenario.noSessionHeader.json'));
    const error = await failure(call(client, 'echo'));
    expect(factsOf(error).sessionExpired).toBeUndefined();
    expect(error.code).toBe('connect.http');
    expect(error.message).toContain('404');
  });

  it('404 with the session header speaks of something else, unless its code says otherwise', async () => {
    const gone = { status: 404, headers: { 'mcp-session-id': 'sess-A' } };
    const { client } = await play({
      session: { ids: ['sess-A'] },
      routes: [
        { match: { tool: 'other' }, respond: { ...gone, text: 'no such tool here' } },
        { match: { tool: 'echo' }, respond: { ...gone, rpcErrorNoId: { code: -32001, message: 'Session not found' } } },
      ],
    });
    expect(factsOf(await failure(call(client, 'other'))).sessionExpired).toBeUndefined();
    expect(factsOf(await failure(call(client, 'echo'))).sessionExpired).toBe(true);
  });

  it('-32001 without 404 is an ordinary error', async () => {
    const { client } = await play({
      session: { ids: ['sess-A'] },
      routes: [{ match: { tool: 'echo' }, respond: { rpcError: { code: -32001, message: 'Session not found' } } }],
    });
    const error = await failure(call(client, 'echo'));
    expect(factsOf(error)).toEqual({});
    expect(error.code).toBe(-32001);
  });
});

describe('h02 h03 h07: the stream of the server is optional', () => {
  it.each(['scenario.json', 'scenario.s404.json', 'scenario.s405.json', 'scenario.s406.json', 'scenario.s501.json'])(
    'h02 %s: one GET, no error',
    async (file) => {
      const { client, fake, errors } = await play(caseScenario('h02-get-refused-oddly', file));
      expect(text(await call(client, 'echo', { a: 1 }))).toContain('1');
      expect(countIn(fake, 'GET')).toBe(1);
      expect(errors).toEqual([]);
    },
  );

  it('h03: a web page is no stream', async () => {
    const { client, fake, errors, log } = await play(caseScenario('h03-get-answers-html'));
    await call(client, 'echo');
    expect(countIn(fake, 'GET')).toBe(1);
    expect(errors).toEqual([]);
    expect(log.map((line) => line.text)).toEqual([expect.stringContaining('no stream')]);
  });

  it('h07: a notification may be answered with 200 and a text, and the stream is opened all the same', async () => {
    const { client, fake } = await play(caseScenario('h07-notification-answered-200'));
    expect((await client.listTools()).tools).toHaveLength(1);
    expect(countIn(fake, 'GET')).toBe(1);
  });
});

describe('h06: bodies that are no answer fail at once and say why', () => {
  it.each([
    ['html', 'Sign in - Portal'],
    ['empty', 'empty body'],
    ['broken', 'broken JSON'],
  ])('%s', async (tool, reason) => {
    const { client } = await play(caseScenario('h06-not-json-bodies'));
    const error = await failure(call(client, tool));
    expect(error.message).toContain(reason);
    expect(error.message.length).toBeLessThan(500);
    await client.ping();
  });

  it('a body that breaks off leaves the outcome unknown', async () => {
    const { client, fake } = await play(caseScenario('h06-not-json-bodies'));
    const error = await failure(call(client, 'cut'));
    expect(error.code).toBe('call.outcome_unknown');
    expect(countIn(fake, 'tools/call')).toBe(1);
  });

  it.each(['array', 'notype'])('%s is understood', async (tool) => {
    const { client } = await play(caseScenario('h06-not-json-bodies'));
    expect(await call(client, tool)).toHaveProperty('content');
  });

  it('202 to a request is no answer', async () => {
    const { client } = await play({ routes: [{ match: { tool: 'echo' }, respond: { status: 202, empty: true } }] });
    expect((await failure(call(client, 'echo'))).message).toContain('(202) with an empty body');
  });
});

describe('h08: the grammar of event streams', () => {
  it.each(['crlf', 'cr', 'multi', 'comments', 'split', 'crlfsplit', 'nospace', 'bom', 'other', 'noblank'])('%s', async (tool) => {
    const { client } = await play(caseScenario('h08-sse-grammar'));
    expect(text(await call(client, tool))).toMatch(/你好 🎉|two lines/);
  });
});

describe('h10: a stream that is cut and resumed', () => {
  it('waits as told, resumes with the last event id, never posts again', async () => {
    const { client, fake } = await play({
      routes: [
        { match: { rpc: 'tools/call' }, respond: { sse: [{ id: 'ev-1', retry: 120, data: '' }, { sleep: 50 }, { destroy: true }] } },
        {
          match: { http: 'GET', header: { 'last-event-id': 'ev-1' } },
          respond: { sse: [{ raw: 'id: ev-2\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"after resume"}]}}\n\n' }] },
        },
      ],
    });
    expect(text(await call(client, 'echo'))).toBe('after resume');
    expect(countIn(fake, 'tools/call')).toBe(1);
  });

  it('resumes over several cuts, with the newest id each time', async () => {
    const { client, fake } = await play({
      routes: [
        { match: { rpc: 'tools/call' }, respond: { sse: [{ id: 'a', retry: 20, data: '' }, { end: true }] } },
        { match: { http: 'GET', header: { 'last-event-id': 'a' } }, respond: { sse: [{ id: 'b', data: '' }, { end: true }] } },
        {
          match: { http: 'GET', header: { 'last-event-id': 'b' } },
          respond: { sse: [{ raw: 'data: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n\n' }] },
        },
      ],
    });
    await call(client, 'echo');
    expect(fake.log.filter((entry) => entry.headers?.['last-event-id']).map((entry) => entry.headers?.['last-event-id'])).toEqual(['a', 'b']);
  });

  it('gives up when the server refuses to resume', async () => {
    const { client } = await play({
      routes: [
        { match: { rpc: 'tools/call' }, respond: { sse: [{ id: 'a', retry: 10, data: '' }, { end: true }] } },
        { match: { http: 'GET', header: { 'last-event-id': 'a' } }, respond: { status: 405 } },
      ],
    });
    const error = await failure(call(client, 'echo'));
    expect(error.code).toBe('call.outcome_unknown');
    expect(error.message).toContain('405');
  });

  it('gives up after five reopenings that bring nothing', async () => {
    const { client, fake } = await play({
      routes: [
        { match: { rpc: 'tools/call' }, respond: { sse: [{ id: 'a', retry: 5, data: '' }, { end: true }] } },
        { match: { http: 'GET', header: { 'last-event-id': 'a' } }, respond: { sse: [{ end: true }] } },
      ],
    });
    expect((await failure(call(client, 'echo'))).code).toBe('call.outcome_unknown');
    expect(fake.log.filter((entry) => entry.headers?.['last-event-id'] === 'a')).toHaveLength(5);
  });

  it('a stream without ids that ends without the answer fails that request at once, the others go on', async () => {
    const { client } = await play({ routes: [{ match: { tool: 'gone' }, respond: { sse: [{ raw: ': hi\n\n' }, { end: true }] } }] });
    const [lost, fine] = await Promise.all([failure(call(client, 'gone')), call(client, 'echo')]);
    expect(lost.code).toBe('call.outcome_unknown');
    expect(fine).toHaveProperty('content');
  });
});

describe('redirects', () => {
  it('h12: 307 within the origin is followed with body, and only once', async () => {
    const { client, fake, log } = await play(caseScenario('h12-307-trailing-slash'));
    expect(text(await call(client, 'echo', { text: 'hi' }))).toContain('hi');
    expect(fake.log.filter((entry) => entry.path === '/mcp' && entry.http === 'POST')).toHaveLength(1);
    expect(log.filter((line) => line.text.includes('/mcp/'))).toHaveLength(1);
  });

  it.each([307, 308])('%i keeps method and body', async (status) => {
    const { client } = await play({
      path: '/new',
      urlPath: '/old',
      routes: [{ match: { path: '/old' }, respond: { status, headers: { location: '$base/new' } } }],
    });
    expect(text(await call(client, 'echo', { text: 'kept' }))).toContain('kept');
  });

  it.each([301, 302, 303])('h13: %i is not followed with a message, on the same origin neither; its target is named', async (status) => {
    fake = await startFake({ routes: [{ match: { path: '/mcp', http: 'POST' }, respond: { status, headers: { location: '/login?next=1' } } }] });
    const error = await failure(connect(fake.url));
    expect(error).toMatchObject({ code: 'connect.http', facts: { status } });
    expect(error.message).toContain(`${new URL(fake.url).origin}/login`);
    expect(fake.log.filter((entry) => entry.path?.startsWith('/login'))).toEqual([]);
  });

  it('h13: another origin is not followed, and named', async () => {
    fake = await startFake(caseScenario('h13-301-turns-post-into-get'));
    const error = await failure(connect(fake.url, { mode: 'auto' }));
    expect(error).toMatchObject({ code: 'connect.http' });
    expect(error.message).toContain('http://internal.invalid:8080/mcp/');
  });

  it('circles end', async () => {
    fake = await startFake({
      routes: [
        { match: { path: '/mcp' }, respond: { status: 307, headers: { location: '/b' } } },
        { match: { path: '/b' }, respond: { status: 307, headers: { location: '/mcp' } } },
      ],
    });
    expect((await failure(connect(fake.url))).message).toContain('circles');
    expect(fake.log.filter((entry) => entry.dir === 'in').length).toBeLessThanOrEqual(6);
  });
});

describe('fallback to HTTP+SSE', () => {
  const fallback = { config: { fallbackToSse: true } };

  it.each(['legacy', 'auto'] as const)('h15 (%s): an old server is used in the old way', async (mode) => {
    const { client, transport } = await play(caseScenario('h15-legacy-sse-server'), { ...fallback, mode });
    expect(transport.kind).toBe('sse');
    expect(text(await call(client, 'echo', { text: 'hi' }))).toContain('hi');
  });

  it('not when the entry says http', async () => {
    fake = await startFake(caseScenario('h15-legacy-sse-server'));
    expect(await failure(connect(fake.url))).toMatchObject({ code: 'connect.http', facts: { status: 405 } });
    expect(countIn(fake, 'GET')).toBe(0);
  });

  it('h16: not on 5xx', async () => {
    fake = await startFake(caseScenario('h16-no-fallback-on-5xx'));
    const error = await failure(connect(fake.url, fallback));
    expect(error.message).toContain('500 Internal Server Error (database is down)');
    expect(countIn(fake, 'GET')).toBe(0);
  });

  it('h18: the address for messages must lie on the same origin', async () => {
    fake = await startFake(caseScenario('h18-endpoint-other-origin'));
    const error = await failure(connect(fake.url, { ...fallback, mode: 'auto' }));
    expect(error.message).toContain('169.254.169.254');
    expect(error.message).toContain('405');
  });

  it('when both ways fail, both are told, the first one first', async () => {
    fake = await startFake({ path: '/none', urlPath: '/gone' });
    const { message } = await failure(connect(fake.url, fallback));
    expect(message).toMatch(/404.*no old HTTP\+SSE server either/);
  });

  it('two different failures are both told', async () => {
    fake = await startFake({
      routes: [
        { match: { http: 'POST' }, respond: { status: 405, empty: true } },
        { match: { http: 'GET' }, respond: { status: 410, text: 'retired' } },
      ],
    });
    expect((await failure(connect(fake.url, fallback))).message).toMatch(/405.*HTTP\+SSE.*410.*retired/);
  });

  it.each([406, 410, 411, 415, 422, 429, 501])('TRN-4: %i is no sign of an old server', async (status) => {
    fake = await startFake({
      path: '/sse',
      legacySse: { ssePath: '/sse' },
      routes: [{ match: { http: 'POST', path: '/sse' }, respond: { status } }],
    });
    const error = await failure(connect(fake.url, fallback));
    expect(error.message).toContain(String(status));
    expect(countIn(fake, 'GET')).toBe(0);
  });

  it.each([400, 404, 405])('TRN-4: %i is', async (status) => {
    fake = await startFake({ path: '/sse', legacySse: { ssePath: '/sse', postStatus: status } });
    const { transport, client } = await connect(fake.url, fallback);
    expect(transport.kind).toBe('sse');
    await client.close();
  });

  describe('what is remembered of it', () => {
    /** A memory of one server. */
    const memory = (known: boolean) => {
      const notes: boolean[] = [];
      return { notes, oldServers: { has: () => notes.at(-1) ?? known, note: (_: unknown, sse: boolean) => void notes.push(sse) } };
    };

    it('a server found to be old is asked the old way at once the next time', async () => {
      fake = await startFake(caseScenario('h15-legacy-sse-server'));
      const { notes, oldServers } = memory(false);
      const address = new URL(fake.url).pathname;
      const asked = (): number => fake?.log.filter((entry) => entry.dir === 'in' && entry.http === 'POST' && entry.path === address).length ?? 0;
      await (await connect(fake.url, { ...fallback, mode: 'auto', deps: { oldServers } })).client.close();
      const before = asked();
      expect(before).toBeGreaterThan(0);
      const { client, transport } = await connect(fake.url, { ...fallback, mode: 'auto', deps: { oldServers } });
      expect(transport.kind).toBe('sse');
      expect(asked()).toBe(before);
      expect(notes).toEqual([true]);
      await client.close();
    });

    it('one that is no longer old is found out in the same start, and forgotten', async () => {
      fake = await startFake({});
      const { notes, oldServers } = memory(true);
      const { client, transport } = await connect(fake.url, { ...fallback, deps: { oldServers } });
      expect(transport.kind).toBe('http');
      expect(text(await call(client, 'echo', { text: 'hi' }))).toContain('hi');
      expect(notes).toEqual([false]);
    });

    it('one whose old way has a stream but takes no messages is forgotten too', async () => {
      fake = await startFake({
        path: '/sse',
        legacySse: { ssePath: '/sse' },
        routes: [{ match: { http: 'POST', path: '/messages' }, respond: { status: 404, text: 'gone' } }],
      });
      const { notes, oldServers } = memory(true);
      expect(await failure(connect(fake.url, { ...fallback, deps: { oldServers } }))).toMatchObject({ code: 'connect.http' });
      expect(notes).toEqual([false]);
    });

    it('a sign-in that is missing is not held against it', async () => {
      fake = await startFake({ path: '/sse', routes: [{ match: { http: 'GET' }, respond: { status: 401, empty: true } }] });
      const { notes, oldServers } = memory(true);
      expect(await failure(connect(fake.url, { ...fallback, deps: { oldServers } }))).toMatchObject({ code: 'auth.required' });
      expect(notes).toEqual([]);
    });
  });

  it('h24: a modern refusal of initialize is no sign of an old server', async () => {
    fake = await startFake(caseScenario('h24-modern-only-http'));
    const error = await failure(connect(fake.url, fallback));
    expect(error.code).toBe(-32022);
    expect(countIn(fake, 'GET')).toBe(0);
  });
});

describe('h20 h21 h22: what the network adds', () => {
  it('h20: gzip, odd parameters, upper case', async () => {
    const { client } = await play(caseScenario('h20-gzip-charset'));
    expect(text(await call(client, 'echo', { text: 'hi' }))).toContain('hi');
    expect(text(await call(client, 'ssecs'))).toBe('fine');
  });

  it('h21: waits out a short Retry-After', async () => {
    const { client, fake, log } = await play({
      routes: [{ match: { rpc: 'tools/call', nth: 1 }, respond: { status: 429, headers: { 'retry-after': '0' }, text: 'slow down' } }],
    });
    expect(text(await call(client, 'echo', { text: 'hi' }))).toContain('hi');
    expect(countIn(fake, 'tools/call')).toBe(2);
    expect(log.map((line) => line.text).join()).toContain('busy (429)');
  });

  it('h21: at most twice, and never a long one', async () => {
    const { client, fake } = await play({
      routes: [
        { match: { tool: 'short' }, respond: { status: 503, headers: { 'retry-after': '0' } } },
        { match: { tool: 'long' }, respond: { status: 429, headers: { 'retry-after': '120' }, json: { error: 'slow down' } } },
      ],
    });
    expect(factsOf(await failure(call(client, 'short')))).toMatchObject({ status: 503, unsent: true });
    expect(countIn(fake, 'tools/call')).toBe(3);
    const error = await failure(call(client, 'long'));
    expect(factsOf(error)).toMatchObject({ status: 429, unsent: true, retryAfterMs: 120_000 });
    expect(error.message).toMatch(/slow down.*120 s/);
    expect(countIn(fake, 'tools/call')).toBe(4);
  });

  it('h22: a gateway page becomes one line; the outcome is unknown', async () => {
    const { client, fake } = await play(caseScenario('h22-502-html-page'));
    const error = await failure(call(client, 'echo'));
    expect(error.code).toBe('call.outcome_unknown');
    expect(error.message).toContain('502 Bad Gateway');
    expect(error.message.length).toBeLessThan(300);
    expect(countIn(fake, 'tools/call')).toBe(1);
  });
});

describe('h24: both eras', () => {
  it('finds a modern-only server', async () => {
    const { client, fake } = await play(caseScenario('h24-modern-only-http'), { mode: 'auto', config: { fallbackToSse: true } });
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect((await client.listTools()).tools).toEqual([]);
    expect(countIn(fake, 'initialize')).toBe(0);
    expect(countIn(fake, 'GET')).toBe(0);
  });

  it.each([400, 404, 405, 406, 415, 422])('a probe refused with %i and no JSON-RPC means legacy', async (status) => {
    const { client } = await play({ routes: [{ match: { rpc: 'server/discover' }, respond: { status, text: 'what?' } }] }, { mode: 'auto' });
    expect(client.getProtocolEra()).toBe('legacy');
  });

  it.each([
    ['500', { status: 500, text: 'unknown method' }],
    ['500 with a JSON-RPC error', { status: 500, rpcError: { code: -32603, message: 'not initialized' } }],
    ['202', { status: 202, empty: true }],
    ['a stream without an answer', { sse: [{ raw: ': hi\n\n' }, { end: true }] }],
    ['JSON that is no answer', { json: {} }],
  ])('a probe met with %s means: ask the old way', async (_, respond) => {
    const { client } = await play({ routes: [{ match: { rpc: 'server/discover' }, respond }] }, { mode: 'auto' });
    expect(client.getProtocolEra()).toBe('legacy');
  });

  it.each([502, 503, 504, 429, 421, 407])('a probe met with %i says nothing about the era', async (status) => {
    fake = await startFake({ routes: [{ match: { rpc: 'server/discover' }, respond: { status } }] });
    expect(await failure(connect(fake.url, { mode: 'auto' }))).toMatchObject({ code: 'connect.http', facts: { status } });
    expect(countIn(fake, 'initialize')).toBe(0);
  });

  it('a probe refused with 401 asks for a sign-in', async () => {
    fake = await startFake({ oauth: { protect: true, validTokens: ['right'] } });
    const error = await failure(connect(fake.url, { mode: 'auto' }));
    expect(error).toMatchObject({ code: 'auth.required', facts: { status: 401, challenge: expect.stringContaining('resource_metadata') } });
    expect(countIn(fake, 'POST')).toBe(1);
  });
});

describe('k06 k08 a11', () => {
  it('k06: a connection lost in the middle of a call is not repaired by a second call', async () => {
    const { client, fake } = await play({ routes: [{ match: { rpc: 'tools/call', nth: 1 }, respond: { destroy: true } }] });
    const error = await failure(call(client, 'echo'));
    expect(error.code).toBe('call.outcome_unknown');
    expect(factsOf(error)).toMatchObject({ networkDown: true, unsent: false });
    expect(text(await call(client, 'echo', { text: '2' }))).toContain('2');
    expect(countIn(fake, 'tools/call')).toBe(2);
  });

  it('k08: a refused initialize is not repeated by the transport', async () => {
    fake = await startFake(caseScenario('k08-reconnect-storm-http'));
    expect(await failure(connect(fake.url))).toMatchObject({ code: 'connect.http', facts: { status: 503 } });
    expect(countIn(fake, 'initialize')).toBe(1);
  });

  it('a11: a fixed header that is refused is named, never shown', async () => {
    fake = await startFake({
      oauth: {
        protect: true,
        challenge: 'Bearer error="invalid_token", error_description="token Bearer-wrong-token is \\"old\\""',
        validTokens: ['right'],
      },
    });
    const error = await failure(connect(fake.url, { mode: 'auto', config: { headers: { Authorization: 'Bearer Bearer-wrong-token' } } }));
    expect(error.code).toBe('auth.refused');
    expect(error.message).toContain('headers.Authorization');
    expect(error.message).toContain('is "old"');
    expect(error.message).not.toContain('wrong-token');
    expect(countIn(fake, 'POST')).toBe(1);
  });
});
