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
