import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerConfig } from '../../../main/core/config/serverConfig.ts';
import type { EraChoice } from '../../../preload/contract/servers.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions } from './managerKit.ts';
import { type Json, type RealStage, realStage } from './realKit.ts';

const POLITE = path.resolve(import.meta.dirname, '../../servers/polite.mjs');
let stage: RealStage;
let children: ChildProcess[] = [];
let asked: Json[] = [];

beforeEach(() => {
  asked = [];
  stage = realStage({
    // On a busy machine a server may take longer to start than a user would like.
    probePatienceMs: 20_000,
    handlers: () => ({
      elicitation: async (params) => {
        asked.push(params);
        return { action: 'accept', content: { name: 'Ada' } };
      },
    }),
  });
});
afterEach(async () => {
  await stage.end();
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

async function start(how: 'stdio' | 'http', era: EraChoice, flags: string[] = []): Promise<ServerConfig> {
  if (how === 'stdio') return stdioConfig('polite', { command: process.execPath, args: [POLITE, ...flags], era });
  const child = spawn(process.execPath, [POLITE, '--http', ...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return remoteConfig('polite', { url: (JSON.parse(String(line)) as { url: string }).url, era });
}

const ROWS = [
  ['stdio', 'auto', 'modern', '2026-07-28'],
  ['stdio', 'legacy', 'legacy', '2025-11-25'],
  ['http', 'auto', 'modern', '2026-07-28'],
  ['http', 'legacy', 'legacy', '2025-11-25'],
] as const;

describe.each(ROWS)('a server on the official SDK over %s, era %s', (how, choice, era, protocolVersion) => {
  test('connects, lists, calls, reads, counts', async () => {
    await stage.up(await start(how, choice));
    expect(stage.host.get('polite')).toMatchObject({
      state: { kind: 'connected' },
      info: { era, protocolVersion, serverInfo: { name: 'polite', version: '1.2.3', title: 'Polite' }, instructions: 'Be polite.' },
      counts: { tools: 4, resources: 1, prompts: 1 },
    });
    expect(stage.found[0]?.headerParameters).toBe(how === 'http' && era === 'modern' ? true : undefined);
    expect(await stage.host.callTool('polite', 'echo', { text: 'hi' }, callOptions())).toMatchObject({
      ok: true,
      value: { content: [{ text: '{"text":"hi"}' }] },
    });
    expect(await stage.host.readResource('polite', 'note://one', callOptions())).toMatchObject({
      ok: true,
      value: { contents: [{ text: 'a note' }] },
    });
    expect(await stage.host.getPrompt('polite', 'greet', {}, callOptions())).toMatchObject({ ok: true });
    expect(await stage.host.callTool('polite', 'nothing', {}, callOptions())).toMatchObject({ ok: false, error: { code: 'call.protocol' } });
  });

  test('progress is told; a cancel ends it and nothing else', async () => {
    await stage.up(await start(how, choice));
    const seen: number[] = [];
    const options = callOptions({ onProgress: ({ progress }) => seen.push(progress) });
    expect(await stage.host.callTool('polite', 'count', { to: 4, ms: 50 }, options)).toMatchObject({ ok: true });
    expect(seen).toEqual([1, 2, 3, 4]);
    const stop = new AbortController();
    const long = stage.host.callTool('polite', 'count', { to: 100, ms: 100 }, callOptions({ signal: stop.signal, onProgress: () => stop.abort() }));
    expect(await long).toMatchObject({ error: { code: 'call.cancelled' } });
    expect(await stage.host.callTool('polite', 'echo', {}, callOptions())).toMatchObject({ ok: true });
  });
});

test.each(['stdio', 'http'] as const)('modern over %s: questions on the way are answered', async (how) => {
  await stage.up(await start(how, 'auto'));
  expect(await stage.host.callTool('polite', 'ask', {}, callOptions())).toMatchObject({ value: { content: [{ text: 'Hello Ada' }] } });
  expect(asked).toMatchObject([{ message: 'Who are you?' }]);
});

test.each(['stdio', 'http'] as const)('modern over %s: a changed tool list arrives through the subscription', async (how) => {
  await stage.up(await start(how, 'auto'));
  // The stream may still be opening, and what is told before that is lost: the server tells again with each call.
  while (stage.host.get('polite')?.counts.tools !== 5) await stage.host.callTool('polite', 'learn', {}, callOptions());
});

test.each([
  [[], 'legacy'],
  [['--modern-only'], 'modern'],
] as const)('a server that starts slowly (%j) gets initialize beside the probe, and is %s', async (flags, era) => {
  await stage.end();
  stage = realStage({ probePatienceMs: 1 });
  await stage.up(await start('stdio', 'auto', [...flags]));
  expect(stage.host.get('polite')).toMatchObject({ state: { kind: 'connected' }, info: { era } });
  expect(await stage.host.callTool('polite', 'echo', {}, callOptions())).toMatchObject({ ok: true });
});

test.each(['stdio', 'http'] as const)('over %s a modern-only server is found out', async (how) => {
  const config = await start(how, 'auto', ['--modern-only']);
  await stage.up(config);
  expect(stage.host.get('polite')).toMatchObject({ state: { kind: 'connected' }, info: { era: 'modern' } });
});

test.each(['stdio', 'http'] as const)('over %s a fixed legacy era with a modern-only server is a clear failure', async (how) => {
  await stage.up(await start(how, 'legacy', ['--modern-only']));
  expect(stage.host.get('polite')?.state).toMatchObject({
    kind: 'failed',
    error: { code: 'connect.version', message: expect.stringContaining('2026-07-28') },
  });
});
