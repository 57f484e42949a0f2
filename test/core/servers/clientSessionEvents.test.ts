import { describe, expect, test } from 'vitest';
import { on } from '../../fakes/fakeTransport.ts';
import { settle } from '../../fakes/manualClock.ts';
import { session } from './sessionKit.ts';

describe('what servers ask', () => {
  test('early pings, logs and unknown requests do not disturb the handshake (s19)', async () => {
    const early = on('initialize', (message, transport) => {
      transport.receive({ id: 'p-1', method: 'ping' });
      transport.receive({ method: 'notifications/message', params: { level: 'info', data: 'hello' } });
      transport.receive({ id: 'u-1', method: 'x-vendor/hello', params: {} });
      transport.receive({ method: 'notifications/x-vendor' });
      transport.receive({ id: 's-1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      transport.result(message, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'early', version: '1' } });
    });
    const { transport, events } = await session([early]);
    await settle();
    const answer = (id: string) => transport.sent.find((message) => message.id === id && message.method === undefined);
    expect(answer('p-1')).toMatchObject({ result: {} });
    expect(answer('u-1')).toMatchObject({ error: { code: -32601 } });
    expect(answer('s-1')).toMatchObject({ error: { code: -32601 } });
    expect(events).toEqual([{ kind: 'log', line: expect.objectContaining({ source: 'server', text: '[info] hello' }) }]);
  });

  test('requests that come during the probe wait for the handshake', async () => {
    const early = on('server/discover', (message, transport) => {
      transport.receive({ id: 'p-0', method: 'ping' });
      transport.receive({ id: 'r-0', method: 'roots/list' });
      transport.error(message, -32601, 'what?');
    });
    const { transport } = await session([early], { roots: async () => [{ uri: 'file:///work' }] });
    await settle();
    expect(transport.sent[1]).toMatchObject({ id: 'p-0', result: {} });
    expect(transport.sent.find((message) => message.id === 'r-0')).toMatchObject({ result: { roots: [{ uri: 'file:///work' }] } });
  });

  test('only what has a handler is declared', async () => {
    const { transport } = await session([], { roots: async () => [], capabilities: { extensions: { x: {} } } });
    expect(transport.last('initialize')?.params).toMatchObject({ capabilities: { roots: { listChanged: true }, extensions: { x: {} } } });
    expect(transport.last('initialize')).not.toHaveProperty('params.capabilities.sampling');
  });

  test('changes are events', async () => {
    const { transport, events } = await session();
    transport.receive({ method: 'notifications/tools/list_changed' });
    transport.receive({ method: 'notifications/resources/updated', params: { uri: 'a:b' } });
    expect(events).toEqual([
      { kind: 'list-changed', list: 'tools' },
      { kind: 'resource-updated', uri: 'a:b' },
    ]);
  });
});

describe('subscriptions (modern)', () => {
  const listens = on('server/discover', (message, transport) =>
    transport.result(message, { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } }),
  );
  const acknowledges = on('subscriptions/listen', (message, transport) =>
    transport.receive({
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': message.id }, notifications: { toolsListChanged: true } },
    }),
  );

  test('a stream that drops is opened again with backoff, and the list is looked at again', async () => {
    const { transport, clock, events } = await session([listens, acknowledges], {}, 'http');
    await settle();
    expect(transport.last('subscriptions/listen')?.params).toMatchObject({ notifications: { toolsListChanged: true } });
    transport.options.at(-1)?.onRequestStreamEnd?.();
    await settle();
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
    await clock.advance(1_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(2);
    expect(events).toEqual([{ kind: 'list-changed', list: 'tools' }]);
  });

  test('a connection that is lost is not listened for', async () => {
    const { transport, clock } = await session([listens, acknowledges], {}, 'http');
    await settle();
    transport.drop({ code: 'connect.network', message: 'gone' });
    await clock.advance(60_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test('a server without the stream it declared is asked once', async () => {
    const refuses = on('subscriptions/listen', (message, transport) => transport.error(message, -32601, 'Method not found'));
    const { transport, clock } = await session([listens, refuses], {}, 'http');
    await clock.advance(600_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });

  test('watched resources go into the stream', async () => {
    const able = on('server/discover', (message, transport) =>
      transport.result(message, { supportedVersions: ['2026-07-28'], capabilities: { resources: { subscribe: true } } }),
    );
    const { live, transport, events } = await session([able, acknowledges], {}, 'http');
    live.watchResources(['a:1']);
    await settle();
    expect(transport.last('subscriptions/listen')?.params).toMatchObject({ notifications: { resourceSubscriptions: ['a:1'] } });
    transport.receive({ method: 'notifications/resources/updated', params: { uri: 'a:1' } });
    expect(events).toEqual([{ kind: 'resource-updated', uri: 'a:1' }]);
    live.watchResources([]);
    await settle();
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });

  test('legacy servers are subscribed to resource by resource', async () => {
    const able = on('initialize', (message, transport) =>
      transport.result(message, {
        protocolVersion: '2025-11-25',
        capabilities: { resources: { subscribe: true } },
        serverInfo: { name: 'x', version: '1' },
      }),
    );
    const { live, transport } = await session([able]);
    live.watchResources(['a:1', 'a:2']);
    live.watchResources(['a:2']);
    await settle();
    const asked = transport.sent
      .filter(({ method }) => String(method).includes('subscribe'))
      .map(({ method, params }) => [method, (params as { uri: string }).uri]);
    expect(asked).toEqual([
      ['resources/subscribe', 'a:1'],
      ['resources/subscribe', 'a:2'],
      ['resources/unsubscribe', 'a:1'],
    ]);
  });

  test('closing the session ends it', async () => {
    const { live, transport, clock } = await session([listens, acknowledges], {}, 'http');
    await settle();
    await live.close();
    await clock.advance(60_000);
    expect(transport.methods.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
  });
});
