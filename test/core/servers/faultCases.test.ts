import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { startWs } from '../../servers/wsServer.ts';
import { callOptions } from './managerKit.ts';
import { arrived, fakeHttp, fakeStdio, type Json, type RealStage, realStage, scenario, until } from './realKit.ts';

let stage: RealStage;
const toClose: (() => Promise<void>)[] = [];

beforeEach(() => {
  stage = realStage();
});
afterEach(async () => {
  await stage.end();
  for (const close of toClose.splice(0)) await close();
});

const stdio = (id: string, variant?: string) => fakeStdio(stage.folder, id, scenario(id, variant));
const http = async (what: Json) => {
  const made = await fakeHttp('fake', what);
  toClose.push(() => made.fake.close());
  return made;
};

describe('processes', () => {
  test('s08: one that dies in the handshake fails with what it said', async () => {
    const { config } = stdio('s08');
    await stage.up(config);
    expect(stage.host.get('s08')?.state).toMatchObject({
      kind: 'failed',
      error: { code: 'connect.exited', message: expect.stringContaining('DEMO_KEY') },
    });
  });

  test('s09: one that dies in a call leaves its outcome unknown, is not asked again, and comes back', async () => {
    const { config, seen } = stdio('s09');
    await stage.up(config);
    const outcome = await stage.host.callTool('s09', 'echo', {}, callOptions());
    expect(outcome).toMatchObject({ ok: false, error: { code: 'call.outcome_unknown', message: expect.stringContaining('SIGKILL') } });
    await until(stage.host, () => stage.host.get('s09')?.state.kind === 'connected');
    expect(arrived(seen(), 'tools/call')).toHaveLength(1);
    expect(seen().filter(({ dir }) => dir === 'start').length).toBe(2);
  });

  test('progress that comes in one piece with its answer is told', async () => {
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$ID,"progress":1}}\n';
    const raw = `${progress}{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}\n`;
    const { config } = fakeStdio(stage.folder, 'quick', { on: [{ match: { method: 'tools/call' }, do: [{ raw }] }] });
    await stage.up(config);
    const seen: number[] = [];
    const onProgress = (step: { progress: number }): void => void seen.push(step.progress);
    expect(await stage.host.callTool('quick', 'echo', {}, callOptions({ onProgress }))).toMatchObject({ ok: true });
    expect(seen).toEqual([1]);
  });

  test('s13: a slow first start is waited for, and initialize is never cancelled', async () => {
    const { config, seen } = stdio('s13');
    await stage.up(config);
    expect(stage.host.get('s13')).toMatchObject({ state: { kind: 'connected' }, counts: { tools: 1 } });
    expect(arrived(seen(), 'notifications/cancelled')).toHaveLength(0);
  });

  test('s13: given up on, it is not told to cancel initialize either', async () => {
    const { config, seen } = stdio('s13');
    await stage.up({ ...config, connectTimeoutMs: 500 });
    expect(stage.host.get('s13')?.state).toMatchObject({
      kind: 'failed',
      error: { code: 'connect.timeout' },
    });
    expect(arrived(seen(), 'notifications/cancelled')).toHaveLength(0);
  });

  test('s15: error: null beside a result is a result', async () => {
    await stage.up(stdio('s15').config);
    expect(stage.host.get('s15')).toMatchObject({ state: { kind: 'connected' }, counts: { tools: 0 } });
  });

  test('s17: ids that come back as text', async () => {
    const raw =
      '{"jsonrpc":"2.0","id":"$ID","result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"texty","version":"1"}}}\n';
    const { config } = fakeStdio(stage.folder, 'texty', { on: [{ match: { method: 'initialize' }, do: [{ raw }] }] });
    await stage.up(config);
    expect(stage.host.get('texty')).toMatchObject({ state: { kind: 'connected' }, counts: { tools: 1 } });
  });

  test('s19: early and unknown requests', async () => {
    const { config, seen } = stdio('s19');
    await stage.up(config);
    expect(stage.host.get('s19')).toMatchObject({ state: { kind: 'connected' }, counts: { tools: 1 } });
    const answers = seen().flatMap(({ dir, msg }) => (dir === 'in' && msg && msg.method === undefined ? [msg] : []));
    expect(answers.find(({ id }) => id === 'p-1')).toMatchObject({ result: {} });
    expect(answers.filter(({ id }) => id === 'u-1')).toEqual([expect.objectContaining({ error: expect.objectContaining({ code: -32601 }) })]);
    expect(stage.host.logs('s19').map(({ text }) => text)).toContain('[info] hello');
  });

  test('s21, k04: late and double answers, and a stop that reaches the server once', async () => {
    const { config, seen } = stdio('s21');
    await stage.up(config);
    const call = (name: string, signal = new AbortController().signal) => stage.host.callTool('s21', name, { name }, callOptions({ signal }));
    expect(await call('twice')).toMatchObject({ ok: true });
    const stop = new AbortController();
    const slow = call('slow', stop.signal);
    await until(stage.host, () => true);
    setTimeout(() => stop.abort(), 100);
    expect(await slow).toMatchObject({ ok: false, error: { code: 'call.cancelled' } });
    // The next call of `slow` outlives the late answer of the cancelled one, and gets its own.
    expect(await stage.host.callTool('s21', 'slow', { second: true }, callOptions())).toMatchObject({
      value: { content: [{ text: '{"second":true}' }] },
    });
    const cancels = arrived(seen(), 'notifications/cancelled');
    expect(cancels.map(({ params }) => (params as Json).requestId)).toEqual([arrived(seen(), 'tools/call')[1]?.id]);
    expect(arrived(seen(), 'initialize')).toHaveLength(1);
  });

  test('s25: a modern-only server', async () => {
    const { config, seen } = stdio('s25');
    await stage.up(config);
    expect(stage.host.get('s25')).toMatchObject({
      state: { kind: 'connected' },
      info: { era: 'modern', protocolVersion: '2026-07-28', serverInfo: { name: 'modern' } },
    });
    expect(arrived(seen(), 'initialize')).toHaveLength(0);
    expect(seen().filter(({ dir }) => dir === 'start')).toHaveLength(1);
  });

  test('a legacy server is started once, probed in place, and remembered by the next run', async () => {
    const { config, seen } = fakeStdio(stage.folder, 'plain', {});
    await stage.up(config);
    expect(seen().filter(({ dir }) => dir === 'start')).toHaveLength(1);
    await stage.host.stopAll();
    const next = realStage({ caches: `${stage.folder}/caches` });
    await next.up(config);
    await next.end();
    expect(arrived(seen(), 'server/discover')).toHaveLength(1);
    expect(arrived(seen(), 'initialize')).toHaveLength(2);
  });

  test('k07: the clock of a call stops while its question waits for the user', async () => {
    await stage.end();
    let asked = 0;
    stage = realStage({
      handlers: () => ({
        elicitation: async () => {
          asked++;
          await new Promise((resolve) => setTimeout(resolve, 700));
          return { action: 'accept', content: { b: 'main' } };
        },
      }),
    });
    const { config } = stdio('k07');
    // The fake answers id 2: the third request of a connection that is not probed.
    await stage.up({ ...config, era: 'legacy' });
    expect(await stage.host.callTool('k07', 'ask', {}, callOptions({ timeoutMs: 400 }))).toMatchObject({ ok: true });
    expect(asked).toBe(1);
  });

  test('t11: an empty cursor, meant and not meant', async () => {
    const two = stdio('t11');
    const loops = fakeStdio(stage.folder, 'loops', scenario('t11', 'scenario.loops'));
    await stage.up(two.config, loops.config);
    const names = (server: string) => stage.found.find((tools) => tools.server === server)?.items.map((item) => (item as Json).name);
    expect(names('t11')).toEqual(['good', 'second']);
    expect(names('loops')).toEqual(['good']);
    expect(arrived(loops.seen(), 'tools/list')).toHaveLength(2);
  });

  test('t12: two hundred list changes are one refresh', async () => {
    const { config, seen } = stdio('t12');
    await stage.up(config);
    await until(stage.host, () => stage.found.length >= 2);
    await stage.host.callTool('t12', 'echo', {}, callOptions());
    expect(arrived(seen(), 'tools/list').length).toBeLessThanOrEqual(3);
  });

  test('nothing is left after stopAll', async () => {
    const servers = ['a', 'b', 'c'].map((name) => fakeStdio(stage.folder, name, name === 'b' ? { sigterm: 'ignore', stdinEnd: 'ignore' } : {}));
    await stage.up(...servers.map(({ config }) => config));
    expect((await stage.host.stopAll()).stuck).toEqual([]);
    for (const { seen } of servers) {
      const pid = seen().find(({ dir }) => dir === 'start')?.pid ?? 0;
      expect(() => process.kill(pid, 0)).toThrow();
    }
  });
});

