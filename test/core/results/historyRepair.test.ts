import { describe, expect, test } from 'vitest';
import type { ModelMessage, ModelPart } from '../../../main/core/models/model.ts';
import { NO_RESULT, repairHistory } from '../../../main/core/results/historyRepair.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';

const user = (text: string): ModelMessage => ({ role: 'user', text });
const says = (...parts: (string | ModelPart)[]): ModelMessage => ({
  role: 'assistant',
  parts: parts.map((part) => (typeof part === 'string' ? { kind: 'text', text: part } : part)),
});
const call = (id: string, name = 'tool'): ModelPart => ({ kind: 'tool-call', id, name, arguments: {} });
const answer = (callId: string, text = `answer to ${callId}`, name = 'tool'): ModelMessage => ({
  role: 'tool',
  callId,
  name,
  text,
  isError: false,
  images: [],
});
const missing = (callId: string, name = 'tool'): ModelMessage => ({ role: 'tool', callId, name, text: NO_RESULT, isError: true, images: [] });
const more = user('Please continue.');

describe('one thing at a time', () => {
  test.each<[title: string, before: ModelMessage[], after: ModelMessage[]]>([
    ['nothing', [], []],
    [
      'a good history',
      [user('a'), says('b', call('1'), call('2')), answer('1'), answer('2'), says('c'), user('d')],
      [user('a'), says('b', call('1'), call('2')), answer('1'), answer('2'), says('c'), user('d')],
    ],
    ['a call without its answer', [user('a'), says(call('1')), user('b')], [user('a'), says(call('1')), missing('1'), user('b')]],
    [
      'one of two answers missing',
      [user('a'), says(call('1'), call('2')), answer('2')],
      [user('a'), says(call('1'), call('2')), missing('1'), answer('2')],
    ],
    [
      'answers in another order',
      [user('a'), says(call('1'), call('2')), answer('2'), answer('1')],
      [user('a'), says(call('1'), call('2')), answer('1'), answer('2')],
    ],
    [
      'an answer twice',
      [user('a'), says(call('1')), answer('1', 'first'), answer('1', 'second')],
      [user('a'), says(call('1')), answer('1', 'first')],
    ],
    [
      'an answer too late',
      [user('a'), says(call('1')), user('b'), says('c'), answer('1'), user('d')],
      [user('a'), says(call('1')), answer('1'), user('b'), says('c'), user('d')],
    ],
    ['an answer without a call', [user('a'), answer('9'), says('b'), user('c')], [user('a'), says('b'), user('c')]],
    ['an answer before its call', [user('a'), answer('1'), says(call('1'))], [user('a'), says(call('1')), missing('1')]],
    [
      'the same id in two steps',
      [user('a'), says(call('0')), answer('0', 'x'), says(call('0')), answer('0', 'y')],
      [user('a'), says(call('0')), answer('0', 'x'), says(call('0_2')), answer('0_2', 'y')],
    ],
    [
      'the same id twice in one step',
      [user('a'), says(call('0'), call('0')), answer('0', 'x'), answer('0', 'y')],
      [user('a'), says(call('0'), call('0_2')), answer('0', 'x'), answer('0_2', 'y')],
    ],
    [
      'an answer does not go to an earlier call of the same id',
      [user('a'), says(call('0')), says(call('0')), answer('0')],
      [user('a'), says(call('0')), missing('0'), says(call('0_2')), answer('0_2', 'answer to 0')],
    ],
    [
      'odd ids and names',
      [user('a'), says(call('a b:é', 'my.tool')), answer('a b:é', 'x', 'my.tool')],
      [user('a'), says(call('a_b__', 'my_tool')), answer('a_b__', 'x', 'my_tool')],
    ],
    [
      'an empty id and name',
      [user('a'), says(call('', '')), answer('', 'x')],
      [user('a'), says(call('call', 'unknown_tool')), answer('call', 'x', 'unknown_tool')],
    ],
    ['an empty answer', [user('a'), says(call('1')), answer('1', ' \n')], [user('a'), says(call('1')), answer('1', '(no content)')]],
    ['an empty user turn', [user('a'), says('b'), user(' '), user('c')], [user('a'), says('b'), user('c')]],
    ['an empty assistant turn', [user('a'), says(), user('b')], [user('a\n\nb')]],
    ['an assistant turn of empty text', [user('a'), says('', ' '), user('b')], [user('a\n\nb')]],
    ['reasoning alone', [user('a'), says({ kind: 'reasoning', text: 'hm' }), user('b')], [user('a\n\nb')]],
    [
      'reasoning beside text stays',
      [user('a'), says({ kind: 'reasoning', text: '', providerData: 's' }, 'b'), user('c')],
      [user('a'), says({ kind: 'reasoning', text: '', providerData: 's' }, 'b'), user('c')],
    ],
    ['users in a row', [user('a'), user('b'), says('c'), user('d')], [user('a\n\nb'), says('c'), user('d')]],
    [
      'assistants in a row',
      [user('a'), says('b'), says('c', call('1')), answer('1'), user('d')],
      [user('a'), says('b', 'c', call('1')), answer('1'), user('d')],
    ],
    ['the assistant begins', [says('a'), user('b')], [more, says('a'), user('b')]],
    ['the assistant ends', [user('a'), says('b')], [user('a'), says('b'), more]],
    ['lone surrogates', [user('a\ud800'), says('b\udc00'), user('c')], [user('a\ufffd'), says('b\ufffd'), user('c')]],
    [
      'arguments that are no object',
      [user('a'), says({ kind: 'tool-call', id: '1', name: 't', arguments: [] as never }), answer('1', 'x', 't')],
      [user('a'), says({ kind: 'tool-call', id: '1', name: 't', arguments: {} }), answer('1', 'x', 't')],
    ],
    [
      'an image without text',
      [{ role: 'user', text: '', images: [{ path: 'p', mimeType: 'image/png' }] }],
      [{ role: 'user', text: '(image)', images: [{ path: 'p', mimeType: 'image/png' }] }],
    ],
  ])('%s', (_, before, after) => {
    expect(repairHistory(before)).toEqual(after);
  });
});

