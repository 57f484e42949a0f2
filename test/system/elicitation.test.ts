import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Core } from '../../main/compose/core.ts';
import { FakeWindow, makeHome, removeHome, root, startCore } from './appUnderTest.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const server = (home: string) => ({ command: process.execPath, args: [path.join(root, 'test/servers/asking.mjs'), path.join(home, 'told.jsonl')] });
const toldBy = (home: string): Record<string, unknown>[] =>
  fs
    .readFileSync(path.join(home, 'told.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function newHome(): string {
  const home = makeHome();
  fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: { asking: server(home) } }));
  ends.push(async () => removeHome(home));
  return home;
}

async function openWindow() {
  const home = newHome();
  const window = new FakeWindow(home);
  ends.push(() => window.desktop.dispose());
  await window.desktop.start();
  await window.until((state) => state.servers.asking?.state.kind === 'connected');
  return { home, window };
}

const call = ({ servers }: Pick<Core, 'servers'>, tool: string, more: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  servers.callTool('asking', tool, {}, { signal: new AbortController().signal, timeoutMs: 30_000, repeatable: false, ...more });
const question = (window: FakeWindow, n = 0) => window.until((state) => Object.values(state.elicitations)[n]);
const text = (outcome: Awaited<ReturnType<typeof call>>): unknown =>
  outcome.ok ? JSON.parse((outcome.value.content as { text: string }[])[0]?.text ?? '') : outcome.error;

describe('k07: a server asks in the middle of a call', () => {
  test('the question is in the window, survives a reload, and the answer reaches the server', async () => {
    const { window } = await openWindow();
    // Far less than the person takes: the clock of the call stands still meanwhile.
    const calling = call(window.desktop, 'ask', { timeoutMs: 1_000 });
    const asked = await question(window);
    expect(asked).toMatchObject({ server: 'asking', message: 'Which branch (first)?', ask: { mode: 'form' } });
    window.open();
    expect(window.state?.elicitations[asked.id]).toEqual(asked);
    const wrong = await window.try('elicitation.answer', { id: asked.id, answer: { action: 'accept', content: { force: true } } });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'call.arguments', message: expect.stringContaining('branch') } });
    await window.send('elicitation.answer', { id: asked.id, answer: { action: 'accept', content: { branch: 'main' } } });
    expect(text(await calling)).toEqual({ action: 'accept', content: { branch: 'main' } });
    await window.until((state) => Object.keys(state.elicitations).length === 0);
  });

  test('a second question waits beside the first', async () => {
    const { window } = await openWindow();
    const calling = call(window.desktop, 'twice');
    const second = await question(window, 1);
    await window.send('elicitation.answer', { id: second.id, answer: { action: 'decline' } });
    const first = await question(window);
    await window.send('elicitation.answer', { id: first.id, answer: { action: 'accept', content: { branch: 'a' } } });
    expect(text(await calling)).toEqual([{ action: 'accept', content: { branch: 'a' } }, { action: 'decline' }]);
  });

  test('a call that is stopped takes its question along, and the server gets cancel', async () => {
    const { home, window } = await openWindow();
    const stop = new AbortController();
    const calling = call(window.desktop, 'ask', { signal: stop.signal });
    await question(window);
    stop.abort();
    expect(text(await calling)).toMatchObject({ code: 'call.cancelled' });
    await window.until((state) => Object.keys(state.elicitations).length === 0);
    // The next answer of the server comes after the cancel was read.
    const next = call(window.desktop, 'ask');
    const { id } = await question(window);
    await window.send('elicitation.answer', { id, answer: { action: 'decline' } });
    await next;
    expect(toldBy(home).slice(1)).toEqual([
      { id: 'q1', result: { action: 'cancel' } },
      { id: 'q2', result: { action: 'decline' } },
    ]);
  });

  test('where nobody can be asked it is not declared, and refused at once', async () => {
    const home = newHome();
    const core = await startCore(home);
    ends.push(() => core.dispose());
    expect(text(await call(core, 'ask'))).toMatchObject({ error: { code: -32601 } });
    expect(toldBy(home)[0]).toEqual({ declared: {} });
  });

  test('a page is opened only after consent', async () => {
    const { window } = await openWindow();
    const calling = call(window.desktop, 'page');
    const asked = await question(window);
    expect(asked.ask).toMatchObject({ mode: 'url', host: 'pay.example.test' });
    expect(window.opened).toEqual([]);
    await window.send('elicitation.answer', { id: asked.id, answer: { action: 'accept' } });
    expect(text(await calling)).toEqual({ action: 'accept' });
    expect(window.opened).toEqual(['https://pay.example.test/cart?id=1']);
  });

  test('error -32042: the page is offered, waited for, and the call sent once more (CAL-8)', async () => {
    const { window } = await openWindow();
    const calling = call(window.desktop, 'pay');
    const asked = await question(window);
    await window.send('elicitation.answer', { id: asked.id, answer: { action: 'accept' } });
    expect(text(await calling)).toEqual('paid');
  });

  test('quitting cancels what is open', async () => {
    const { home, window } = await openWindow();
    const calling = call(window.desktop, 'ask');
    await question(window);
    await window.desktop.dispose();
    expect(await calling).toMatchObject({ ok: false });
    expect(toldBy(home).length).toBeLessThanOrEqual(2);
  });
});
