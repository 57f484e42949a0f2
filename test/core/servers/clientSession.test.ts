import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { TransportError } from '../../../main/core/transports/transportError.ts';
import { type FakeRule, modernServer, on } from '../../fakes/fakeTransport.ts';
import { settle } from '../../fakes/manualClock.ts';
import { bench, options, session } from './sessionKit.ts';

const silentCall = on('tools/call', () => undefined);
const info = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error) => (error instanceof HostError ? error.info : error),
  );

describe('answers arrive as they came', () => {
  test('unknown content, missing structured content, odd members: nothing is lost', async () => {
    const result = { content: [{ type: 'hologram', data: 1 }, null, 'text'], structuredContent: [1], isError: 'yes', _meta: { a: 1 } };
    const { live } = await session([on('tools/call', (message, transport) => transport.result(message, result))]);
    expect(await live.callTool('echo', {}, options())).toEqual(result);
  });

  test('the same in the modern era, without the result type', async () => {
    const answer = on('tools/call', (message, transport) => transport.result(message, { resultType: 'complete', content: [{ type: 'hologram' }] }));
    const { live } = await session([answer, modernServer]);
    expect(await live.callTool('echo', {}, options())).toEqual({ content: [{ type: 'hologram' }] });
  });

  test('a list with bad entries is handed on whole, page by page', async () => {
    const tools = [{ name: 'good' }, null, { name: 7 }];
    const { live } = await session([on('tools/list', (message, transport) => transport.result(message, { tools, nextCursor: '' }))]);
    expect(await live.listPage('tools', undefined, options())).toEqual({ items: tools, nextCursor: '' });
  });

  test('a list that is none', async () => {
    const { live } = await session([on('tools/list', (message, transport) => transport.result(message, { tools: {} }))]);
    expect(await info(live.listPage('tools', undefined, options()))).toMatchObject({ code: 'call.protocol' });
  });

  test.each([
    ['error: null beside a result', { result: { content: [] }, error: null }, { content: [] }],
    ['method: null', { method: null, result: { content: [] } }, { content: [] }],
    ['result: null', { result: null }, {}],
  ])('%s', async (_name, answer, expected) => {
    const { live } = await session([on('tools/call', (message, transport) => transport.receive({ id: message.id, ...answer }))]);
    expect(await live.callTool('echo', {}, options())).toEqual(expected);
  });

  test.each([
    ['neither result nor error', {}],
    ['a result that is a list', { result: [] }],
  ])('%s fails at once instead of hanging', async (_name, answer) => {
    const { live } = await session([on('tools/call', (message, transport) => transport.receive({ id: message.id, ...answer }))]);
    expect(await info(live.callTool('echo', {}, options()))).toMatchObject({ code: 'call.protocol' });
  });

  test('JSON-RPC errors keep code and text', async () => {
    const { live } = await session([on('tools/call', (message, transport) => transport.error(message, -32602, 'no such colour'))]);
    const error = await info(live.callTool('paint', {}, options()));
    expect(error).toMatchObject({ code: 'call.protocol', params: { rpcCode: -32602, reason: 'no such colour' } });
  });

  test('an id that comes back as text', async () => {
    const echo: FakeRule = (message, transport) => {
      if (message.method !== 'tools/call') return false;
      transport.receive({ id: `${message.id}.0`, result: { wrong: true } });
      transport.receive({ id: ` ${message.id}`, result: { wrong: true } });
      transport.receive({ id: String(message.id), result: { right: true } });
      return true;
    };
    expect(await (await session([echo])).live.callTool('echo', {}, options())).toEqual({ right: true });
  });

  test('double and late answers are ignored', async () => {
    const { live, transport } = await session();
    await live.callTool('echo', {}, options());
    const id = transport.last('tools/call')?.id;
    transport.receive({ id, result: { late: true } });
    expect(await live.callTool('echo', { a: 1 }, options())).toMatchObject({ content: [{ text: '{"a":1}' }] });
  });
});