/** What the strictest of the providers ask for. */
function complaints(messages: readonly ModelMessage[]): string[] {
  const bad: string[] = [];
  if (messages.length > 0 && messages[0]?.role !== 'user') bad.push('does not begin with the user');
  if (messages.at(-1)?.role === 'assistant') bad.push('ends with the assistant');
  const ids = new Set<string>();
  let open: string[] = [];
  let before: string | undefined;
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.shift() !== message.callId) bad.push(`answer ${message.callId} out of place`);
    } else if (open.length > 0) bad.push(`call ${open[0]} has no answer`);
    if (message.role !== 'tool' && message.role === before) bad.push(`two turns of ${message.role}`);
    if (message.role === 'assistant') {
      const calls = message.parts.filter((part) => part.kind === 'tool-call');
      open = calls.map(({ id }) => id);
      for (const { id, name } of calls) {
        if (ids.has(id)) bad.push(`id ${id} twice`);
        ids.add(id);
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(id) || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) bad.push('odd id or name');
      }
      if (!message.parts.some((part) => part.kind === 'tool-call' || (part.kind === 'text' && part.text.trim() !== ''))) bad.push('empty assistant');
      if (message.parts.some((part) => part.kind === 'text' && part.text.trim() === '')) bad.push('empty text');
    } else if (message.text.trim() === '') bad.push(`empty ${message.role}`);
    if (message.role !== 'assistant' && !message.text.isWellFormed()) bad.push('not well-formed');
    before = message.role;
  }
  if (open.length > 0) bad.push(`call ${open[0]} has no answer at the end`);
  return bad;
}

function randomHistory(random: () => number): ModelMessage[] {
  const ids = ['1', '2', '3', 'call 0', '', 'x'.repeat(80), 'é'];
  const text = (): string => pick(random, ['', ' ', 'hello', '\ud800', 'a\nb', '\n']);
  const part = (): ModelPart =>
    pick<() => ModelPart>(random, [
      () => ({ kind: 'text', text: text() }),
      () => ({ kind: 'reasoning', text: text(), ...(random() < 0.5 ? { providerData: 1 } : {}) }),
      () => call(pick(random, ids), pick(random, ['t', '', 'a.b', 'y'.repeat(90)])),
    ])();
  const message = (): ModelMessage =>
    pick<() => ModelMessage>(random, [
      () => ({ role: 'user', text: text(), ...(random() < 0.2 ? { images: [{ path: 'p', mimeType: 'image/png' }] } : {}) }),
      () => ({ role: 'assistant', parts: Array.from({ length: Math.floor(random() * 4) }, part) }),
      () => answer(pick(random, ids), text()),
      () => answer(pick(random, ids), text()),
    ])();
  return Array.from({ length: Math.floor(random() * 14) }, message);
}

describe('whatever the history', () => {
  const random = seededRandom(42);
  const histories = Array.from({ length: 5_000 }, () => randomHistory(random));

  test('the result is acceptable to all', () => {
    for (const history of histories) expect([history, complaints(repairHistory(history))]).toEqual([history, []]);
  });

  test('repairing twice changes nothing more, and the input is not touched', () => {
    for (const history of histories) {
      const copy = structuredClone(history);
      const once = repairHistory(history);
      expect(history).toEqual(copy);
      expect(repairHistory(once)).toEqual(once);
    }
  });

  test('no word of the user and no answer to a call is lost', () => {
    for (const history of histories) {
      const repaired = JSON.stringify(repairHistory(history));
      for (const message of history) if (message.role === 'user' && message.text === 'hello') expect(repaired).toContain('hello');
    }
  });

  test('a long history takes one pass', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => [user(`u${i}`), says(call(`c${i}`)), answer(`c${i}`)]).flat();
    expect(repairHistory(long)).toEqual(long);
  });
});
