import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createModel } from '../../../main/core/models/createModel.ts';
import type { ModelMessage } from '../../../main/core/models/model.ts';
import { openAiAnswer, openAiError, startFakeOpenAi } from '../../servers/fakeOpenAi.ts';
import type { FakeReply, StreamServer } from '../../servers/streamServer.ts';
import { collect, instantClock, request, textOf } from './collect.ts';

const KEY = 'sk-very-secret-0815';
let server: StreamServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function given(replies: FakeReply[], more: Partial<Parameters<typeof createModel>[0]> = {}) {
  server = await startFakeOpenAi(replies);
  const clock = instantClock();
  const model = createModel({ kind: 'openai-compatible', baseUrl: `${server.origin}/v1`, model: 'm', apiKey: KEY, clock, random: () => 1, ...more });
  return { model, clock, server };
}

const weather = {
  name: 'mcp__weather__get_forecast',
  description: 'Forecast',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

describe('a step that works', () => {
  test('streams text and counts tokens', async () => {
    const { model, server } = await given([openAiAnswer({ text: ['Hel', 'lo'] })]);
    const events = await collect(model, request('Hi'));
    expect(events).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
      { kind: 'finish', reason: 'end', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'm',
      stream: true,
      max_tokens: 8192,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('gives two tool calls in order, schemas normalised', async () => {
    const { model, server } = await given(
      [
        openAiAnswer({
          calls: [
            { id: 'a', name: weather.name, arguments: { city: '杭州' } },
            { id: 'b', name: weather.name, arguments: { city: 'Paris' } },
          ],
        }),
      ],
      { normalizeSchema: (schema) => ({ ...schema, additionalProperties: false }) },
    );
    const events = await collect(model, request('Weather?', { tools: [weather] }));
    expect(events).toMatchObject([
      { kind: 'tool-call', id: 'a', name: weather.name, arguments: { city: '杭州' } },
      { kind: 'tool-call', id: 'b', name: weather.name, arguments: { city: 'Paris' } },
      { kind: 'finish', reason: 'tool-calls' },
    ]);
    expect(server.requests[0]?.body.tools).toMatchObject([
      { function: { name: weather.name, parameters: { type: 'object', additionalProperties: false } } },
    ]);
  });

  test('streams reasoning and sends it back with the next step', async () => {
    const { model, server } = await given([openAiAnswer({ reasoning: ['I ', 'think'], text: ['ok'] })]);
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'reasoning', text: 'I ' },
      { kind: 'reasoning', text: 'think' },
      { kind: 'text' },
      { kind: 'finish' },
    ]);
    const history: ModelMessage[] = [
      { role: 'user', text: 'Hi' },
      {
        role: 'assistant',
        parts: [
          { kind: 'reasoning', text: 'I think' },
          { kind: 'tool-call', id: 'a', name: 'x', arguments: {} },
        ],
      },
      { role: 'tool', callId: 'a', name: 'x', text: 'done', isError: false, images: [] },
    ];
    await collect(model, request('', { messages: history }));
    expect(server.requests[1]?.body.messages).toMatchObject([
      {},
      {},
      { role: 'assistant', reasoning_content: 'I think', tool_calls: [{ id: 'a' }] },
      { role: 'tool', content: 'done' },
    ]);
  });

  test('an image of a result follows as a user message, never as text', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'qs-')), 'a.png');
    await writeFile(file, Buffer.from('picture'));
    const { model, server } = await given([openAiAnswer({ text: ['ok'] })]);
    const parts = [
      { kind: 'tool-call' as const, id: 'a', name: 'shot', arguments: {} },
      { kind: 'tool-call' as const, id: 'b', name: 'other', arguments: {} },
    ];
    await collect(
      model,
      request('', {
        messages: [
          { role: 'user', text: 'Look' },
          { role: 'assistant', parts },
          { role: 'tool', callId: 'a', name: 'shot', text: 'Here', isError: false, images: [{ path: file, mimeType: 'image/png' }] },
          { role: 'tool', callId: 'b', name: 'other', text: 'There', isError: false, images: [{ path: `${file}.gone`, mimeType: 'image/png' }] },
        ],
      }),
    );
    const sent = server.requests[0]?.body.messages as { role: string; content: unknown }[];
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(sent[3]?.content).toBe('Here');
    expect(JSON.stringify(sent[5]?.content)).toContain(`data:image/png;base64,${Buffer.from('picture').toString('base64')}`);
    expect(JSON.stringify(sent[5]?.content)).toContain('no longer on disk');
  });
});

