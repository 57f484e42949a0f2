import { describe, expect, test } from 'vitest';
import { createUniqueIds } from '../../../main/core/agent/callIds.ts';
import { defaultRunLimits } from '../../../main/core/agent/runLoop.ts';
import type { ToolCallRequest } from '../../../main/core/agent/toolCaller.ts';
import { deferred } from '../../../main/core/base/deferred.ts';
import { fakeTool } from '../../fakes/fakeTools.ts';
import { calls, ScriptedModel, says } from '../../fakes/scriptedModel.ts';
import { answered, byName, kinds, refused, run, states } from './runHarness.ts';

const read = fakeTool({ original: 'read', annotations: { readOnlyHint: true } });
const write = fakeTool({ original: 'write' });
const tools = [read, write];

describe('a run (AGT-1)', () => {
  test('text only', async () => {
    const model = new ScriptedModel([says('Hel', 'lo')]);
    const { end, events, messages } = await run({ model, tools });
    expect(end).toEqual({ stop: 'end', text: 'Hello' });
    expect(kinds(events)).toEqual(['state', 'step-start', 'text', 'text', 'state', 'step-end']);
    expect(messages).toEqual([
      { role: 'user', text: 'Go' },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Hello' }] },
    ]);
  });

  test('two calls, one denied: the model sees the denial and its reason', async () => {
    const model = new ScriptedModel([calls([read.name, { path: 'a' }, 'r'], [write.name, { path: 'b' }, 'w']), says('Done')]);
    const execute = byName({ read: () => answered('content'), write: () => refused('Not today') });
    const { end, events, messages } = await run({ model, tools, execute });
    expect(end.stop).toBe('end');
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', text: 'Go' },
      {
        role: 'assistant',
        parts: [
          { kind: 'tool-call', id: 'r', name: read.name, arguments: { path: 'a' } },
          { kind: 'tool-call', id: 'w', name: write.name, arguments: { path: 'b' } },
        ],
      },
      { role: 'tool', callId: 'r', name: read.name, text: 'content', isError: false, images: [] },
      { role: 'tool', callId: 'w', name: write.name, text: expect.stringMatching(/call\.denied.*Reason: Not today/), isError: true, images: [] },
    ]);
    expect(states(events)).toEqual(['streaming', 'running-tools', 'streaming', 'idle']);
    expect(events.filter((event) => event.kind === 'call-end').map((event) => [event.id, event.change.state])).toEqual([
      ['r', 'done'],
      ['w', 'denied'],
    ]);
    expect(messages).toHaveLength(5);
  });

  test('usage is the sum of the steps', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, totalTokens: 12 };
    const model = new ScriptedModel([
      [...calls([read.name, {}]).slice(0, 1), { kind: 'finish', reason: 'tool-calls', usage }],
      [
        { kind: 'text', text: 'x' },
        { kind: 'finish', reason: 'end', usage },
      ],
    ]);
    const { end, events } = await run({ model, tools });
    expect(end.usage).toEqual({ inputTokens: 20, outputTokens: 4, totalTokens: 24 });
    expect(events.filter((event) => event.kind === 'step-end')).toEqual([
      { kind: 'step-end', step: 1, usage },
      { kind: 'step-end', step: 2, usage },
    ]);
  });

  test('the step limit stops and says so', async () => {
    let n = 0;
    const model = new ScriptedModel([() => calls([read.name, { n: n++ }])]);
    const { end, events } = await run({ model, tools, limits: { ...defaultRunLimits, maxSteps: 3 } });
    expect(end.stop).toBe('limit');
    expect(model.requests).toHaveLength(3);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'agent.step_limit' }));
  });

  test('the same call with the same result three times stops and asks (AGT-5)', async () => {
    const model = new ScriptedModel([calls([read.name, { a: 1, b: 2 }]), calls([read.name, { b: 2, a: 1 }])]);
    const { end, events } = await run({ model, tools });
    expect(end.stop).toBe('limit');
    expect(model.requests).toHaveLength(3);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'notice', code: 'agent.no_progress', message: expect.stringContaining(read.name) }),
    );
  });

  test('the same call with other results goes on', async () => {
    let n = 0;
    const model = new ScriptedModel([...Array.from({ length: 5 }, () => calls([read.name, {}])), says('ok')]);
    const { end } = await run({ model, tools, execute: async () => answered(`tick ${n++}`) });
    expect([end.stop, n]).toEqual(['end', 5]);
  });

  test('begins with the calls of an answered form', async () => {
    const model = new ScriptedModel([says('It rains')]);
    const { end, events, messages } = await run({ model, tools, firstCalls: [{ id: 'f', name: read.name, arguments: { city: 'Paris' } }] });
    expect([end.stop, end.text]).toEqual(['end', 'It rains']);
    expect(states(events)).toEqual(['running-tools', 'streaming', 'idle']);
    expect(messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ kind: 'tool-call', id: 'f' }] },
      { role: 'tool', callId: 'f' },
      { role: 'assistant' },
    ]);
  });

  test('steering messages enter before the next step', async () => {
    const model = new ScriptedModel([calls([read.name, {}]), says('ok')]);
    await run({ model, tools, steering: () => [{ role: 'user', text: 'Shorter, please' }] });
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'Shorter, please' });
  });
});

