import { afterEach, expect, test } from 'vitest';
import { FakeWindow, makeHome, removeHome, weather } from './appUnderTest.ts';

const QUESTION = '查一下杭州明天的天气,告诉我出门要不要带伞';
const homes: string[] = [];
const windows: FakeWindow[] = [];
function open(servers: Record<string, unknown>, settings: Record<string, unknown> = {}, home = makeHome(servers, settings)): FakeWindow {
  homes.push(home);
  const window = new FakeWindow(home);
  windows.push(window);
  return window;
}
afterEach(async () => {
  for (const window of windows.splice(0)) await window.desktop.dispose();
  for (const home of homes.splice(0)) removeHome(home);
});
const partText = (parts: readonly { kind: string; text?: string }[]): string => parts.map((part) => part.text ?? '').join('\n');

test('a question offline: call, approval, result, and all of it again after a restart', async () => {
  const window = open({ weather });
  await window.desktop.start();
  await window.until((state) => state.servers.weather?.state.kind === 'connected');
  const { id } = await window.send('chat.create', {});
  await window.send('chat.open', { id });
  await window.send('chat.send', { id, text: QUESTION });

  const request = await window.until((state) => Object.values(state.approvals)[0]);
  expect(request).toMatchObject({ server: 'weather', original: 'get_forecast', arguments: { city: '杭州' }, asker: 'assistant' });
  await window.send('approval.answer', { id: request.id, answer: { kind: 'allow', scope: 'once' } });

  const answer = await window.answer(id);
  const call = answer.parts.flatMap((part) => (part.kind === 'tool' ? part.call : []))[0];
  expect(call).toMatchObject({ state: 'done', arguments: { city: '杭州' }, verdict: { verdict: 'allow' } });
  expect(call?.result?.text).toContain('杭州明天小雨');
  expect(partText(answer.parts as never)).toContain('带伞');
  expect(Object.keys(window.state?.approvals ?? {})).toEqual([]);
  expect(window.state?.servers.weather?.pipeline.map(({ state }) => state)).toEqual(Array(6).fill('ok'));

  const { entries } = await window.send('permissions.audit', {});
  expect(entries).toEqual([
    expect.objectContaining({ server: 'weather', verdict: 'allow', outcome: 'ok', arguments: expect.stringContaining('杭州') }),
  ]);

  // The numbers of the events have no gap.
  const numbers = window.events.filter((event) => event.kind === 'patches').map((event) => event.seq);
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));

  await window.desktop.dispose();
  windows.splice(windows.indexOf(window), 1);
  const again = open({}, {}, homes.pop());
  expect(again.state?.conversations[id]?.title).toContain('杭州');
  await again.send('chat.open', { id });
  const kept = await again.until((state) => state.chats[id]);
  expect(kept.order).toHaveLength(2);
  expect(JSON.stringify(kept.messages)).toContain('杭州明天小雨');
});

test('a denial with a reason is told, and "always" makes a rule that the next call uses', async () => {
  const window = open({ weather });
  await window.desktop.start();
  await window.until((state) => state.servers.weather?.state.kind === 'connected');
  const ask = async (answer: Parameters<FakeWindow['send']>[1] extends never ? never : object) => {
    const { id } = await window.send('chat.create', {});
    await window.send('chat.open', { id });
    await window.send('chat.send', { id, text: 'weather in Paris tomorrow' });
    const request = await window.until((state) => Object.values(state.approvals)[0]);
    await window.send('approval.answer', { id: request.id, answer: answer as never });
    return window.answer(id);
  };
  const denied = await ask({ kind: 'deny', reason: 'not today' });
  const call = denied.parts.flatMap((part) => (part.kind === 'tool' ? part.call : []))[0];
  expect(call).toMatchObject({ state: 'denied', error: { code: 'call.denied' } });

  await ask({ kind: 'allow', scope: 'always' });
  const { rules } = await window.send('permissions.rules', {});
  expect(rules).toEqual([expect.objectContaining({ effect: 'allow', server: 'weather', tool: 'get_forecast', source: 'dialog' })]);
  const { id } = await window.send('chat.create', {});
  await window.send('chat.open', { id });
  await window.send('chat.send', { id, text: 'weather in Oslo tomorrow' });
  expect(partText((await window.answer(id)).parts as never)).toContain('Oslo');
});

test('a conversation does without what is switched off in it, after a restart too; others are not touched', async () => {
  const window = open({ weather });
  await window.desktop.start();
  await window.until((state) => state.servers.weather?.state.kind === 'connected');
  const { id } = await window.send('chat.create', {});
  await window.send('chat.open', { id });
  await window.send('chat.setToolsOff', { id, off: { servers: ['weather'], tools: [] } });
  await window.send('chat.send', { id, text: QUESTION });
  const answer = await window.answer(id);
  expect(answer.parts.some((part) => part.kind === 'tool')).toBe(false);
  expect(window.state?.approvals).toEqual({});

  const other = (await window.send('chat.create', {})).id;
  await window.send('chat.open', { id: other });
  await window.send('chat.send', { id: other, text: QUESTION });
  const request = await window.until((state) => Object.values(state.approvals)[0]);
  await window.send('approval.answer', { id: request.id, answer: { kind: 'deny' } });
  await window.answer(other);

  await window.desktop.dispose();
  windows.splice(windows.indexOf(window), 1);
  const again = open({}, {}, homes.pop());
  expect(again.state?.conversations[id]?.toolsOff).toEqual({ servers: ['weather'], tools: [] });
  expect(again.state?.conversations[other]?.toolsOff).toBeUndefined();
});

