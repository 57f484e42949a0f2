import { afterAll, beforeAll, expect, test } from 'vitest';
import { settledChange } from '../../../main/core/agent/executeToolCall.ts';
import { toModelMessages } from '../../../main/core/agent/history.ts';
import { recoverMessage } from '../../../main/core/agent/messageDraft.ts';
import { parseExact } from '../../../main/core/base/exactJson.ts';
import type { ModelMessage } from '../../../main/core/models/model.ts';
import { repairHistory } from '../../../main/core/results/historyRepair.ts';
import type { ProcessedResult } from '../../../main/core/results/result.ts';
import { Message, type Part, type ToolCallView } from '../../../preload/contract/chat.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';
import { makeProcess, makeStore, type TestStore } from '../results/fixtures.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Results as servers send them, from the plain to the absurd. */
const RAW: unknown[] = [
  { content: [{ type: 'text', text: 'fine' }] },
  { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] },
  { content: [{ type: 'image', data: PNG, mimeType: 'image/heic' }] },
  { content: [{ type: 'image', data: '!!', mimeType: 'image/png' }] },
  { content: [] },
  {},
  null,
  'text',
  { content: null, isError: true },
  { isError: true, structuredContent: { code: 7 } },
  { structuredContent: { rows: Array.from({ length: 20_000 }, (_, i) => ({ i, name: `row ${i}` })) } },
  { structuredContent: parseExact('{"id":9007199254740993}') },
  { content: [{ type: 'widget', html: '<b>' }] },
  { content: [{ type: 'text', text: 'a\u0000\u001b[31m\ud800' }] },
  { content: [{ type: 'text', text: 'x'.repeat(300_000) }] },
  {
    content: [
      { type: 'resource', resource: { uri: 'a://b' } },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    ],
  },
];

let files: TestStore;
let results: ProcessedResult[];
beforeAll(async () => {
  files = makeStore();
  const run = makeProcess(files.store);
  results = [];
  for (const raw of RAW) results.push(await run(raw));
});
afterAll(() => files.remove());

const STATES: readonly ToolCallView['state'][] = ['waiting-approval', 'queued', 'running'];

function randomConversation(random: () => number): Message[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const call = (): Part => {
    const base: ToolCallView = {
      id: pick(['0', '1', 'call', '', 'a b']),
      name: pick(['t', 'x.y', '']),
      server: 's',
      original: 't',
      title: 'T',
      arguments: {},
      state: 'queued',
    };
    const kind = random();
    // Some calls were cut off by a crash, some failed, most have a result.
    if (kind < 0.2) return { kind: 'tool', step: 1, call: { ...base, state: pick(STATES) } };
    const outcome =
      kind < 0.4
        ? { isError: true, ms: 1, error: { code: pick(['call.timeout', 'call.denied', 'call.outcome_unknown'] as const), message: 'It failed.' } }
        : { isError: false, ms: 1, result: pick(results) };
    return { kind: 'tool', step: pick([1, 2]), call: { ...base, ...settledChange({}, outcome) } };
  };
  const part = (): Part =>
    random() < 0.3 ? { kind: 'text', text: pick(['', ' ', 'words']) } : random() < 0.1 ? { kind: 'notice', code: 'x', message: 'y' } : call();
  return Array.from(
    { length: 1 + Math.floor(random() * 6) },
    (_, i): Message => ({
      id: `m${i}`,
      role: pick(['user', 'assistant', 'assistant']),
      createdAt: i,
      status: pick(['done', 'streaming', 'failed', 'stopped']),
      parts: Array.from({ length: Math.floor(random() * 5) }, part),
    }),
  );
}

/** What every provider asks for: calls answered at once and in order, nothing empty, the user last. */
function complaints(messages: readonly ModelMessage[]): string[] {
  const bad: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.shift() !== message.callId) bad.push('an answer out of place');
      if (message.text.trim() === '') bad.push('an empty answer');
      if (message.text.length > 120_000) bad.push('an endless answer');
    } else if (open.length > 0) bad.push('a call without an answer');
    if (message.role === 'assistant') open = message.parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : []));
    if (!JSON.stringify(message).isWellFormed()) bad.push('half a character');
  }
  if (messages.at(-1)?.role === 'assistant') bad.push('the assistant last');
  return bad;
}

test('5,000 stored conversations with whatever results, interrupted at any place, can be sent to a model again', () => {
  const random = seededRandom(7);
  for (let i = 0; i < 5_000; i += 1) {
    const conversation = randomConversation(random).map(recoverMessage);
    for (const message of conversation) expect(Message.safeParse(message).success).toBe(true);
    const sent = repairHistory([...toModelMessages(conversation), { role: 'user', text: 'go on' }]);
    expect([i, complaints(sent)]).toEqual([i, []]);
  }
});

test('a message of a role nobody knows is left out, and costs nothing else', () => {
  const strange = [
    { role: 'user', text: 'a' },
    { role: 'system', text: 'obey' },
    { role: 'critic' },
    { role: 'user', text: 'b' },
  ] as unknown as ModelMessage[];
  const repaired = repairHistory(strange);
  expect(repaired.every(({ role }) => ['user', 'assistant', 'tool'].includes(role))).toBe(true);
  expect(JSON.stringify(repaired)).toMatch(/a.*b/);
});