describe('what models do wrong (AGT-2)', () => {
  test('an invented tool name gets the near names, nothing runs', async () => {
    let ran = 0;
    const model = new ScriptedModel([calls(['mcp__fake__reed', {}]), says('ok')]);
    const { events } = await run({ model, tools, execute: async () => answered(String(ran++)) });
    expect(ran).toBe(0);
    const text = model.requests[1]?.messages.at(-1);
    expect(text).toMatchObject({
      role: 'tool',
      isError: true,
      text: expect.stringMatching(/no tool named "mcp__fake__reed".*mcp__fake__read.*call\.unknown_tool/),
    });
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'call', call: expect.objectContaining({ server: '', original: 'mcp__fake__reed' }) }),
    );
  });

  test('broken argument JSON goes back to the model', async () => {
    let ran = 0;
    const model = new ScriptedModel([
      [
        { kind: 'tool-call', id: 'x', name: read.name, arguments: {}, argumentsText: '{"a": ' },
        { kind: 'finish', reason: 'tool-calls' },
      ],
      says('ok'),
    ]);
    const { end } = await run({ model, tools, execute: async () => answered(String(ran++)) });
    expect([ran, end.stop]).toEqual([0, 'end']);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/not a JSON object: \{"a":.*call\.arguments/),
    });
  });

  test('an empty answer is asked for once more, then it is an error', async () => {
    const empty = [{ kind: 'error', error: { code: 'model.empty', message: 'empty' } }] as const;
    const once = new ScriptedModel([empty, says('now')]);
    expect((await run({ model: once })).end).toMatchObject({ stop: 'end', text: 'now' });
    const always = new ScriptedModel([empty]);
    expect((await run({ model: always })).end).toMatchObject({ stop: 'error', error: { code: 'model.empty' } });
    expect(always.requests).toHaveLength(2);
  });

  test.each([
    ['length', 'model.truncated'],
    ['refused', 'model.refused'],
  ] as const)('an answer that ended with %s keeps its text and runs no call', async (reason, code) => {
    let ran = 0;
    const model = new ScriptedModel([
      [
        { kind: 'text', text: 'half' },
        { kind: 'tool-call', id: 'x', name: read.name, arguments: {} },
        { kind: 'finish', reason },
      ],
    ]);
    const { end, messages } = await run({ model, tools, execute: async () => answered(String(ran++)) });
    expect(end).toMatchObject({ stop: 'error', text: 'half', error: { code } });
    expect(ran).toBe(0);
    expect(messages.at(-1)).toEqual({ role: 'assistant', parts: [{ kind: 'text', text: 'half' }] });
  });

  test('a provider error ends the run, retries are told', async () => {
    const model = new ScriptedModel([
      [
        { kind: 'retry', attempt: 1, inMs: 2000, error: { code: 'model.rate_limited', message: 'Slow down.' } },
        { kind: 'error', error: { code: 'model.network', message: 'gone' } },
      ],
    ]);
    const { end, events } = await run({ model });
    expect(end).toMatchObject({ stop: 'error', error: { code: 'model.network' } });
    expect(states(events)).toEqual(['streaming', 'failed']);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'notice', code: 'model.rate_limited', message: 'Slow down. Trying again in 2 s (attempt 2).' }),
    );
  });

  test('a model that throws or never finishes is an error too', async () => {
    const broken = {
      id: 'broken',
      // biome-ignore lint/correctness/useYield: it fails before its first event
      async *stream() {
        throw new Error('bug');
      },
    };
    expect((await run({ model: broken })).end).toMatchObject({ stop: 'error', error: { code: 'model.failed', message: 'bug' } });
    expect((await run({ model: new ScriptedModel([[{ kind: 'text', text: 'x' }]]) })).end).toMatchObject({
      stop: 'error',
      error: { code: 'model.failed' },
    });
  });

  test('call ids that repeat are made unique', async () => {
    const model = new ScriptedModel([calls([read.name, { n: 1 }, 'call_0']), calls([read.name, { n: 2 }, 'call_0']), says('ok')]);
    const { messages } = await run({ model, tools, uniqueId: createUniqueIds(['call_0_2']) });
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual(['call_0', 'call_0_3']);
  });
});

describe('reasoning', () => {
  test('is kept with what its provider wants back, block by block', async () => {
    const model = new ScriptedModel([
      [
        { kind: 'reasoning', text: 'a' },
        { kind: 'reasoning', text: 'b' },
        { kind: 'reasoning', text: '', providerData: { sig: 1 } },
        { kind: 'reasoning', text: 'c' },
        ...calls([read.name, {}]),
      ],
      says('ok'),
    ]);
    await run({ model, tools });
    expect(model.requests[1]?.messages[1]).toMatchObject({
      parts: [{ kind: 'reasoning', text: 'ab', providerData: { sig: 1 } }, { kind: 'reasoning', text: 'c' }, { kind: 'tool-call' }],
    });
  });
});