test('the tester runs a tool of a real server through the gate, shows the wire, and is cancelled', async () => {
  const window = open({ weather });
  await window.desktop.start();
  await window.until((state) => state.servers.weather?.state.kind === 'connected');
  expect(await window.send('tools.list', { server: 'weather', query: '天气' })).toMatchObject({
    rows: [{ original: 'get_forecast', enabled: true }],
  });
  expect(await window.send('tools.summary', { server: 'weather' })).toMatchObject({ off: 0, quarantinedTotal: 0, notices: [] });
  const input = { server: 'weather', original: 'get_forecast', arguments: { city: '杭州' }, callId: 'trial-1' };
  const running = window.send('tools.call', input);
  const request = await window.until((state) => Object.values(state.approvals)[0]);
  expect(request).toMatchObject({ asker: 'tester', callId: 'trial-1' });
  expect(window.state?.trials?.['trial-1']?.state).toBe('waiting-approval');
  await window.send('approval.answer', { id: request.id, answer: { kind: 'allow', scope: 'once' } });
  const { call, raw } = await running;
  expect(call).toMatchObject({ state: 'done', result: { isError: false } });
  expect(raw?.request).toContain('"name": "get_forecast"');
  expect(raw?.response).toContain('杭州');

  const stopped = window.send('tools.call', { ...input, callId: 'trial-2' });
  await window.until((state) => Object.values(state.approvals)[0]);
  await window.send('tools.cancelCall', { callId: 'trial-2' });
  expect((await stopped).call).toMatchObject({ state: 'cancelled' });
  await window.until((state) => Object.keys(state.approvals).length === 0 || undefined);
});

test('servers are added, tried, switched off and removed by commands; a bad draft says what is wrong', async () => {
  const window = open({});
  await window.desktop.start();
  const draft = { name: 'mine', level: 'user' as const, transport: 'stdio' as const, command: weather.command, args: weather.args };
  const tried = await window.send('server.test', { testId: 't1', draft });
  expect(tried.stages.map(({ stage, state }) => `${stage}:${state}`)).toEqual(['config:ok', 'connect:ok', 'tools:ok']);
  const failed = await window.send('server.test', { testId: 't2', draft: { ...draft, command: 'no-such-program' } });
  expect(failed.stages.find(({ state }) => state === 'failed')).toMatchObject({
    stage: 'connect',
    detail: expect.stringContaining('no-such-program'),
    fix: expect.any(String),
  });
  expect(Object.keys(window.state?.servers ?? {})).toEqual([]);

  await window.send('server.save', { draft });
  await window.until((state) => state.servers.mine?.state.kind === 'connected');
  await window.send('server.setEnabled', { name: 'mine', enabled: false });
  await window.until((state) => state.servers.mine?.state.kind === 'disabled');
  expect(await window.send('tools.list', { server: 'mine' })).toEqual({ rows: [], matched: 0, total: 0 });
  await window.send('server.remove', { name: 'mine' });
  await window.until((state) => !state.servers.mine);
  await expect(window.send('server.draft', { name: 'mine' })).rejects.toThrow(/mine/);
});

test('what the window sends is parsed; unknown commands and bad inputs get an answer', async () => {
  const window = open({});
  expect(await window.desktop.dispatch('toString', {}, { subscribe: () => undefined })).toMatchObject({
    ok: false,
    error: { code: 'host.bad_input' },
  });
  expect(await window.try('chat.send', { id: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'host.bad_input', message: expect.stringContaining('text') },
  });
  expect(await window.try('chat.send', { id: 'nowhere', text: 'hi' })).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
  expect(await window.try('host.openExternal', { url: 'file:///etc/passwd' })).toMatchObject({ ok: false });
  expect(await window.try('host.showFile', { path: '/etc/passwd' })).toMatchObject({ ok: false, error: { code: 'host.forbidden' } });
  expect(window.opened).toEqual([]);
});

test('the key of a provider goes in and never comes out', async () => {
  const window = open({});
  await window.send('settings.update', { provider: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' } });
  await window.send('settings.setApiKey', { apiKey: 'sk-SECRET-in-and-never-out', remember: 'session' });
  await window.until((state) => state.settings.hasApiKey || undefined);
  expect(JSON.stringify(window.events)).not.toContain('SECRET');
  const tested = await window.send('settings.testProvider', {});
  expect(tested.ok).toBe(false);
  expect(JSON.stringify(tested)).not.toContain('SECRET');
});