describe('arguments as text (AGT-2)', () => {
  test.each([
    ['', {}, undefined],
    ['null', {}, undefined],
    ['{"a":1}', { a: 1 }, undefined],
    ['"{\\"a\\":1}"', { a: 1 }, undefined],
    ['{"a": ', {}, '{"a": '],
    ['[1]', {}, '[1]'],
    ['"plain"', {}, '"plain"'],
  ])('%j', async (text, parsed, left) => {
    const { model } = await given([openAiAnswer({ calls: [{ id: 'a', name: 'x', arguments: text }] })]);
    const [call] = await collect(model, request('Go', { tools: [weather] }));
    expect(call).toMatchObject({ kind: 'tool-call', arguments: parsed });
    expect(call && 'argumentsText' in call ? call.argumentsText : undefined).toBe(left);
  });
});

test('a number beyond 2^53 keeps its digits, also in the history that goes back', async () => {
  const { model, server } = await given([openAiAnswer({ calls: [{ id: 'a', name: 'x', arguments: '{"id":12345678901234567890}' }] })]);
  const [call] = await collect(model, request('Go', { tools: [weather] }));
  if (call?.kind !== 'tool-call') throw new Error('no call');
  expect(JSON.stringify(call.arguments)).toBe('{"id":12345678901234567890}');
  await collect(
    model,
    request('', {
      messages: [
        { role: 'user', text: 'Go' },
        { role: 'assistant', parts: [call] },
        { role: 'tool', callId: 'a', name: 'x', text: 'r', isError: false, images: [] },
      ],
    }),
  );
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('12345678901234567890');
});

describe('endings that are not an answer (AGT-2)', () => {
  test('empty answer', async () => {
    const { model } = await given([openAiAnswer({})]);
    expect(await collect(model, request('Hi'))).toMatchObject([{ kind: 'error', error: { code: 'model.empty' } }]);
  });
  test('only reasoning is an empty answer too', async () => {
    const { model } = await given([openAiAnswer({ reasoning: ['hm'] })]);
    expect((await collect(model, request('Hi'))).at(-1)).toMatchObject({ kind: 'error', error: { code: 'model.empty' } });
  });
  test('cut by length', async () => {
    const { model } = await given([openAiAnswer({ text: ['half'], finish: 'length' })]);
    expect((await collect(model, request('Hi'))).at(-1)).toMatchObject({ kind: 'finish', reason: 'length' });
  });
  test.each([{ refusal: 'I will not.' }, { text: ['no'], finish: 'content_filter' as const }])('refused %j', async (answer) => {
    const { model } = await given([openAiAnswer(answer)]);
    expect((await collect(model, request('Hi'))).at(-1)).toMatchObject({ kind: 'finish', reason: 'refused' });
  });
});