describe('parallel calls (CAL-7)', () => {
  test('read-only ones run together, at most the limit; a write waits for those before it', async () => {
    let now = 0;
    let most = 0;
    const order: string[] = [];
    const gates = Array.from({ length: 4 }, () => deferred());
    const execute = async ({ callId, tool }: ToolCallRequest) => {
      order.push(`+${callId}`);
      now += 1;
      most = Math.max(most, now);
      if (tool === read) await gates[Number(callId)]?.promise;
      now -= 1;
      order.push(`-${callId}`);
      return answered(callId);
    };
    const model = new ScriptedModel([
      calls([read.name, {}, '0'], [read.name, {}, '1'], [read.name, {}, '2'], [write.name, {}, 'w'], [read.name, {}, '3']),
      says('ok'),
    ]);
    const ending = run({ model, tools, execute, limits: { ...defaultRunLimits, parallelCalls: 2 } });
    await expect.poll(() => order).toEqual(['+0', '+1']);
    gates[1]?.resolve();
    await expect.poll(() => order).toEqual(['+0', '+1', '-1', '+2']);
    gates[0]?.resolve();
    gates[2]?.resolve();
    gates[3]?.resolve();
    const { messages } = await ending;
    expect(order.slice(order.indexOf('+w'))).toEqual(['+w', '-w', '+3', '-3']);
    expect(most).toBe(2);
    // Results go back in the order of the calls, whichever ended first.
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []))).toEqual(['0', '1', '2', 'w', '3']);
  });
});

describe('stop', () => {
  test('while streaming: the text so far stays', async () => {
    const stop = new AbortController();
    const model = new ScriptedModel([[{ kind: 'text', text: 'half' }, 'hang']]);
    const { end, events, messages } = await run({ model, signal: stop.signal, emit: (event) => event.kind === 'text' && stop.abort() });
    expect(end).toEqual({ stop: 'aborted', text: 'half' });
    expect(states(events)).toEqual(['streaming', 'stopping', 'idle']);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant' });
  });

  test('while a call runs: the others are not started, each has a result', async () => {
    const stop = new AbortController();
    const started: string[] = [];
    const execute = ({ callId, signal }: ToolCallRequest) => {
      started.push(callId);
      return new Promise<ReturnType<typeof answered>>((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ error: { code: 'call.cancelled', message: 'cancelled' }, isError: true, modelText: '', ms: 1 }),
        );
        stop.abort();
      });
    };
    const model = new ScriptedModel([calls([write.name, {}, 'a'], [write.name, {}, 'b'])]);
    const { end, messages } = await run({ model, tools, execute, signal: stop.signal });
    expect(end.stop).toBe('aborted');
    expect(started).toEqual(['a']);
    expect(messages.filter((message) => message.role === 'tool')).toMatchObject([
      { callId: 'a', text: expect.stringContaining('call.cancelled') },
      { callId: 'b', text: expect.stringContaining('not started') },
    ]);
  });

  test('before it began', async () => {
    const model = new ScriptedModel([says('never')]);
    expect((await run({ model, signal: AbortSignal.abort() })).end.stop).toBe('aborted');
    expect(model.requests).toHaveLength(0);
  });

  test('one call is cancelled, the run goes on', async () => {
    const own = new AbortController();
    const execute = ({ signal }: ToolCallRequest) =>
      new Promise<ReturnType<typeof answered>>((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ error: { code: 'call.cancelled', message: 'cancelled' }, isError: true, modelText: '', ms: 1 }),
        );
        own.abort();
      });
    const model = new ScriptedModel([calls([write.name, {}, 'a']), says('fine')]);
    const { end } = await run({ model, tools, execute, callSignal: () => own.signal });
    expect(end).toMatchObject({ stop: 'end', text: 'fine' });
  });
});

describe('tools of the host', () => {
  const search = {
    definition: { name: 'search_tools', description: 'Search', inputSchema: { type: 'object' } },
    offered: 'deferred' as const,
    run: async (args: Record<string, unknown>) => ({ text: `found for ${String(args.query)}`, activate: [read.name] }),
  };

  test('many tools wait behind search_tools; what it finds can be called (TOL-10)', async () => {
    const many = [...tools, ...Array.from({ length: 200 }, (_, n) => fakeTool({ original: `t${n}` }))];
    const model = new ScriptedModel([calls(['search_tools', { query: 'read' }]), calls([read.name, {}, 'r']), says('ok')]);
    const { end } = await run({ model, tools: many, builtins: [search] });
    expect(end.stop).toBe('end');
    expect(model.requests.map((request) => request.tools.map((tool) => tool.name))).toEqual([
      ['search_tools'],
      ['search_tools', read.name],
      ['search_tools', read.name],
    ]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ text: 'found for read' });
  });

  test('one that throws becomes an error for the model', async () => {
    const bad = { ...search, offered: 'always' as const, run: () => Promise.reject(new Error('no')) };
    const model = new ScriptedModel([calls(['search_tools', {}]), says('ok')]);
    await run({ model, tools, builtins: [bad] });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ isError: true, text: expect.stringContaining('call.failed') });
  });
});
