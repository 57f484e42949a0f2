import { describe, expect, test, vi } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { TransportError } from '../../../main/core/transports/transportError.ts';
import { type FakeRule, modernServer, on } from '../../fakes/fakeTransport.ts';
import { settle } from '../../fakes/manualClock.ts';
import { stdioConfig } from '../../fakes/serverConfigs.ts';
import { bench } from './sessionKit.ts';

const silentOn = (method: string): FakeRule => on(method, () => undefined);
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error) => (error instanceof HostError ? error.info : error),
  );

describe('which era', () => {
  test('a legacy server: probed once, then initialized, on one transport', async () => {
    const { open, transports, eras } = bench();
    const live = await open().ready;
    expect(live.info).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25', serverInfo: { name: 'fake', version: '1' }, transport: 'stdio' });
    expect(transports).toHaveLength(1);
    expect(transports[0]?.methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(eras.era(stdioConfig('fake'))).toBe('legacy');
  });

  test('known to be legacy: no probe', async () => {
    const { open, transports, eras } = bench();
    eras.remember(stdioConfig('fake'), { era: 'legacy' });
    await open().ready;
    expect(transports[0]?.methods).toEqual(['initialize', 'notifications/initialized']);
  });

  test('a modern server is never initialized', async () => {
    const { open, transports } = bench([modernServer]);
    const live = await open().ready;
    expect(live.info).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
    expect(transports[0]?.methods).toEqual(['server/discover']);
    expect(transports[0]?.version).toBe('2026-07-28');
    expect(transports[0]?.sent[0]?.params).toMatchObject({
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'test' } },
    });
  });

  test('thought to be legacy, meanwhile modern only: no second process', async () => {
    const { open, transports, eras } = bench([modernServer]);
    eras.remember(stdioConfig('fake'), { era: 'legacy' });
    const live = await open().ready;
    expect(live.info.era).toBe('modern');
    expect(transports).toHaveLength(1);
    expect(eras.era(stdioConfig('fake'))).toBe('modern');
  });

  test('silence on the probe is taken for legacy after a while', async () => {
    const { open, clock, transports } = bench([silentOn('server/discover')]);
    const ready = open().ready;
    await clock.advance(3_999);
    expect(transports[0]?.methods).toEqual(['server/discover']);
    await clock.advance(1);
    expect((await ready).info.era).toBe('legacy');
  });

  test('a slow starter that is modern after all: its late answer counts', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const { open, clock, transports } = bench([silentOn('server/discover'), silentOn('initialize'), modernServer]);
    const ready = open().ready;
    await clock.advance(10_000);
    const discover = transports[0]?.last('server/discover') ?? {};
    transports[0]?.result(discover, { supportedVersions: ['2026-07-28'], capabilities: {} });
    await clock.advance(4_000);
    expect((await ready).info.era).toBe('modern');
    await settle();
    // The client that was given up must not keep the process alive with its endless timer.
    const endless = set.mock.results.filter((_result, i) => Number(set.mock.calls[i]?.[1]) > 1e9).map(({ value }) => value as unknown);
    expect(endless).toHaveLength(1);
    expect(cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(endless));
    vi.restoreAllMocks();
  });

  test('a slow starter of both eras: the initialize it took decides, and next time there is more patience', async () => {
    const late = on('initialize', (message, transport) => {
      transport.result(transport.last('server/discover') ?? {}, { supportedVersions: ['2026-07-28'], capabilities: {} });
      transport.result(message, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'both', version: '1' } });
    });
    const { open, clock, eras, transports } = bench([silentOn('server/discover'), late]);
    const ready = open().ready;
    await clock.advance(4_000);
    expect((await ready).info.era).toBe('legacy');
    expect(eras.era(stdioConfig('fake'))).toBe('modern');
    void open().ready;
    await clock.advance(19_999);
    expect(transports[1]?.methods).toEqual(['server/discover']);
    await clock.advance(1);
    expect(transports[1]?.methods).toContain('initialize');
  });

  test('a slow starter that answers initialize with -32022 first', async () => {
    const { open, clock, transports } = bench([silentOn('server/discover'), modernServer]);
    const ready = open().ready;
    await clock.advance(4_000);
    await settle();
    transports[0]?.result(transports[0].last('server/discover') ?? {}, { supportedVersions: ['2026-07-28'], capabilities: {} });
    expect((await ready).info.era).toBe('modern');
  });

  test('a process that dies of the probe is started once more, without it', async () => {
    const dies = on('server/discover', (_message, transport) => transport.drop({ code: 'connect.exited', message: 'gone' }));
    const { open, transports, eras } = bench((nth) => (nth === 0 ? [dies] : []));
    expect((await open().ready).info.era).toBe('legacy');
    expect(transports.map((transport) => transport.methods)).toEqual([['server/discover'], ['initialize', 'notifications/initialized']]);
    expect(transports[0]?.stopped).toBe(1);
    expect(eras.era(stdioConfig('fake'))).toBe('legacy');
  });

  test('one that dies both times fails with the reason of its death', async () => {
    const reason = { code: 'connect.exited', message: 'The server ended (exit code 1): DEMO_KEY is not set.' } as const;
    const dies: FakeRule = (_message, transport) => {
      transport.drop(reason);
      return true;
    };
    const { open, transports } = bench([dies]);
    expect(await code(open().ready)).toEqual(reason);
    expect(transports).toHaveLength(2);
  });

  test('the probe over HTTP is refused with a status: legacy', async () => {
    for (const status of [400, 404, 405, 500]) {
      const refuses = on('server/discover', () => {
        throw new TransportError('connect.http', `HTTP ${status}`, { facts: { status } });
      });
      expect((await bench([refuses], 'http').open().ready).info.era).toBe('legacy');
    }
  });

  test.each([
    ['auth.required', 401, false],
    ['connect.network', undefined, true],
  ] as const)('%s during the probe is the outcome, not a sign of age', async (name, status, networkDown) => {
    const refuses = on('server/discover', () => {
      throw new TransportError(name, 'no', { facts: { ...(status && { status }), networkDown, unsent: true } });
    });
    const { open, transports } = bench([refuses], 'http');
    expect(await code(open().ready)).toMatchObject({ code: name });
    expect(transports[0]?.methods).toEqual(['server/discover']);
  });

  test('a connection that is cut at the probe may be an old server’s way to refuse it: initialize decides', async () => {
    const cuts = on('server/discover', () => {
      throw new TransportError('connect.network', 'cut', { facts: { networkDown: true, unsent: false } });
    });
    expect((await bench([cuts], 'http').open().ready).info.era).toBe('legacy');
  });
});