test('a WebSocket that refuses the upgrade with 401 wants a sign-in', async () => {
  const server = await startWs({ refuse: () => ({ status: 401 }) });
  toClose.push(() => server.close());
  await stage.up(remoteConfig('socket', { transport: 'ws', url: server.url }));
  expect(stage.host.get('socket')?.state).toMatchObject({ kind: 'needs-auth', error: { code: 'auth.required' } });
  expect(server.upgrades).toHaveLength(1);
});

describe('HTTP', () => {
  test('h01: a forgotten session is renewed at once, and the refused call repeated', async () => {
    const { config, fake } = await http(scenario('h01'));
    await stage.up(config);
    for (const text of ['1', '2', '3']) {
      expect(await stage.host.callTool('fake', 'echo', { text }, callOptions())).toMatchObject({
        value: { content: [{ text: JSON.stringify({ text }) }] },
      });
    }
    expect(arrived(fake.log, 'initialize')).toHaveLength(2);
    expect(arrived(fake.log, 'tools/call')).toHaveLength(4);
  });

  test.each(['scenario.status400', 'scenario.status503'])('h01 %s: the same single try', async (variant) => {
    const { config, fake } = await http(scenario('h01', variant));
    await stage.up(config);
    for (const text of ['1', '2']) expect(await stage.host.callTool('fake', 'echo', { text }, callOptions())).toMatchObject({ ok: true });
    expect(arrived(fake.log, 'initialize')).toHaveLength(2);
  });

  test('h01 without a session: a wrong address, no new session', async () => {
    const { config, fake } = await http(scenario('h01', 'scenario.noSessionHeader'));
    await stage.up(config);
    expect(await stage.host.callTool('fake', 'echo', {}, callOptions())).toMatchObject({ ok: false });
    expect(arrived(fake.log, 'initialize')).toHaveLength(1);
  });

  test('h24: a modern-only server', async () => {
    const { config, fake } = await http(scenario('h24'));
    await stage.up(config);
    expect(stage.host.get('fake')).toMatchObject({
      state: { kind: 'connected' },
      info: { era: 'modern', protocolVersion: '2026-07-28' },
      counts: { tools: 0 },
    });
    expect(arrived(fake.log, 'initialize')).toHaveLength(0);
  });

  test('k06: a call that was cut off is not repeated', async () => {
    const { config, fake } = await http(scenario('k06'));
    await stage.up(config);
    expect(await stage.host.callTool('fake', 'echo', { text: '1' }, callOptions())).toMatchObject({
      ok: false,
      error: { code: 'call.outcome_unknown' },
    });
    expect(await stage.host.callTool('fake', 'echo', { text: '2' }, callOptions())).toMatchObject({ ok: true });
    expect(arrived(fake.log, 'tools/call')).toHaveLength(2);
  });

  test('three cut connections in a row end the session, and the next call has a new one (CON-9)', async () => {
    const { config, fake } = await http({ routes: [{ match: { rpc: 'tools/call' }, times: 3, respond: { destroy: true } }] });
    await stage.up(config);
    for (let i = 0; i < 3; i++)
      expect(await stage.host.callTool('fake', 'echo', {}, callOptions())).toMatchObject({ error: { code: 'call.outcome_unknown' } });
    await until(stage.host, () => stage.host.get('fake')?.state.kind !== 'connected');
    expect(await stage.host.callTool('fake', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(arrived(fake.log, 'initialize')).toHaveLength(2);
  });

  test('k08: a server that only says 503 is not stormed', async () => {
    const { config, fake } = await http(scenario('k08'));
    await stage.up(config);
    expect(stage.host.get('fake')?.state).toMatchObject({ kind: 'failed' });
    await Promise.all(Array.from({ length: 20 }, () => stage.host.callTool('fake', 'echo', {}, callOptions())));
    expect(arrived(fake.log, 'initialize').length).toBeLessThanOrEqual(2);
  });

  test('one hung and one dead server delay nobody', async () => {
    const hung = await http({ routes: [{ match: { http: 'POST' }, respond: { hang: true } }] });
    const good = await fakeHttp('good', {});
    toClose.push(() => good.fake.close());
    stage.host.apply([hung.config, { ...good.config, name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' } as never, good.config]);
    await until(stage.host, () => stage.host.get('good')?.state.kind === 'connected' && stage.host.get('dead')?.state.kind === 'failed');
    expect(stage.host.get('fake')?.state).toMatchObject({ kind: 'pending' });
    expect(stage.host.get('dead')?.state).toMatchObject({ error: { code: 'connect.network' } });
  });

  test('a server that wants a sign-in', async () => {
    const { config } = await http({ oauth: { protect: true } });
    await stage.up(config);
    expect(stage.host.get('fake')?.state).toMatchObject({ kind: 'needs-auth', error: { code: 'auth.required' } });
  });
});
