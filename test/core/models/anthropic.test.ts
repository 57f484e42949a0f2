import { afterEach, describe, expect, test } from 'vitest';
import { createModel } from '../../../main/core/models/createModel.ts';
import type { ModelEvent, ModelPart } from '../../../main/core/models/model.ts';
import { anthropicAnswer, anthropicError, startFakeAnthropic } from '../../servers/fakeAnthropic.ts';
import type { FakeReply, StreamServer } from '../../servers/streamServer.ts';
import { collect, instantClock, request } from './collect.ts';

const KEY = 'sk-ant-secret-0815';
let server: StreamServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function given(replies: FakeReply[]) {
  server = await startFakeAnthropic(replies);
  const clock = instantClock();
  const loadImage = async () => ({ mimeType: 'image/png', base64: 'AAAA' });
  const model = createModel({ kind: 'anthropic', baseUrl: server.origin, model: 'claude-x', apiKey: KEY, clock, random: () => 1, loadImage });
  return { model, clock, server };
}

const tool = { name: 'get', description: 'Get', inputSchema: { type: 'object', properties: {} } };

/** The parts that a run would keep of a step. */
function partsOf(events: readonly ModelEvent[]): ModelPart[] {
  const parts: ModelPart[] = [];
  let reasoning = '';
  for (const event of events) {
    if (event.kind === 'reasoning') {
      reasoning += event.text;
      if (event.providerData) parts.push({ kind: 'reasoning', text: reasoning, providerData: event.providerData });
    } else if (event.kind === 'tool-call') parts.push({ kind: 'tool-call', id: event.id, name: event.name, arguments: event.arguments });
  }
  return parts;
}

test('thinking with its signature goes back unchanged with the results of two calls', async () => {
  const { model, server } = await given([
    anthropicAnswer({
      thinking: { text: 'Let me see', signature: 'SIG==' },
      calls: [
        { id: 'toolu_1', name: 'get', arguments: { n: 1 } },
        { id: 'toolu_2', name: 'get', arguments: { n: 2 } },
      ],
    }),
    anthropicAnswer({ text: ['done'] }),
  ]);
  const first = await collect(model, request('Go', { tools: [tool] }));
  expect(first).toMatchObject([
    { kind: 'reasoning', text: 'Let me see' },
    { kind: 'reasoning', text: '', providerData: { anthropic: { signature: 'SIG==' } } },
    { kind: 'tool-call', id: 'toolu_1', arguments: { n: 1 } },
    { kind: 'tool-call', id: 'toolu_2', arguments: { n: 2 } },
    { kind: 'finish', reason: 'tool-calls', usage: { inputTokens: 10, outputTokens: 7 } },
  ]);
  await collect(
    model,
    request('', {
      tools: [tool],
      messages: [
        { role: 'user', text: 'Go' },
        { role: 'assistant', parts: partsOf(first) },
        { role: 'tool', callId: 'toolu_1', name: 'get', text: 'one', isError: false, images: [{ path: 'x.png', mimeType: 'image/png' }] },
        { role: 'tool', callId: 'toolu_2', name: 'get', text: 'call.denied: no', isError: true, images: [] },
      ],
    }),
  );
  const body = server.requests[1]?.body;
  expect(body?.messages).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'Let me see', signature: 'SIG==' }, { type: 'tool_use', id: 'toolu_1' }, { type: 'tool_use' }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [
            { type: 'text', text: 'one' },
            { type: 'image', source: { type: 'base64', data: 'AAAA' } },
          ],
        },
        { type: 'tool_result', tool_use_id: 'toolu_2', is_error: true, content: 'call.denied: no' },
      ],
    },
  ]);
  expect(body).toMatchObject({ max_tokens: 8192, system: [{ text: 'Be brief.' }] });
  expect(JSON.stringify(body?.tools)).not.toContain('eager_input_streaming');
  expect(server.requests[1]?.headers['x-api-key']).toBe(KEY);
  expect(server.requests[1]?.path).toBe('/v1/messages');
});

