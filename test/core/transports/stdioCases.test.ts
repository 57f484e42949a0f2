import { afterEach, describe, expect, test } from 'vitest';
import { connectSdk, fakeServer, Probe } from './stdioHarness.ts';

describe('the fault cases of stdio', () => {
  const open: { transport: { stop(): Promise<unknown> } }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ transport }) => transport.stop()));
  });
  const connect = async (...args: Parameters<typeof connectSdk>): ReturnType<typeof connectSdk> => {
    const connected = await connectSdk(...args);
    open.push(connected);
    return connected;
  };
  const start = async (...args: ConstructorParameters<typeof Probe>): Promise<Probe> => {
    const probe = new Probe(...args);
    open.push(probe);
    await probe.transport.start();
    return probe;
  };
  const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };

  test.each(['s01-log-lines-on-stdout', 's03-crlf', 's19-early-and-unknown-requests'])('%s: connects, lists and calls', async (id) => {
    const { client } = await connect(fakeServer(id));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo']);
    expect((await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).isError).toBeFalsy();
  });

  test('s01: every line that is no message is shown, nothing else is', async () => {
    const probe = await start(fakeServer('s01-log-lines-on-stdout'));
    await probe.ask(1, 'initialize', INITIALIZE);
    await probe.ask(2, 'tools/list');
    await probe.until(() => probe.noise.some((text) => text.includes('done')));
    expect(probe.noise).toEqual(['Demo server v1 started', 'Calling API...', 'Response headers: {', '"a": 1', '}', '\u001b[32mdone\u001b[0m']);
    expect(probe.errors).toEqual([]);
  });
});
