import { afterEach, describe, expect, test } from 'vitest';
import type { AskEvent } from '../../../main/core/agent/askEvents.ts';
import { type AskDeps, createAskSession } from '../../../main/core/agent/askRun.ts';
import { defaultRunLimits } from '../../../main/core/agent/runLoop.ts';
import type { ExecuteToolCall } from '../../../main/core/agent/toolCaller.ts';
import { createModel, type OnlineKind } from '../../../main/core/models/createModel.ts';
import { fakeSnapshot, fakeTool } from '../../fakes/fakeTools.ts';
import { calls, ScriptedModel, says } from '../../fakes/scriptedModel.ts';
import { anthropicAnswer, anthropicError, startFakeAnthropic } from '../../servers/fakeAnthropic.ts';
import { openAiAnswer, openAiError, startFakeOpenAi } from '../../servers/fakeOpenAi.ts';
import type { StreamServer } from '../../servers/streamServer.ts';
import { instantClock } from '../models/collect.ts';
import { answered, byName, refused } from './runHarness.ts';

const read = fakeTool({ original: 'read' });
const remove = fakeTool({ original: 'remove' });

const session = (over: Partial<AskDeps> & Pick<AskDeps, 'model'>) =>
  createAskSession({
    execute: async () => answered('ok'),
    tools: () => fakeSnapshot([read, remove]),
    limits: defaultRunLimits,
    deferAbovePercent: 10,
    ...over,
  });