test('call ids of another provider are made to fit', async () => {
  const { model, server } = await given([anthropicAnswer({ text: ['ok'] })]);
  await collect(
    model,
    request('', {
      messages: [
        { role: 'user', text: 'Go' },
        { role: 'assistant', parts: [{ kind: 'tool-call', id: 'call:1/x', name: 'get', arguments: {} }] },
        { role: 'tool', callId: 'call:1/x', name: 'get', text: 'r', isError: false, images: [] },
      ],
    }),
  );
  expect(server.requests[0]?.body.messages).toMatchObject([{}, { content: [{ id: 'call_1_x' }] }, { content: [{ tool_use_id: 'call_1_x' }] }]);
});

describe('failures and odd endings', () => {
  test('overloaded twice, then fine', async () => {
    const { model, clock } = await given([
      anthropicError(529, 'overloaded_error', 'Overloaded'),
      anthropicError(429, 'rate_limit_error', 'Slow', { 'retry-after': '3' }),
      anthropicAnswer({ text: ['ok'] }),
    ]);
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'retry' },
      { kind: 'retry', inMs: 3000 },
      { kind: 'text', text: 'ok' },
      { kind: 'finish' },
    ]);
    expect(clock.waits).toEqual([1000, 3000]);
  });

  test('overloaded as the first event of a 200 is retried', async () => {
    const { model } = await given([
      anthropicAnswer({ error: { type: 'overloaded_error', message: 'Overloaded' } }),
      anthropicAnswer({ text: ['ok'] }),
    ]);
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'retry', error: { code: 'model.rate_limited' } },
      { kind: 'text' },
      { kind: 'finish' },
    ]);
  });

  test('an error event after text ends the step and keeps the text', async () => {
    const { model, server } = await given([anthropicAnswer({ text: ['half'], error: { type: 'overloaded_error', message: 'Overloaded' } })]);
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'text', text: 'half' },
      { kind: 'error', error: { code: 'model.rate_limited' } },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('a dropped stream', async () => {
    const { model } = await given([anthropicAnswer({ text: ['half'], drop: true })]);
    expect((await collect(model, request('Hi'))).at(-1)).toMatchObject({ kind: 'error', error: { code: 'model.network' } });
  });

  test('broken argument JSON is handed on as text', async () => {
    const { model } = await given([anthropicAnswer({ calls: [{ id: 't', name: 'get', arguments: '{"a": ' }] })]);
    expect((await collect(model, request('Hi', { tools: [tool] })))[0]).toMatchObject({ kind: 'tool-call', arguments: {}, argumentsText: '{"a": ' });
  });

  test.each([
    [
      { stop: 'refusal' as const, text: ['no'] },
      { kind: 'finish', reason: 'refused' },
    ],
    [
      { stop: 'max_tokens' as const, text: ['half'] },
      { kind: 'finish', reason: 'length' },
    ],
    [{}, { kind: 'error', error: { code: 'model.empty' } }],
  ])('%j', async (answer, last) => {
    const { model } = await given([anthropicAnswer(answer)]);
    expect((await collect(model, request('Hi'))).at(-1)).toMatchObject(last);
  });

  test('a wrong key', async () => {
    const { model } = await given([anthropicError(401, 'authentication_error', `invalid x-api-key ${KEY}`)]);
    const events = await collect(model, request('Hi'));
    expect(events).toMatchObject([{ kind: 'error', error: { code: 'model.auth', fix: expect.stringContaining('API key') } }]);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  test('abort while streaming', async () => {
    const { model, server } = await given([anthropicAnswer({ text: ['one'], hang: true })]);
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const event of model.stream(request('Hi'), stop.signal)) {
      kinds.push(event.kind);
      stop.abort();
    }
    expect(kinds).toEqual(['text']);
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });
});
