import { describe, expect, test } from 'vitest';
import { buildRequest, isDeferred } from '../../../main/core/agent/buildRequest.ts';
import { callGroups } from '../../../main/core/agent/callGroups.ts';
import { callText } from '../../../main/core/agent/callText.ts';
import { toModelMessages } from '../../../main/core/agent/history.ts';
import { lookupTool, nearNames } from '../../../main/core/agent/lookupTool.ts';
import { systemPromptParts } from '../../../main/core/agent/systemPrompt.ts';
import { titleFrom } from '../../../main/core/agent/title.ts';
import { searchToolsBuiltin } from '../../../main/core/tools/builtins/searchTools.ts';
import type { Message, Part, ToolCallView } from '../../../preload/contract/chat.ts';
import { fakeSnapshot, fakeTool } from '../../fakes/fakeTools.ts';

const tool = fakeTool({ original: 'read', description: 'Reads a file.' });
const appOnly = { ...fakeTool({ original: 'hidden' }), appOnly: true };

describe('the request of a step', () => {
  const many = Array.from({ length: 129 }, (_, n) => fakeTool({ original: `t${n}` }));
  const long = fakeTool({ original: 'long', description: 'x'.repeat(20_000) });

  test.each([
    ['few', [tool], {}, false],
    ['more than providers take', many, {}, true],
    ['over 10 % of an unknown context', [long], {}, true],
    ['under 10 % of a large one', [long], { contextTokens: 200_000 }, false],
    ['never for the offline assistant', many, { offline: true }, false],
    ['never without a search', many, { builtins: [] }, false],
  ])('deferred: %s → %s', (_name, tools, more, deferred) => {
    expect(isDeferred({ snapshot: fakeSnapshot(tools), builtins: [searchToolsBuiltin], deferAbovePercent: 10, ...more })).toBe(deferred);
  });

  test('what belongs to an app is neither offered nor found', () => {
    const snapshot = fakeSnapshot([tool, appOnly]);
    const request = buildRequest({ snapshot, builtins: [], deferAbovePercent: 10 })([], new Set());
    expect(request.tools.map(({ name }) => name)).toEqual([tool.name]);
    expect(request.system).not.toContain('hidden');
    expect(lookupTool(appOnly.name, snapshot, []).kind).toBe('unknown');
  });

  test('tools found by the search are callable, the newest when there are too many', () => {
    const request = buildRequest({ snapshot: fakeSnapshot(many), builtins: [searchToolsBuiltin], deferAbovePercent: 10 });
    const tools = request([], new Set(many.map(({ name }) => name))).tools;
    expect(tools).toHaveLength(128);
    expect([tools[0]?.name, tools.at(-1)?.name]).toEqual(['search_tools', many.at(-1)?.name]);
    expect(request([], new Set(['gone'])).tools).toHaveLength(1);
  });

  test('the same tool is the same object in each run, so that a search finds its index again', () => {
    const make = () => buildRequest({ snapshot: fakeSnapshot([tool]), builtins: [], deferAbovePercent: 10 })([], new Set()).tools[0];
    expect(make()).toBe(make());
  });
});

describe('the system prompt in parts (AGT-8)', () => {
  test('base, the user, servers capped and marked, catalogue', () => {
    const parts = systemPromptParts({
      base: 'Base.',
      user: ' Be kind. ',
      instructions: [
        { server: 'a"b', text: `Hi\u200b${'x'.repeat(3000)}` },
        { server: 'empty', text: ' \u200b ' },
      ],
      tools: [tool],
      deferred: false,
    });
    expect(parts.map(({ kind }) => kind)).toEqual(['base', 'user', 'instructions', 'catalogue']);
    expect(parts[1]?.text).toBe('Be kind.');
    expect(parts[2]?.text.startsWith('<server-instructions server="a\\"b">\nHix')).toBe(true);
    expect(parts[2]?.text.length).toBeLessThan(2048 + 80);
    expect(parts[3]?.text).toContain(`- ${tool.name}: Reads a file.`);
  });
  test('without tools there is no catalogue', () => {
    expect(systemPromptParts({ tools: [], deferred: false }).map(({ kind }) => kind)).toEqual(['base']);
  });
});

describe('lookupTool', () => {
  const names = ['mcp__fs__read_file', 'mcp__fs__write_file', 'mcp__weather__get_forecast'];
  test.each([
    ['mcp__fs__readfile', 'mcp__fs__read_file'],
    ['read_file', 'mcp__fs__read_file'],
    ['get_weather_forecast', 'mcp__weather__get_forecast'],
    ['READ_FILE', 'mcp__fs__read_file'],
  ])('%s is near %s', (wanted, near) => {
    expect(nearNames(wanted, names)[0]).toBe(near);
  });
  test('nothing is near to nonsense', () => expect(nearNames('zzz', names)).toEqual([]));
  test('an own-property name is no tool', () => expect(lookupTool('toString', fakeSnapshot([tool]), []).kind).toBe('unknown'));
});