describe('fixed eras', () => {
  test('legacy: no probe; modern: no initialize', async () => {
    const old = bench();
    await old.open({ era: 'legacy' }).ready;
    expect(old.transports[0]?.methods[0]).toBe('initialize');
    const strict = bench();
    expect(await code(strict.open({ era: 'modern' }).ready)).toMatchObject({ code: 'connect.version' });
    expect(strict.transports[0]?.methods).toEqual(['server/discover']);
  });
});

describe('versions', () => {
  test('a version nobody knows is a clear failure that names it', async () => {
    const odd = on('initialize', (message, transport) =>
      transport.result(message, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '0' } }),
    );
    const info = await code(bench([odd]).open().ready);
    expect(info).toMatchObject({ code: 'connect.version', params: { theirs: '1999-01-01' } });
    expect((info as { message: string }).message).toContain('2026-07-28');
  });

  test('a server of the future lists its versions', async () => {
    const future = on('server/discover', (message, transport) => transport.error(message, -32022, 'no', { supported: ['2031-01-01'] }));
    expect(await code(bench([future]).open().ready)).toMatchObject({ code: 'connect.version', params: { theirs: '2031-01-01' } });
  });

  test('initialize refused with an ordinary error', async () => {
    const refuses = on('initialize', (message, transport) => transport.error(message, -32603, 'database down'));
    expect(await code(bench([refuses]).open().ready)).toMatchObject({ code: 'connect.protocol', message: expect.stringContaining('database down') });
  });

  test('a sloppy initialize answer is understood', async () => {
    const sloppy = on('initialize', (message, transport) =>
      transport.receive({
        id: String(message.id),
        error: null,
        result: { protocolVersion: '2024-11-05', capabilities: { tools: true }, serverInfo: { name: 'x' } },
      }),
    );
    const live = await bench([sloppy]).open().ready;
    expect(live.info).toMatchObject({ protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '' } });
  });
});

test('stopping an attempt ends it: the transport is stopped and ready rejects', async () => {
  const { open, transports, clock } = bench([silentOn('server/discover'), silentOn('initialize')]);
  const handle = open();
  await clock.advance(5_000);
  const stopped = await handle.stop();
  expect(stopped).toEqual({ stuck: false });
  await clock.advance(100);
  expect(await code(handle.ready)).toMatchObject({ code: expect.stringMatching(/^connect\./) });
  expect(transports).toHaveLength(1);
});
