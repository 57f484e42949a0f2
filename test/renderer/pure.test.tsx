// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ConversationSummary, ToolCallView } from '../../preload/contract/chat.ts';
import { classifyArgument } from '../../renderer/features/approvals/classifyArgument.ts';
import { matching } from '../../renderer/features/approvals/matching.ts';
import { callStages } from '../../renderer/features/chat/tool/callStages.ts';
import { summary } from '../../renderer/features/chat/tool/summary.ts';
import { groupConversations } from '../../renderer/features/conversations/groupConversations.ts';
import { filterEntries, type PaletteEntry } from '../../renderer/features/palette/entries.ts';
import { presetOf } from '../../renderer/features/settings/model/presets.ts';
import { fromHash, type Place, toHash } from '../../renderer/features/shell/nav.ts';
import { resolveLanguage } from '../../renderer/i18n/index.ts';
import { forecastRequest, moveRequest, twinRequest } from './harness/sample/approvals.ts';

describe('places', () => {
  it.each<Place>([
    { page: 'chat' },
    { page: 'chat', id: 'a/b c' },
    { page: 'servers' },
    { page: 'servers', name: '天气 #1' },
    { page: 'settings', section: 'audit' },
    { page: 'welcome' },
  ])('%j survives the address', (place) => expect(fromHash(toHash(place))).toEqual(place));
  it.each(['', '#', '#/nowhere', '#/settings/nothing'])('%j leads somewhere', (hash) => expect(fromHash(hash).page).toMatch(/chat|settings/));
});

describe('language', () => {
  it.each([
    ['system', ['zh-Hans-CN', 'en'], 'zh-CN'],
    ['system', ['de-DE', 'en-GB'], 'en'],
    ['system', ['fr', 'zh-TW'], 'zh-CN'],
    ['system', ['de'], 'en'],
    ['zh-CN', ['en'], 'zh-CN'],
  ] as const)('%s with %j is %s', (setting, system, language) => expect(resolveLanguage(setting, system)).toBe(language));
});

describe('conversations by day', () => {
  const now = new Date('2026-11-30T15:00:00').getTime();
  const at = (id: string, iso: string, pinned = false): ConversationSummary => ({
    id,
    title: id,
    createdAt: 0,
    updatedAt: new Date(iso).getTime(),
    pinned,
    archived: false,
    run: 'idle',
    pendingSync: false,
  });
  it('puts each where people look for it', () => {
    const groups = groupConversations(
      [
        at('now', '2026-11-30T14:59:00'),
        at('midnight', '2026-11-30T00:00:00'),
        at('late', '2026-11-29T23:59:59'),
        at('week', '2026-11-24T10:00:00'),
        at('old', '2026-10-01T10:00:00'),
        at('pinned', '2020-01-01T10:00:00', true),
      ],
      now,
    );
    expect(groups.map((group) => [group.name, group.items.map((item) => item.id)])).toEqual([
      ['pinned', ['pinned']],
      ['today', ['now', 'midnight']],
      ['yesterday', ['late']],
      ['week', ['week']],
      ['older', ['old']],
    ]);
  });
});

describe('what an argument is', () => {
  it.each([
    ['path', '/etc/passwd', 'path'],
    ['where', 'C:\\Users\\ling', 'path'],
    ['where', './notes', 'path'],
    ['outputFile', 'report.md', 'path'],
    ['paths', ['a', 'b'], 'path'],
    ['command', 'rm -rf build', 'command'],
    ['sql', 'drop table berths', 'command'],
    ['link', 'https://example.org/x', 'url'],
    ['command', 'https://example.org/x', 'url'],
    ['city', '杭州', 'plain'],
    ['profile', 'ling', 'plain'],
    ['days', 2, 'plain'],
    ['text', 'first line\n/second', 'plain'],
  ])('%s: %j', (name, value, kind) => expect(classifyArgument(name, value)).toBe(kind));
});

describe('twins', () => {
  it('are the other requests for exactly the same call', () => {
    const queue = [forecastRequest, moveRequest, twinRequest, { ...twinRequest, id: 'a4', arguments: { city: '宁波' } }];
    expect(matching(forecastRequest, queue).map((request) => request.id)).toEqual(['a3']);
    expect(matching(moveRequest, queue)).toEqual([]);
  });
});

describe('the way of a call', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof callStages>[1];
  const call = (more: Partial<ToolCallView>): ToolCallView => ({
    id: 'c',
    name: 'mcp__w__f',
    server: 'w',
    original: 'f',
    title: 'F',
    arguments: {},
    state: 'done',
    ...more,
  });
  const states = (more: Partial<ToolCallView>) => callStages({ call: call(more), offline: false, server: [] }, t).map((stage) => stage.state);
  const result = { isError: false, blocks: [], text: '', notes: [] };
  it.each<[string, Partial<ToolCallView>, string[]]>([
    ['done', { result }, ['ok', 'ok', 'ok', 'ok', 'ok', 'ok']],
    ['a tool that reported an error', { result: { ...result, isError: true } }, ['ok', 'ok', 'ok', 'ok', 'ok', 'failed']],
    ['running', { state: 'running' }, ['ok', 'ok', 'ok', 'ok', 'running', 'waiting']],
    ['waiting for a person', { state: 'waiting-approval' }, ['ok', 'ok', 'ok', 'ok', 'waiting', 'waiting']],
    ['denied', { state: 'denied' }, ['ok', 'ok', 'ok', 'ok', 'failed', 'skipped']],
    ['cancelled', { state: 'cancelled' }, ['ok', 'ok', 'ok', 'ok', 'skipped', 'skipped']],
    [
      'a server that is gone',
      { state: 'failed', error: { code: 'connect.exited', message: 'm' } },
      ['ok', 'failed', 'skipped', 'skipped', 'skipped', 'skipped'],
    ],
    [
      'an unknown tool',
      { state: 'failed', error: { code: 'call.unknown_tool', message: 'm' } },
      ['ok', 'ok', 'failed', 'skipped', 'skipped', 'skipped'],
    ],
    ['a timeout', { state: 'failed', error: { code: 'call.timeout', message: 'm' } }, ['ok', 'ok', 'ok', 'ok', 'failed', 'skipped']],
    [
      'a result that could not be used',
      { state: 'failed', error: { code: 'result.invalid', message: 'm' } },
      ['ok', 'ok', 'ok', 'ok', 'ok', 'failed'],
    ],
  ])('%s', (_, more, expected) => expect(states(more)).toEqual(expected));
});

describe('small things', () => {
  it('summarises arguments in one line', () => {
    expect(summary({ city: '杭州', days: 2 })).toBe('city: 杭州, days: 2');
    expect(summary({ text: 'a\n  b' })).toBe('text: a b');
    expect(summary({ a: 'x'.repeat(500), b: 'y'.repeat(500), c: 'z'.repeat(500), d: 'w'.repeat(500) }).length).toBeLessThan(250);
  });
  it('finds palette entries by all words, conversations first', () => {
    const entry = (id: string, group: PaletteEntry['group'], label: string): PaletteEntry => ({ id, group, label, run: () => {} });
    const all = [entry('1', 'actions', 'Add a server'), entry('2', 'conversations', 'Which server to add?'), entry('3', 'pages', 'Servers')];
    expect(filterEntries(all, 'ADD server').map((found) => found.id)).toEqual(['2', '1']);
    expect(filterEntries(all, 'nothing')).toEqual([]);
  });
  it('knows a preset by its address', () => {
    expect(presetOf('https://api.deepseek.com/v1/')?.id).toBe('deepseek');
    expect(presetOf('https://example.org')).toBeUndefined();
  });
});
