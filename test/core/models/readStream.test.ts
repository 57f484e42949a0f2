import { expect, test } from 'vitest';
import { readStream, StreamFault } from '../../../main/core/models/providers/readStream.ts';
import type { SdkStreamPart } from '../../../main/core/models/providers/sdkTypes.ts';

async function read(...parts: SdkStreamPart[]) {
  const events = [];
  for await (const event of readStream(ReadableStream.from(parts) as Parameters<typeof readStream>[0])) events.push(event);
  return events;
}

const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
const finish = (unified: 'stop' | 'interrupted' | 'error'): SdkStreamPart => ({ type: 'finish', usage, finishReason: { unified, raw: undefined } });

test('calls that the provider ran itself are not ours, empty pieces say nothing', async () => {
  expect(
    await read(
      { type: 'text-delta', id: 't', delta: '' },
      { type: 'reasoning-delta', id: 'r', delta: '' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'web_search', input: '{}', providerExecuted: true },
      finish('stop'),
    ),
  ).toEqual([{ kind: 'finish', reason: 'end' }]);
});

test('metadata of a reasoning block is gathered and closes it', async () => {
  expect(
    await read(
      { type: 'reasoning-start', id: 'r', providerMetadata: { p: { a: 1 } } },
      { type: 'reasoning-delta', id: 'r', delta: 'hm', providerMetadata: { p: { b: 2 } } },
      { type: 'reasoning-end', id: 'r', providerMetadata: { q: { c: 3 } } },
      finish('stop'),
    ),
  ).toEqual([
    { kind: 'reasoning', text: 'hm' },
    { kind: 'reasoning', text: '', providerData: { p: { a: 1, b: 2 }, q: { c: 3 } } },
    { kind: 'finish', reason: 'end' },
  ]);
});

test.each(['interrupted', 'error'] as const)('%s is no end', async (unified) => {
  await expect(read({ type: 'text-delta', id: 't', delta: 'x' }, finish(unified))).rejects.toBeInstanceOf(StreamFault);
});