describe('time', () => {
  test('a timeout names method and limit, and tells the server', async () => {
    const { live, clock, transport } = await session([silentCall]);
    const call = info(live.callTool('slow', {}, options({ timeoutMs: 5_000 })));
    await clock.advance(5_000);
    expect(await call).toMatchObject({
      code: 'call.timeout',
      message: '"fake" did not answer tools/call "slow" within 5 s.',
      params: { method: 'tools/call "slow"', limitMs: 5_000 },
    });
    expect(transport.last('notifications/cancelled')?.params).toMatchObject({ requestId: transport.last('tools/call')?.id });
    expect(clock.pending).toBe(0);
  });

  test('progress resets the silence, not the overall cap', async () => {
    const { live, clock, transport } = await session([silentCall]);
    const seen: number[] = [];
    const call = info(
      live.callTool('slow', {}, options({ timeoutMs: 1_000, totalTimeoutMs: 2_500, onProgress: ({ progress }) => seen.push(progress) })),
    );
    await settle();
    const progressToken = transport.last('tools/call')?.id;
    for (let step = 1; step <= 3; step++) {
      await clock.advance(800);
      transport.receive({ method: 'notifications/progress', params: { progressToken: String(progressToken), progress: step } });
    }
    await clock.advance(99);
    expect(seen).toEqual([1, 2, 3]);
    await clock.advance(1);
    expect(await call).toMatchObject({ code: 'call.timeout', params: { limitMs: 2_500 } });
  });

  test('every call carries a progress token', async () => {
    const { live, transport } = await session();
    await live.callTool('echo', {}, options());
    expect(transport.last('tools/call')?.params).toMatchObject({ _meta: { progressToken: transport.last('tools/call')?.id } });
  });

  test('the clock stands still while a question waits for the user (k07)', async () => {
    let answer: (value: Record<string, unknown>) => void = () => undefined;
    const elicitation = () => new Promise<Record<string, unknown>>((resolve) => (answer = resolve));
    const asking = on('tools/call', (_message, transport) =>
      transport.receive({
        id: 'q-1',
        method: 'elicitation/create',
        params: { message: 'Which branch?', requestedSchema: { type: 'object', properties: {} } },
      }),
    );
    const { live, clock, transport } = await session([asking], { elicitation });
    const call = info(live.callTool('deploy', {}, options({ timeoutMs: 800, totalTimeoutMs: 1_000 })));
    await clock.advance(600_000);
    answer({ action: 'accept', content: { branch: 'main' } });
    await settle();
    expect(transport.sent.find((message) => message.id === 'q-1')?.result).toMatchObject({ action: 'accept' });
    await clock.advance(799);
    transport.result(transport.last('tools/call') ?? {}, { content: [] });
    expect(await call).toBe('fine');
  });
});

describe('cancel', () => {
  test('legacy: told once, with the right id, and the HTTP request ends', async () => {
    const { live, transport } = await session([silentCall], {}, 'http');
    const stop = new AbortController();
    const call = info(live.callTool('slow', {}, options({ signal: stop.signal })));
    await settle();
    stop.abort();
    expect(await call).toMatchObject({ code: 'call.cancelled', params: { method: 'tools/call "slow"' } });
    const cancels = transport.sent.filter((message) => message.method === 'notifications/cancelled');
    expect(cancels.map((message) => message.params)).toEqual([expect.objectContaining({ requestId: transport.last('tools/call')?.id })]);
    const sent = transport.options[transport.sent.findIndex((message) => message.method === 'tools/call')];
    expect(sent?.requestSignal?.aborted).toBe(true);
  });

  test('modern over HTTP: the stream is closed and nothing is said', async () => {
    const { live, transport } = await session([silentCall, modernServer], {}, 'http');
    const stop = new AbortController();
    const call = info(live.callTool('slow', {}, options({ signal: stop.signal })));
    await settle();
    stop.abort();
    expect(await call).toMatchObject({ code: 'call.cancelled' });
    expect(transport.methods).not.toContain('notifications/cancelled');
    expect(transport.options.at(-1)?.requestSignal?.aborted).toBe(true);
  });

  test('modern over stdio: told', async () => {
    const { live, transport, clock } = await session([silentCall, modernServer]);
    const call = info(live.callTool('slow', {}, options({ timeoutMs: 10 })));
    await clock.advance(10);
    await call;
    expect(transport.last('notifications/cancelled')?.params).toMatchObject({ _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } });
  });

  test('a call that was cancelled before it began is not sent', async () => {
    const { live, transport } = await session();
    const error = await info(live.callTool('echo', {}, options({ signal: AbortSignal.abort() })));
    expect(error).toMatchObject({ code: 'call.cancelled' });
    expect(transport.methods).not.toContain('tools/call');
  });
});