async function lines(events: AsyncIterable<AskEvent>): Promise<AskEvent[]> {
  const all: AskEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const never = new AbortController().signal;

test('the lines of a run with a call, as the contract names them', async () => {
  const file = { url: 'results/a.png', path: '/r/a.png', mimeType: 'image/png', bytes: 3 };
  const execute: ExecuteToolCall = async ({ onUpdate }) => {
    onUpdate?.({ state: 'running', verdict: { verdict: 'allow', rule: 'mcp__fake__*' } });
    onUpdate?.({ progress: { progress: 1, total: 2, message: 'half' } });
    const outcome = answered('seen');
    outcome.result?.view.blocks.push({ kind: 'image', file });
    return { ...outcome, verdict: { verdict: 'allow', rule: 'mcp__fake__*' }, ms: 7 };
  };
  const model = new ScriptedModel([
    [{ kind: 'reasoning', text: 'hm' }, ...calls([read.name, { path: 'a' }, 'c1'])],
    [
      { kind: 'text', text: 'Yes.' },
      { kind: 'finish', reason: 'end', usage: { totalTokens: 3 } },
    ],
  ]);
  expect(await lines(session({ model, execute }).ask('Look', never))).toEqual([
    { type: 'reasoning-delta', text: 'hm' },
    { type: 'tool-call', id: 'c1', name: read.name, server: 'fake', original: 'read', arguments: { path: 'a' } },
    { type: 'approval', id: 'c1', verdict: 'allow', rule: 'mcp__fake__*' },
    { type: 'progress', id: 'c1', progress: 1, total: 2, message: 'half' },
    { type: 'tool-result', id: 'c1', ok: true, isError: false, text: 'seen', files: ['/r/a.png'], ms: 7 },
    { type: 'step-end', step: 1 },
    { type: 'text-delta', text: 'Yes.' },
    { type: 'step-end', step: 2, usage: { totalTokens: 3 } },
    { type: 'done', stop: 'end', text: 'Yes.', usage: { totalTokens: 3 } },
  ]);
});

test('a denial: approval deny with its reason, result not ok', async () => {
  const model = new ScriptedModel([calls([remove.name, {}, 'c1']), says('ok')]);
  const all = await lines(session({ model, execute: byName({ remove: () => refused('nobody is there to ask') }) }).ask('x', never));
  expect(all[1]).toEqual({ type: 'approval', id: 'c1', verdict: 'deny', rule: 'default', reason: 'nobody is there to ask' });
  expect(all[2]).toMatchObject({ type: 'tool-result', ok: false, isError: true, error: { code: 'call.denied' } });
});

test('several turns share their history', async () => {
  const model = new ScriptedModel([says('one'), says('two')]);
  const talk = session({ model });
  await lines(talk.ask('A', never));
  await lines(talk.ask('B', never));
  expect(model.requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
});

test('a form without a window is a notice that names what is missing', async () => {
  const schema = { type: 'object', properties: { city: {}, day: {} }, required: ['city', 'day'] };
  const model = new ScriptedModel([
    [
      { kind: 'form', tool: read.name, title: 'Read', inputSchema: schema, values: { day: 'x' } },
      { kind: 'finish', reason: 'end' },
    ],
  ]);
  expect((await lines(session({ model }).ask('x', never)))[0]).toMatchObject({
    type: 'notice',
    code: 'assistant.form',
    message: expect.stringContaining('city'),
    values: { day: 'x' },
  });
});

test('an abort ends with done aborted; a table that fails with done error', async () => {
  expect((await lines(session({ model: new ScriptedModel([['hang']]) }).ask('x', AbortSignal.abort()))).at(-1)).toMatchObject({
    type: 'done',
    stop: 'aborted',
  });
  const broken = session({
    model: new ScriptedModel([]),
    tools: () => {
      throw new Error('no table');
    },
  });
  expect(await lines(broken.ask('x', never))).toMatchObject([{ type: 'done', stop: 'error', error: { message: 'no table' } }]);
});

describe('over real HTTP', () => {
  let server: StreamServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const execute = byName({ read: () => answered('the text'), remove: () => refused('keep it') });
  const asked = [
    { id: 'a', name: read.name, arguments: { path: 'x' } },
    { id: 'b', name: remove.name, arguments: { path: 'x' } },
  ];
  const online = (kind: OnlineKind, origin: string) => createModel({ kind, baseUrl: origin, model: 'm', apiKey: 'k-1234', clock: instantClock() });

  test('OpenAI-compatible: rate limit, two calls, one denied, the answer', async () => {
    server = await startFakeOpenAi([
      openAiError(429, 'slow', { 'retry-after': '1' }),
      openAiError(429, 'slow', { 'retry-after': '1' }),
      openAiAnswer({ reasoning: ['think'], calls: asked }),
      openAiAnswer({ text: ['fine'] }),
    ]);
    const all = await lines(session({ model: online('openai-compatible', server.origin), execute }).ask('Go', never));
    expect(all.map((line) => line.type)).toEqual([
      'notice',
      'notice',
      'reasoning-delta',
      'tool-call',
      'tool-call',
      'approval',
      'tool-result',
      'approval',
      'tool-result',
      'step-end',
      'text-delta',
      'step-end',
      'done',
    ]);
    expect(server.requests[3]?.body.messages).toMatchObject([
      { role: 'system' },
      { role: 'user', content: 'Go' },
      { role: 'assistant', reasoning_content: 'think', tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a', content: 'the text' },
      { role: 'tool', tool_call_id: 'b', content: expect.stringMatching(/call\.denied.*keep it/) },
    ]);
  });

  test('Anthropic: overloaded, thinking, two calls, one denied, the answer', async () => {
    server = await startFakeAnthropic([
      anthropicError(529, 'overloaded_error', 'busy'),
      anthropicAnswer({ thinking: { text: 'think', signature: 'S' }, calls: asked }),
      anthropicAnswer({ text: ['fine'] }),
    ]);
    const all = await lines(session({ model: online('anthropic', server.origin), execute }).ask('Go', never));
    expect(all.at(-1)).toMatchObject({ type: 'done', stop: 'end', text: 'fine', usage: { inputTokens: 20 } });
    expect(server.requests[2]?.body.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', signature: 'S' },
          { type: 'tool_use', id: 'a' },
          { type: 'tool_use', id: 'b' },
        ],
      },
      { role: 'user', content: [{ content: 'the text' }, { is_error: true, content: expect.stringMatching(/call\.denied.*keep it/) }] },
    ]);
  });

  test('a stream that drops after half a call runs nothing', async () => {
    server = await startFakeOpenAi([openAiAnswer({ text: ['Let me'], calls: asked, drop: true })]);
    const all = await lines(session({ model: online('openai-compatible', server.origin), execute }).ask('Go', never));
    expect(all.map((line) => line.type)).toEqual(['text-delta', 'step-end', 'done']);
    expect(all.at(-1)).toMatchObject({ stop: 'error', text: 'Let me', error: { code: 'model.network' } });
  });

  test('a stop cuts the stream at once and the server notices', async () => {
    server = await startFakeAnthropic([anthropicAnswer({ text: ['one'], hang: true })]);
    const stop = new AbortController();
    const all: AskEvent[] = [];
    for await (const line of session({ model: online('anthropic', server.origin), execute }).ask('Go', stop.signal)) {
      all.push(line);
      if (line.type === 'text-delta') stop.abort();
    }
    expect(all.at(-1)).toEqual({ type: 'done', stop: 'aborted', text: 'one' });
    await expect.poll(() => server?.requests[0]?.aborted).toBe(true);
  });
});
