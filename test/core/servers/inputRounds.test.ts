import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { type FakeRule, modernServer, on } from '../../fakes/fakeTransport.ts';
import { settle } from '../../fakes/manualClock.ts';
import { options, session } from './sessionKit.ts';

const info = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error) => (error instanceof HostError ? error.info : error),
  );

describe('rounds of questions (modern)', () => {
  const asks = (rounds: number): FakeRule =>
    on('tools/call', (message, transport) => {
      const params = message.params as { requestState?: number; inputResponses?: unknown };
      const round = params.requestState ?? 0;
      if (round >= rounds) return transport.result(message, { resultType: 'complete', content: [], got: params.inputResponses });
      const inputRequests = { name: { method: 'elicitation/create', params: { message: 'Name?' } } };
      return transport.result(message, { resultType: 'input_required', inputRequests, requestState: round + 1 });
    });
  const elicitation = async () => ({ action: 'accept', content: { name: 'Ada' } });

  test('questions are answered and the exact state goes back, with new ids', async () => {
    const { live, transport } = await session([asks(2), modernServer], { elicitation });
    expect(await live.callTool('greet', {}, options())).toEqual({ content: [], got: { name: await elicitation() } });
    const calls = transport.sent.filter((message) => message.method === 'tools/call');
    expect(new Set(calls.map((message) => message.id)).size).toBe(3);
    expect(calls.map((message) => (message.params as { requestState?: number }).requestState)).toEqual([undefined, 1, 2]);
  });

  test('each answer goes with the original request, not with what was said before', async () => {
    const question = { who: { method: 'elicitation/create', params: { message: 'Name?' } } };
    const answers = [{ requestState: 'one' }, { inputRequests: question }];
    const rule = on('tools/call', (message, transport) => {
      const next = answers.shift();
      return transport.result(message, next ? { resultType: 'input_required', ...next } : { resultType: 'complete', content: [] });
    });
    const { live, transport, clock } = await session([rule, modernServer], { elicitation });
    const call = live.callTool('greet', { a: 1 }, options());
    await clock.advance(250);
    await call;
    const [, second, third] = transport.sent.filter((message) => message.method === 'tools/call').map(({ params }) => params);
    expect(second).toMatchObject({ requestState: 'one', arguments: { a: 1 } });
    expect(third).toMatchObject({ inputResponses: { who: { action: 'accept' } }, arguments: { a: 1 } });
    expect(third).not.toHaveProperty('requestState');
  });

  test('a server that never has enough is stopped after ten rounds', async () => {
    const { live, transport } = await session([asks(1_000), modernServer], { elicitation });
    expect(await info(live.callTool('greet', {}, options()))).toMatchObject({ code: 'call.protocol', message: expect.stringContaining('10 rounds') });
    expect(transport.methods.filter((method) => method === 'tools/call')).toHaveLength(11);
  });

  test('without anyone to ask it is a clear error', async () => {
    const { live } = await session([asks(1), modernServer]);
    expect(await info(live.callTool('greet', {}, options()))).toMatchObject({
      code: 'call.protocol',
      message: expect.stringContaining('elicitation/create'),
    });
  });

  test('a server that only returns its state is asked again after a breath', async () => {
    const state = on('tools/call', (message, transport) => {
      const again = (message.params as { requestState?: string }).requestState === 'x';
      return transport.result(message, again ? { resultType: 'complete', content: [] } : { resultType: 'input_required', requestState: 'x' });
    });
    const { live, clock } = await session([state, modernServer]);
    const call = live.callTool('poll', {}, options());
    await clock.advance(250);
    expect(await call).toEqual({ content: [] });
  });
});

describe('pages to open first (-32042)', () => {
  const wantsPage: FakeRule = (message, transport) => {
    if (message.method !== 'tools/call' || transport.methods.filter((method) => method === 'tools/call').length > 1) return false;
    return transport.error(message, -32042, 'open a page', {
      elicitations: [{ elicitationId: 'e1', url: 'https://pay.example.test/', message: 'Pay' }],
    });
  };

  test('asked, opened, waited for, tried again once', async () => {
    const asked: unknown[] = [];
    const { live, transport } = await session([wantsPage], {
      elicitation: async (params) => {
        asked.push(params);
        return { action: 'accept' };
      },
    });
    const call = live.callTool('echo', { a: 1 }, options({ timeoutMs: 10 }));
    await settle();
    expect(asked).toEqual([{ mode: 'url', elicitationId: 'e1', url: 'https://pay.example.test/', message: 'Pay' }]);
    expect(transport.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
    transport.receive({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    expect(await call).toMatchObject({ content: [{ text: '{"a":1}' }] });
  });

  test('nobody to ask: says what to open', async () => {
    const { live } = await session([wantsPage]);
    expect(await info(live.callTool('echo', {}, options()))).toMatchObject({
      code: 'call.protocol',
      fix: expect.stringContaining('https://pay.example.test/'),
    });
  });
});