describe('a connection that goes', () => {
  test('what was sent has an unknown outcome, at once', async () => {
    const dies = on('tools/call', (_message, transport) =>
      setImmediate(() => transport.drop({ code: 'connect.exited', message: 'It ended (SIGKILL).' })),
    );
    const { live, events } = await session([dies]);
    const error = await info(live.callTool('pay', {}, options()));
    expect(error).toMatchObject({ code: 'call.outcome_unknown', message: expect.stringContaining('SIGKILL') });
    expect(events).toEqual([{ kind: 'closed', error: { code: 'connect.exited', message: 'It ended (SIGKILL).' } }]);
    expect(await info(live.callTool('pay', {}, options()))).toMatchObject({ code: 'call.disconnected' });
  });

  test('the transport has the last word on bytes that may not have left', async () => {
    const unsent = new TransportError('call.disconnected', 'pipe closed', { facts: { unsent: true } });
    const dies = on('tools/call', async (_message, transport) => {
      transport.drop();
      await settle();
      throw unsent;
    });
    const { live } = await session([dies]);
    expect(await info(live.callTool('pay', {}, options()))).toEqual(unsent.info);
  });

  test('an HTTP stream that ends without an answer does not hang', async () => {
    const ends = on('tools/call', (_message, transport) => setImmediate(() => transport.options.at(-1)?.onRequestStreamEnd?.()));
    const { live } = await session([ends], {}, 'http');
    expect(await info(live.callTool('pay', {}, options()))).toMatchObject({ code: 'call.outcome_unknown' });
  });
});

