import { afterEach, expect, test } from 'vitest';
import { createModel } from '../../../main/core/models/createModel.ts';
import { type FakeReply, type StreamServer, startStreamServer } from '../../servers/streamServer.ts';
import { collect, instantClock, request } from './collect.ts';

let server: StreamServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const answer = (parts: object[], finishReason = 'STOP'): FakeReply => ({
  stream: (out) =>
    out.write(
      `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 } })}\n\n`,
    ),
});

async function given(replies: FakeReply[]) {
  server = await startStreamServer(replies);
  const loadImage = async () => ({ mimeType: 'image/png', base64: 'AAAA' });
  return {
    model: createModel({ kind: 'google', baseUrl: server.origin, model: 'gemini-x', apiKey: 'g-secret-1', clock: instantClock(), loadImage }),
    server,
  };
}

test('a call with its thought signature goes back unchanged, the image as an image', async () => {
  const { model, server } = await given([
    answer([{ functionCall: { name: 'shot', args: { n: 1 } }, thoughtSignature: 'SIG' }]),
    answer([{ text: 'a cat' }]),
  ]);
  const tools = [{ name: 'shot', description: 'Shot', inputSchema: { type: 'object', properties: { n: { type: 'number' } } } }];
  const [call] = await collect(model, request('Look', { tools }));
  expect(call).toMatchObject({ kind: 'tool-call', name: 'shot', arguments: { n: 1 } });
  if (call?.kind !== 'tool-call') return;
  const events = await collect(
    model,
    request('', {
      tools,
      messages: [
        { role: 'user', text: 'Look' },
        { role: 'assistant', parts: [{ ...call, kind: 'tool-call' }] },
        { role: 'tool', callId: call.id, name: 'shot', text: 'here', isError: false, images: [{ path: 'x', mimeType: 'image/png' }] },
      ],
    }),
  );
  expect(events).toMatchObject([
    { kind: 'text', text: 'a cat' },
    { kind: 'finish', reason: 'end', usage: { inputTokens: 3, outputTokens: 2 } },
  ]);
  const body = JSON.stringify(server.requests[1]?.body.contents);
  expect(body).toContain('"thoughtSignature":"SIG"');
  expect(body).toContain('"data":"AAAA"');
  expect(server.requests[1]?.path).toContain('/v1beta/models/gemini-x:streamGenerateContent');
  expect(server.requests[1]?.headers['x-goog-api-key']).toBe('g-secret-1');
});

test.each([
  ['SAFETY', { kind: 'finish', reason: 'refused' }],
  ['MAX_TOKENS', { kind: 'finish', reason: 'length' }],
  ['MALFORMED_FUNCTION_CALL', { kind: 'error', error: { code: 'model.failed' } }],
])('%s', async (reason, last) => {
  const { model } = await given([answer([{ text: 'x' }], reason)]);
  expect((await collect(model, request('Hi'))).at(-1)).toMatchObject(last);
});