describe('callGroups (CAL-7)', () => {
  test.each([
    ['', ''],
    ['r', 'r'],
    ['rr', 'rr'],
    ['ww', 'w|w'],
    ['rrwr', 'rr|w|r'],
    ['wrrw', 'w|rr|w'],
  ])('%s → %s', (calls, groups) => {
    expect(
      callGroups([...calls], (call) => call === 'r')
        .map((group) => group.join(''))
        .join('|'),
    ).toBe(groups);
  });
});

describe('callText', () => {
  const call: ToolCallView = { id: 'c', name: 'n', server: 's', original: 'o', title: 'T', arguments: { a: 1 }, state: 'done' };
  const result = { isError: false, blocks: [], text: 'out', notes: [] };
  test.each<[Partial<ToolCallView>, RegExp]>([
    [{ result }, /^out$/],
    [{ result: { ...result, text: '' } }, /^The call succeeded without output\.$/],
    [{ result: { ...result, isError: true } }, /^The tool reported an error:\nout$/],
    [{ error: { code: 'call.timeout', message: 'No answer in 60 s.' } }, /^The call failed: No answer in 60 s \(call\.timeout\)\./],
    [
      { error: { code: 'call.denied', message: 'x' }, verdict: { verdict: 'deny', rule: 'deny mcp__s__*', reason: 'no' } },
      /Decided by: deny mcp__s__\*\. Reason: no/,
    ],
    [{ result, askedArguments: { a: 2 } }, /^Note: the user changed.*\{"a":1\}\nout$/s],
    [{ state: 'running' }, /stopped before it ended \(call\.cancelled\)/],
  ])('%j', (over, text) => {
    expect(callText({ ...call, ...over })).toMatch(text);
  });
});

describe('a stored conversation as history', () => {
  const call = (id: string, over: Partial<ToolCallView> = {}): ToolCallView => ({
    id,
    name: 'n',
    server: 's',
    original: 'o',
    title: 'T',
    arguments: { sent: id },
    state: 'done',
    result: { isError: false, blocks: [], text: `r${id}`, notes: [] },
    ...over,
  });
  const answer = (...parts: Part[]): Message => ({ id: 'm', role: 'assistant', createdAt: 0, status: 'done', parts });
  const shape = (messages: readonly Message[]) =>
    toModelMessages(messages).map((message) =>
      message.role === 'assistant'
        ? message.parts.map((part) => (part.kind === 'tool-call' ? part.id : part.kind)).join('+')
        : message.role === 'tool'
          ? `r:${message.callId}`
          : message.text,
    );

  test('steps are told apart by text and by their number', () => {
    expect(
      shape([
        { ...answer({ kind: 'text', text: 'Q' }), role: 'user' },
        answer(
          { kind: 'reasoning', text: 'hm' },
          { kind: 'text', text: 'a' },
          { kind: 'tool', call: call('1'), step: 1 },
          { kind: 'tool', call: call('2'), step: 1 },
          { kind: 'tool', call: call('3'), step: 2 },
          { kind: 'notice', code: 'x', message: 'y' },
          { kind: 'text', text: 'b' },
        ),
      ]),
    ).toEqual(['Q', 'text+1+2', 'r:1', 'r:2', '3', 'r:3', 'text']);
  });

  test('a call that was cut off still has a result; edited calls show what the model asked', () => {
    const history = toModelMessages([
      answer({
        kind: 'tool',
        call: call('1', { state: 'running', askedArguments: { asked: 1 }, result: undefined as never }),
        providerData: { s: 1 },
      }),
    ]);
    expect(history).toMatchObject([
      { parts: [{ kind: 'tool-call', arguments: { asked: 1 }, providerData: { s: 1 } }] },
      { role: 'tool', isError: true, text: expect.stringContaining('call.cancelled') },
    ]);
  });

  test('empty messages vanish, images come from where they are kept', () => {
    expect(shape([answer(), answer({ kind: 'text', text: '' })])).toEqual([]);
    const image = { path: 'a.png', mimeType: 'image/png' };
    expect(toModelMessages([answer({ kind: 'tool', call: call('1') })], (id) => (id === '1' ? [image] : []))[1]).toMatchObject({ images: [image] });
  });
});

test.each([
  ['Hello there', 'Hello there'],
  ['\n\n# Plan the *trip*\nmore', 'Plan the trip'],
  ['1. First thing', 'First thing'],
  ['> quote', 'quote'],
  ['???', '???'],
  ['查一下杭州明天的天气', '查一下杭州明天的天气'],
  ['hidden\u200b text', 'hidden text'],
])('title of %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});
test('a long title is cut between words', () => {
  const title = titleFrom('word '.repeat(50));
  expect(title.length).toBeLessThanOrEqual(60);
  expect(title).toMatch(/word…$/);
});