describe('what servers ask', () => {
  test('early pings, logs and unknown requests do not disturb the handshake (s19)', async () => {
    const early = on('initialize', (message, transport) => {
      transport.receive({ id: 'p-1', method: 'ping' });
      transport.receive({ method: 'notifications/message', params: { level: 'info', data: 'hello' } });
      transport.receive({ id: 'u-1', method: 'x-vendor/hello', params: {} });
      transport.receive({ method: 'notifications/x-vendor' });
      transport.receive({ id: 's-1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      transport.result(message, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'early', version: '1' } });
    });
    const { transport, events } = await session([early]);
    await settle();
    const answer = (id: string) => transport.sent.find((message) => message.id === id && message.method === undefined);
    expect(answer('p-1')).toMatchObject({ result: {} });
    expect(answer('u-1')).toMatchObject({ error: { code: -32601 } });
    expect(answer('s-1')).toMatchObject({ error: { code: -32601 } });
    expect(events).toEqual([{ kind: 'log', line: expect.objectContaining({ source: 'server', text: '[info] hello' }) }]);
  });

  test('requests that come during the probe wait for the handshake', async () => {
    const early = on('server/discover', (message, transport) => {
      transport.receive({ id: 'p-0', method: 'ping' });
      transport.receive({ id: 'r-0', method: 'roots/list' });
      transport.error(message, -32601, 'what?');
    });
    const { transport } = await session([early], { roots: async () => [{ uri: 'file:///work' }] });
    await settle();
    expect(transport.sent[1]).toMatchObject({ id: 'p-0', result: {} });
    expect(transport.sent.find((message) => message.id === 'r-0')).toMatchObject({ result: { roots: [{ uri: 'file:///work' }] } });
  });

  test('only what has a handler is declared', async () => {
    const { transport } = await session([], { roots: async () => [], capabilities: { extensions: { x: {} } } });
    expect(transport.last('initialize')?.params).toMatchObject({ capabilities: { roots: { listChanged: true }, extensions: { x: {} } } });
    expect(transport.last('initialize')).not.toHaveProperty('params.capabilities.sampling');
  });

  test('changes are events', async () => {
    const { transport, events } = await session();
    transport.receive({ method: 'notifications/tools/list_changed' });
    transport.receive({ method: 'notifications/resources/updated', params: { uri: 'a:b' } });
    expect(events).toEqual([
      { kind: 'list-changed', list: 'tools' },
      { kind: 'resource-updated', uri: 'a:b' },
    ]);
  });
});

describe('rounds of questions (modern)', () => {
  const asks = (rounds: number): FakeRule =>
    on('tools/call', (message, transport) => {
      const params = message.params as { requestState?: number; inputResponses?: unknown };
      const round = params.requestState ?? 0;
      if (round >= rounds) return transport.result(message, { resultType: 'complete', content: [], got: params.inputResponses });
      const inputRequests = { name: { method: 'elicitation/create', params: { message: 'Name?' } } };
      return transport.result(message, { resultType: 'input_required', inputRequests, requestState: round + 1 });
    });
  const elicitation = async () => ({ action: 'accept', content: { name: 'Ada' } });

  test('questions are answered and the exact state goes back, with new ids', async () => {
    const { live, transport } = await session([asks(2), modernServer], { elicitation });
    expect(await live.callTool('greet', {}, options())).toEqual({ content: [], got: { name: await elicitation() } });
    const calls = transport.sent.filter((message) => message.method === 'tools/call');
    expect(new Set(calls.map((message) => message.id)).size).toBe(3);
    expect(calls.map((message) => (message.params as { requestState?: number }).requestState)).toEqual([undefined, 1, 2]);
  });

  test('each answer goes with the original request, not with what was said before', async () => {
    const question = { who: { method: 'elicitation/create', params: { message: 'Name?' } } };
    const answers = [{ requestState: 'one' }, { inputRequests: question }];
    const rule = on('tools/call', (message, transport) => {
      const next = answers.shift();
      return transport.result(message, next ? { resultType: 'input_required', ...next } : { resultType: 'complete', content: [] });
    });
    const { live, transport, clock } = await session([rule, modernServer], { elicitation });
    const call = live.callTool('greet', { a: 1 }, options());
    await clock.advance(250);
    await call;
    const [, second, third] = transport.sent.filter((message) => message.method === 'tools/call').map(({ params }) => params);
    expect(second).toMatchObject({ requestState: 'one', arguments: { a: 1 } });
    expect(third).toMatchObject({ inputResponses: { who: { action: 'accept' } }, arguments: { a: 1 } });
    expect(third).not.toHaveProperty('requestState');
  });

  test('a server that never has enough is stopped after ten rounds', async () => {
    const { live, transport } = await session([asks(1_000), modernServer], { elicitation });
    expect(await info(live.callTool('greet', {}, options()))).toMatchObject({ code: 'call.protocol', message: expect.stringContaining('10 rounds') });
    expect(transport.methods.filter((method) => method === 'tools/call')).toHaveLength(11);
  });

  test('without anyone to ask it is a clear error', async () => {
    const { live } = await session([asks(1), modernServer]);
    expect(await info(live.callTool('greet', {}, options()))).toMatchObject({
      code: 'call.protocol',
      message: expect.stringContaining('elicitation/create'),
    });
  });

  test('a server that only returns its state is asked again after a breath', async () => {
    const state = on('tools/call', (message, transport) => {
      const again = (message.params as { requestState?: string }).requestState === 'x';
      return transport.result(message, again ? { resultType: 'complete', content: [] } : { resultType: 'input_required', requestState: 'x' });
    });
    const { live, clock } = await session([state, modernServer]);
    const call = live.callTool('poll', {}, options());
    await clock.advance(250);
    expect(await call).toEqual({ content: [] });
  });
});

describe('pages to open first (-32042)', () => {
  const wantsPage: FakeRule = (message, transport) => {
    if (message.method !== 'tools/call' || transport.methods.filter((method) => method === 'tools/call').length > 1) return false;
    return transport.error(message, -32042, 'open a page', {
      elicitations: [{ elicitationId: 'e1', url: 'https://pay.example.test/', message: 'Pay' }],
    });
  };

  test('asked, opened, waited for, tried again once', async () => {
    const asked: unknown[] = [];
    const { live, transport } = await session([wantsPage], {
      elicitation: async (params) => {
        asked.push(params);
        return { action: 'accept' };
      },
    });
    const call = live.callTool('echo', { a: 1 }, options({ timeoutMs: 10 }));
    await settle();
    expect(asked).toEqual([{ mode: 'url', elicitationId: 'e1', url: 'https://pay.example.test/', message: 'Pay' }]);
    expect(transport.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
    transport.receive({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    expect(await call).toMatchObject({ content: [{ text: '{"a":1}' }] });
  });

  test('nobody to ask: says what to open', async () => {
    const { live } = await session([wantsPage]);
    expect(await info(live.callTool('echo', {}, options()))).toMatchObject({
      code: 'call.protocol',
      fix: expect.stringContaining('https://pay.example.test/'),
    });
  });
});

describe('subscriptions (modern)', () => {
  const listens = on('server/discover', (message, transport) =>
    transport.result(message, { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } }),
  );
  const acknowledges = on('subscriptions/listen', (message, transport) =>
    transport.receive({
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': message.id }, notifications: { toolsListChanged: true } },
    }),
  );

  test('a stream that drops is opened again with backoff, and the list is looked at again', async () => {
    const { transport, clock, events } = await session([listens, acknowledges], {}, 'http');
    await settle();
    expect(transport.last('subscriptions/listen')?.params).toMatchObject({ notifications: { toolsListChanged: true } });
    transport.options.at(-1)?.onRequestStreamEnd?.();
    await settle();
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
    await clock.advance(1_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(2);
    expect(events).toEqual([{ kind: 'list-changed', list: 'tools' }]);
  });

  test('a connection that is lost is not listened for', async () => {
    const { transport, clock } = await session([listens, acknowledges], {}, 'http');
    await settle();
    transport.drop({ code: 'connect.network', message: 'gone' });
    await clock.advance(60_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test('a server without the stream it declared is asked once', async () => {
    const refuses = on('subscriptions/listen', (message, transport) => transport.error(message, -32601, 'Method not found'));
    const { transport, clock } = await session([listens, refuses], {}, 'http');
    await clock.advance(600_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });

  test('watched resources go into the stream', async () => {
    const able = on('server/discover', (message, transport) =>
      transport.result(message, { supportedVersions: ['2026-07-28'], capabilities: { resources: { subscribe: true } } }),
    );
    const { live, transport, events } = await session([able, acknowledges], {}, 'http');
    live.watchResources(['a:1']);
    await settle();
    expect(transport.last('subscriptions/listen')?.params).toMatchObject({ notifications: { resourceSubscriptions: ['a:1'] } });
    transport.receive({ method: 'notifications/resources/updated', params: { uri: 'a:1' } });
    expect(events).toEqual([{ kind: 'resource-updated', uri: 'a:1' }]);
    live.watchResources([]);
    await settle();
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });

  test('legacy servers are subscribed to resource by resource', async () => {
    const able = on('initialize', (message, transport) =>
      transport.result(message, {
        protocolVersion: '2025-11-25',
        capabilities: { resources: { subscribe: true } },
        serverInfo: { name: 'x', version: '1' },
      }),
    );
    const { live, transport } = await session([able]);
    live.watchResources(['a:1', 'a:2']);
    live.watchResources(['a:2']);
    await settle();
    const asked = transport.sent
      .filter(({ method }) => String(method).includes('subscribe'))
      .map(({ method, params }) => [method, (params as { uri: string }).uri]);
    expect(asked).toEqual([
      ['resources/subscribe', 'a:1'],
      ['resources/subscribe', 'a:2'],
      ['resources/unsubscribe', 'a:1'],
    ]);
  });

  test('closing the session ends it', async () => {
    const { live, transport, clock } = await session([listens, acknowledges], {}, 'http');
    await settle();
    await live.close();
    await clock.advance(60_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });
});

test('x-mcp-header arguments are mirrored over modern HTTP', async () => {
  const { live, transport } = await session([modernServer], {}, 'http');
  const toolDefinition = {
    name: 'echo',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, n: { type: 'integer', 'x-mcp-header': 'N' } },
    },
  };
  await live.callTool('echo', { region: 'Zürich', n: 4 }, options({ toolDefinition }));
  expect(transport.options.at(-1)?.headers).toEqual({ 'Mcp-Param-Region': '=?base64?WsO8cmljaA==?=', 'Mcp-Param-N': '4' });
});

test('close stops the transport and is told once', async () => {
  const { open, transports, events } = bench();
  const live = await open().ready;
  await live.close();
  await live.close();
  expect(transports[0]?.stopped).toBe(1);
  expect(events.filter((event) => event.kind === 'closed')).toHaveLength(1);
});
