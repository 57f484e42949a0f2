import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { ServerRecord } from '../../../main/core/servers/serverHost.ts';
import { brokenStages, serverStages, withQuarantine } from '../../../main/core/trace/serverStages.ts';
import { zhCN } from '../../../preload/contract/locales/zh-CN.ts';
import { STAGES, type StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerState } from '../../../preload/contract/servers.ts';

function record(state: ServerState, more: Partial<ServerRecord> = {}): ServerRecord {
  return {
    name: 'fs',
    config: {
      name: 'fs',
      origin: { level: 'user', file: '/h/mcp.json', line: 3 },
      hides: [],
      disabled: false,
      era: 'auto',
      suggestedAllow: [],
      transport: 'stdio',
      command: 'node',
      args: [],
      env: {},
    },
    state,
    transport: 'stdio',
    counts: { tools: 3, quarantined: 1, resources: 0, prompts: 0 },
    marks: { connectStarted: 100, connected: 350, listed: 400 },
    ...more,
  };
}
const states = (stages: { state: string }[]): string => stages.map(({ state }) => state).join(' ');
const error = { code: 'connect.exited' as const, message: 'Server "fs" exited with code 1' };

describe('the six stages', () => {
  test.each([
    ['disabled', { kind: 'disabled' } as const, 'ok skipped skipped skipped skipped skipped'],
    ['queued', { kind: 'pending', phase: 'queued', since: 1 } as const, 'ok waiting skipped skipped skipped skipped'],
    ['connecting', { kind: 'pending', phase: 'connecting', since: 1 } as const, 'ok running skipped skipped skipped skipped'],
    ['failed', { kind: 'failed', since: 1, error } as const, 'ok failed skipped skipped skipped skipped'],
    [
      'needs-auth',
      { kind: 'needs-auth', since: 1, error: { code: 'auth.required', message: 'Sign in' } } as const,
      'ok failed skipped skipped skipped skipped',
    ],
    [
      'list failed',
      { kind: 'failed', since: 1, error: { code: 'connect.list_failed', message: 'no list' } } as const,
      'ok ok failed skipped skipped skipped',
    ],
    ['connected', { kind: 'connected', since: 1 } as const, 'ok ok ok ok waiting waiting'],
  ])('%s', (_name, state, expected) => {
    const stages = serverStages({ record: record(state), offered: 3 });
    expect(stages.map(({ stage }) => stage)).toEqual(STAGES);
    expect(states(stages)).toBe(expected);
  });

  test('what was set aside is not counted as a tool: the numbers are those of the list', () => {
    const listed = record({ kind: 'connected', since: 1 });
    const counts = withQuarantine({ ...listed.counts, tools: 4 }, 2);
    expect(counts).toMatchObject({ tools: 2, quarantined: 2 });
    const [, , tools, model] = serverStages({ record: { ...listed, counts }, offered: 2 });
    expect(tools?.detail).toMatch(/^2 tools.*2 set aside/);
    expect(model?.detail).not.toMatch(/ of /);
    // Entries can be set aside before a count is known, and then none is below zero.
    expect(withQuarantine({ ...listed.counts, tools: 0 }, 2).tools).toBe(0);
  });

  test('a failure says why and what to do, even where the finder knew no way out', () => {
    const [, connect] = serverStages({ record: record({ kind: 'failed', since: 1, error }), offered: 0 });
    expect(connect).toMatchObject({ detail: error.message, fix: expect.stringMatching(/log/) });
  });

  test('the last call shows where it ended', () => {
    const facts = { record: record({ kind: 'connected', since: 1 }), offered: 2 };
    const call = { tool: 'read', ms: 12, at: 5, isError: false, resultSize: 40 };
    expect(states(serverStages({ ...facts, lastCall: call }))).toBe('ok ok ok ok ok ok');
    expect(states(serverStages({ ...facts, lastCall: { ...call, error: { code: 'call.timeout', message: 'late' } } }))).toBe(
      'ok ok ok ok failed skipped',
    );
  });

  test('an unusable entry fails at its first stage', () => {
    expect(states(brokenStages({ code: 'config.variable', message: '${NOPE} is not set' }))).toBe('failed skipped skipped skipped skipped skipped');
  });
});

describe('texts of the stages', () => {
  const chinese = (text: StageRecord['text']): string => {
    const i18n = createInstance({
      lng: 'zh-CN',
      resources: { 'zh-CN': { translation: zhCN } },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    void i18n.init();
    return String(i18n.t(`stages.${text?.key}` as never, text?.params as never));
  };

  test('say the same in the window’s language', () => {
    const stages = serverStages({ record: record({ kind: 'connected', since: 1 }), offered: 2 });
    expect(stages.map(({ detail }) => detail)).toContain('2 of 3 offered to the model');
    expect(stages.map(({ text }) => chinese(text))).toContain('向模型提供 3 个中的 2 个');
  });

  test('count one as one', () => {
    const one = record({ kind: 'connected', since: 1 });
    const stages = serverStages({ record: { ...one, counts: { ...one.counts, tools: 1, quarantined: 0 } }, offered: 1 });
    expect(stages[2]).toMatchObject({ detail: '1 tool registered', text: { key: 'listed' } });
  });

  test('keep the error of the last try beside the phase', () => {
    const lastError = { code: 'connect.exited', message: 'demo ended with code 1' } as const;
    const [, connect] = serverStages({ record: record({ kind: 'pending', phase: 'backing-off', since: 1, lastError }), offered: 0 });
    expect(connect).toMatchObject({
      detail: 'Waiting before the next try after: demo ended with code 1',
      text: { key: 'backing-off' },
      error: lastError,
    });
  });
});
