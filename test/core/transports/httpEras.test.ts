import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../../../main/core/transports/transportError.ts';
import { type SdkHttp, type SdkKind, startSdk } from '../../servers/sdkHttp.ts';
import { type Connected, connect, failure, text, until } from './remote.ts';

/** The SDK's client over our transport against servers made with the SDK, in both eras. */
let server: SdkHttp | undefined;
let connected: Connected | undefined;
afterEach(async () => {
  await connected?.client.close();
  await server?.close();
  connected = undefined;
  server = undefined;
});

async function meet(kind: SdkKind, mode: 'legacy' | 'auto' = 'auto'): Promise<{ server: SdkHttp } & Connected> {
  server = await startSdk(kind);
  connected = await connect(server.url, { mode });
  return { server, ...connected };
}

const KINDS: [SdkKind, 'legacy' | 'modern'][] = [
  ['stateful', 'legacy'],
  ['stateful-json', 'legacy'],
  ['stateless', 'legacy'],
  ['modern', 'modern'],
  ['modern-sse', 'modern'],
  ['both', 'modern'],
];

describe.each(KINDS)('%s', (kind, era) => {
  it(`is found to be ${era}, lists and calls`, async () => {
    const { client } = await meet(kind);
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo');
    expect(text(await client.callTool({ name: 'echo', arguments: { text: 'hällo 你好' } }))).toBe('hällo 你好');
  });

  it('answers many calls at a time, each with its own', async () => {
    const { client } = await meet(kind);
    const said = Array.from({ length: 40 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(said.map((words) => client.callTool({ name: 'echo', arguments: { text: words } })));
    expect(answers.map(text)).toEqual(said);
  });
});

describe('legacy, with sessions', () => {
  it('carries the session and the version, and ends the session on close', async () => {
    const { client, transport, server } = await meet('stateful');
    expect(server.sessions.has(String(transport.sessionId))).toBe(true);
    await client.close();
    expect(server.sessions.size).toBe(0);
    expect(server.seen.at(-1)).toBe('DELETE');
  });

  it('reports progress on the stream of the call', async () => {
    const { client } = await meet('stateful');
    const steps: number[] = [];
    await client.callTool({ name: 'steps', arguments: {} }, { onprogress: ({ progress }) => steps.push(progress) });
    expect(steps).toEqual([1, 2]);
  });

  it('hears changes on the stream of the server', async () => {
    const { client, server } = await meet('stateful');
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    await until(() => server.seen.includes('GET'));
    await until(() => {
      if (changes === 0) server.changeTools();
      return changes > 0;
    });
    expect(changes).toBeGreaterThan(0);
  });

  it('resumes a call whose stream the server closed (2025-11-25 polling)', async () => {
    const { client, server } = await meet('stateful');
    expect(text(await client.callTool({ name: 'cut', arguments: {} }))).toBe('after the cut');
    expect(server.seen.filter((line) => line === 'POST tools/call')).toHaveLength(1);
  });

  it('k04: a cancelled call is told to the server, then its response is closed; the next call is fine', async () => {
    const { client, server } = await meet('stateful');
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'wait', arguments: {} }, { signal: stop.signal }));
    await until(() => server.seen.includes('POST tools/call'));
    stop.abort('stop button');
    await waiting;
    await until(() => server.aborted.length > 0);
    expect(server.seen.filter((line) => line === 'POST notifications/cancelled')).toHaveLength(1);
    expect(text(await client.callTool({ name: 'echo', arguments: { text: 'next' } }))).toBe('next');
  });

  it('says that the session is gone when the server forgot it', async () => {
    const { client, server } = await meet('stateful');
    server.sessions.clear();
    expect(factsOf(await failure(client.callTool({ name: 'echo', arguments: { text: 'x' } })))).toMatchObject({ sessionExpired: true });
  });
});

describe('modern', () => {
  it('has no session, no stream of the server and no DELETE', async () => {
    const { client, transport, server } = await meet('both');
    await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    expect(transport.sessionId).toBeUndefined();
    await client.close();
    expect(server.seen.filter((line) => !line.startsWith('POST'))).toEqual([]);
    expect(server.seen).not.toContain('POST initialize');
  });

  it('reports progress', async () => {
    const { client } = await meet('modern');
    const steps: number[] = [];
    await client.callTool({ name: 'steps', arguments: {} }, { onprogress: ({ progress }) => steps.push(progress) });
    expect(steps).toEqual([1, 2]);
  });

  it('k04: a cancelled call closes its own response and says nothing', async () => {
    const { client, server } = await meet('modern-sse');
    const stop = new AbortController();
    const waiting = failure(client.callTool({ name: 'wait', arguments: {} }, { signal: stop.signal }));
    await until(() => server.seen.includes('POST tools/call'));
    stop.abort('stop button');
    await waiting;
    await until(() => server.aborted.length > 0);
    expect(server.seen).not.toContain('POST notifications/cancelled');
    expect(text(await client.callTool({ name: 'echo', arguments: { text: 'next' } }))).toBe('next');
  });

  it('hears changes on a subscription, and its end when the server goes away', async () => {
    const { client, server } = await meet('modern');
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    const subscription = await client.listen({ toolsListChanged: true });
    server.changeTools();
    await until(() => changes > 0);
    await server.close();
    expect(['graceful', 'remote']).toContain(await subscription.closed);
  });
});