describe('failures', () => {
  test('429 twice is waited for as asked and shown', async () => {
    const { model, clock, server } = await given([
      openAiError(429, 'slow down', { 'retry-after': '2' }),
      openAiError(429, 'slow down', { 'retry-after-ms': '150' }),
      openAiAnswer({ text: ['ok'] }),
    ]);
    const events = await collect(model, request('Hi'));
    expect(events).toMatchObject([
      { kind: 'retry', attempt: 1, inMs: 2000, error: { code: 'model.rate_limited' } },
      { kind: 'retry', attempt: 2, inMs: 150, error: { code: 'model.rate_limited' } },
      { kind: 'text', text: 'ok' },
      { kind: 'finish' },
    ]);
    expect(clock.waits).toEqual([2000, 150]);
    expect(server.requests).toHaveLength(3);
  });

  test('a 503 that stays is given up after the last retry', async () => {
    const { model, clock, server } = await given([openAiError(503, 'down')], { retry: { maxRetries: 2 } });
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'retry' },
      { kind: 'retry' },
      { kind: 'error', error: { code: 'model.failed' } },
    ]);
    expect(clock.waits).toEqual([1000, 2000]);
    expect(server.requests).toHaveLength(3);
  });

  test('a Retry-After of an hour is told, not waited for', async () => {
    const { model, server } = await given([openAiError(429, 'later', { 'retry-after': '3600' })]);
    expect(await collect(model, request('Hi'))).toMatchObject([{ kind: 'error', error: { code: 'model.rate_limited' } }]);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [401, 'Incorrect API key provided: sk-very-secret-0815', 'model.auth'],
    [403, 'forbidden', 'model.auth'],
    [404, 'no such model', 'model.failed'],
    [400, 'maximum context length is 8192 tokens', 'model.failed'],
  ])('HTTP %i is not retried', async (status, message, code) => {
    const { model, server } = await given([openAiError(status, message)]);
    const events = await collect(model, request('Hi'));
    expect(events).toMatchObject([{ kind: 'error', error: { code } }]);
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(JSON.stringify(events)).toContain(new URL(server.origin).host);
    expect(server.requests).toHaveLength(1);
  });

  test('a used-up quota is not retried', async () => {
    const { model, server } = await given([openAiError(429, 'You exceeded your current quota', {}, 'insufficient_quota')]);
    expect(await collect(model, request('Hi'))).toMatchObject([{ kind: 'error', error: { code: 'model.rate_limited' } }]);
    expect(server.requests).toHaveLength(1);
  });

  test('a drop mid-stream keeps the text and is never sent again', async () => {
    const { model, server } = await given([openAiAnswer({ text: ['half'], drop: true }), openAiAnswer({ text: ['other'] })]);
    const events = await collect(model, request('Hi'));
    expect(textOf(events)).toBe('half');
    expect(events.at(-1)).toMatchObject({ kind: 'error', error: { code: 'model.network' } });
    expect(server.requests).toHaveLength(1);
  });

  test('a drop before the first word is sent again', async () => {
    const { model, server } = await given([openAiAnswer({ drop: true }), openAiAnswer({ text: ['ok'] })]);
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'retry', error: { code: 'model.network' } },
      { kind: 'text', text: 'ok' },
      { kind: 'finish' },
    ]);
    expect(server.requests).toHaveLength(2);
  });

  test('nobody listens', async () => {
    const { model, server } = await given([], { retry: { maxRetries: 1 } });
    await server.close();
    expect(await collect(model, request('Hi'))).toMatchObject([
      { kind: 'retry' },
      { kind: 'error', error: { code: 'model.network', params: { host: new URL(server.origin).host } } },
    ]);
  });

  test('a refused tool definition is left out, the others stay', async () => {
    const { model, server } = await given([
      openAiError(400, "Invalid schema for function 'bad': type must be object"),
      openAiAnswer({ text: ['ok'] }),
    ]);
    const events = await collect(model, request('Hi', { tools: [{ ...weather, name: 'bad' }, weather] }));
    expect(events).toMatchObject([{ kind: 'retry' }, { kind: 'text', text: 'ok' }, { kind: 'finish' }]);
    expect(server.requests[1]?.body.tools).toMatchObject([{ function: { name: weather.name } }]);
  });

  test.each([
    [404, { error: 'model "x" not found, try pulling it first' }, /does not know the model "m".*try pulling/],
    [400, { error: 'registry/gemma:2b does not support tools' }, /cannot use tools/],
    [400, { detail: 'bad request' }, /It said: bad request/],
    [402, { error: { message: 'Insufficient credits' } }, /quota of this API key is used up/],
  ])('HTTP %i %j is told in the words of the server', async (status, json, message) => {
    const { model } = await given([{ status, json }]);
    expect(await collect(model, request('Hi'))).toMatchObject([{ kind: 'error', error: { message: expect.stringMatching(message) } }]);
  });

  test('what was refused once is not sent again by this model', async () => {
    const { model, server } = await given([openAiError(400, "Invalid schema for function 'bad'"), openAiAnswer({ text: ['ok'] })]);
    const tools = [{ ...weather, name: 'bad' }, weather];
    await collect(model, request('Hi', { tools }));
    await collect(model, request('Hi', { tools }));
    expect(server.requests.map(({ body }) => (body.tools as unknown[]).length)).toEqual([2, 1, 1]);
  });

  test('a refused image is left out and the conversation goes on', async () => {
    const { model, server } = await given([openAiError(400, 'Unsupported image format'), openAiAnswer({ text: ['ok'] })], {
      loadImage: async () => ({ mimeType: 'image/png', base64: 'AAAA' }),
    });
    const events = await collect(model, request('', { messages: [{ role: 'user', text: 'Look', images: [{ path: 'x', mimeType: 'image/png' }] }] }));
    expect(textOf(events)).toBe('ok');
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('AAAA');
  });
});

describe('abort', () => {
  test('while streaming: ends without finish or error, and the server sees it', async () => {
    const { model, server } = await given([openAiAnswer({ text: ['one'], hang: true })]);
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const event of model.stream(request('Hi'), stop.signal)) {
      kinds.push(event.kind);
      stop.abort();
    }
    expect(kinds).toEqual(['text']);
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('while waiting for a retry', async () => {
    const { server, model } = await given([openAiError(503, 'down')], { clock: { now: () => 0, after: () => ({ cancel: () => undefined }) } });
    const stop = new AbortController();
    const events: string[] = [];
    for await (const event of model.stream(request('Hi'), stop.signal)) {
      events.push(event.kind);
      queueMicrotask(() => stop.abort());
    }
    expect(events).toEqual(['retry']);
    expect(server.requests).toHaveLength(1);
  });
});
