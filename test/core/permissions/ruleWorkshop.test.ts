import { describe, expect, test } from 'vitest';
import { MASK } from '../../../main/core/logs/redact.ts';
import { createRuleWorkshop, type WorkshopDeps } from '../../../main/core/permissions/ruleWorkshop.ts';
import type { Tool } from '../../../main/core/tools/tool.ts';
import { toolName } from '../../../main/core/tools/toolNames.ts';
import { ok } from '../../../preload/contract/errors.ts';
import type { AuditEntry, Rule, RuleDraft } from '../../../preload/contract/permissions.ts';
import { DESTRUCTIVE, makeRule, SAFE } from './fixtures.ts';

const tool = (original: string): Tool =>
  ({
    name: toolName('fs', original),
    server: 'fs',
    original,
    title: original,
    description: '',
    definitionHash: 'h1',
    inputSchema: {},
    originalSchema: { type: 'object', properties: { path: {}, n: {} } },
  }) as unknown as Tool;
const TOOLS = [tool('read'), tool('wipe')];

let count = 0;
const entry = (original: string, args: unknown, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `e${++count}`,
  at: count,
  server: 'fs',
  tool: toolName('fs', original),
  original,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
  verdict: 'allow',
  rule: 'default',
  asker: 'model',
  outcome: 'ok',
  ...more,
});

function setup(entries: AuditEntry[] = [], given: Rule[] = []) {
  const rules = [...given];
  const tools: WorkshopDeps['tools'] = {
    find: (server, original) => TOOLS.find((each) => each.server === server && each.original === original),
    risk: ({ original }) => (original === 'wipe' ? DESTRUCTIVE : SAFE),
    snapshot: () => ({ revision: 1, tools: TOOLS, byName: (name) => TOOLS.find((each) => each.name === name) }),
  };
  const workshop = createRuleWorkshop({
    rules: {
      list: () => rules,
      add: async (rule) => {
        rules.push(rule);
        return ok(undefined);
      },
    },
    audit: { query: async () => entries },
    tools,
    projectFolder: () => undefined,
    homeFolder: '/home/me',
    clock: { now: () => 500 },
    newId: () => 'new',
  });
  return { workshop, rules };
}
const draft = (text: string, more: Partial<RuleDraft> = {}): RuleDraft => ({ effect: 'allow', rule: { text }, scope: { kind: 'always' }, ...more });

describe('what a draft would mean', () => {
  test('text and parts are the same rule in two forms', async () => {
    const { workshop } = setup();
    const byText = await workshop.check(draft('mcp__fs__read( path   in /data )'));
    expect(byText).toMatchObject({
      text: 'mcp__fs__read(path in /data)',
      names: { server: 'fs', tool: 'read', conditions: [{ path: 'path', op: 'in', value: '/data' }] },
      dead: [],
    });
    const byParts = await workshop.check(draft('', { rule: { names: byText.names as never } }));
    expect(byParts).toEqual(byText);
  });

  test.each<[title: string, rule: RuleDraft['rule'], message: RegExp]>([
    ['an empty text', { text: '  ' }, /names no tool/],
    ['half a condition', { text: 'mcp__fs__read(path in' }, /cannot be read/],
    ['no tool', { names: { server: 'fs', tool: '', conditions: [] } }, /names no tool/],
    [
      'a condition without an argument',
      { names: { server: 'fs', tool: 'read', conditions: [{ path: '', op: 'in', value: '/x' }] } },
      /cannot be read/,
    ],
    ['a look-around', { names: { server: 'fs', tool: 'read', conditions: [{ path: 'a', op: 'regex', value: '(?=x)' }] } }, /Look-around/],
    ['an empty range', { names: { server: 'fs', tool: 'read', conditions: [{ path: 'n', op: 'range', min: 3, max: 1 }] } }, /range is empty/],
    ['no host', { names: { server: 'fs', tool: 'read', conditions: [{ path: 'a', op: 'host', value: 'http://x/' }] } }, /not a host/],
  ])('%s is told, not thrown, and is not saved', async (_, rule, message) => {
    const { workshop, rules } = setup();
    expect((await workshop.check(draft('', { rule }))).problem?.message).toMatch(message);
    expect(await workshop.save(draft('', { rule }))).toMatchObject({ ok: false });
    expect(rules).toEqual([]);
  });

  test('dead rules say why', async () => {
    const { workshop } = setup([], [makeRule('deny mcp__fs__read')]);
    const codes = async (text: string, more: Partial<RuleDraft> = {}) => (await workshop.check(draft(text, more))).dead.map(({ code }) => code);
    expect(await codes('mcp__fs__w*')).toEqual(['glob-destructive']);
    expect(await codes('mcp__fs__nothing')).toEqual(['unknown-tool']);
    expect(await codes('mcp__fs__read', { expiresAt: 500 })).toEqual(['expired', 'shadowed']);
    expect(await codes('mcp__fs__wipe(where = x)')).toEqual(['no-argument']);
    expect(await codes('mcp__fs__wipe')).toEqual([]);
  });
});

describe('past calls', () => {
  const log = () => [
    entry('read', { path: '/data/a' }),
    entry('read', { path: '/etc/passwd' }),
    entry('read', { path: '/data/../etc/passwd' }),
    entry('read', { path: MASK }),
    entry('read', '{"path":"/data/a…'),
    entry('wipe', { path: '/data/a' }),
    entry('read', { path: '/data/b' }, { rule: 'not asked', verdict: 'deny' }),
    entry('gone', { path: '/data/a' }),
  ];

  test('are judged by the gate itself: a path that climbs out is not covered, what the log does not hold is unclear', async () => {
    const { workshop } = setup(log());
    const { past } = await workshop.check(draft('mcp__fs__read(path in /data)'));
    expect(past).toMatchObject({ looked: 7, covered: 1, unclear: 2 });
    expect(past.examples).toMatchObject([{ entry: { arguments: '{"path":"/data/a"}' }, now: 'allow' }]);
  });

  test('a glob covers no destructive and no unknown tool, a deny covers all', async () => {
    const { workshop } = setup(log());
    expect((await workshop.check(draft('mcp__fs__*'))).past.covered).toBe(5);
    expect((await workshop.check(draft('mcp__fs__*', { effect: 'deny' }))).past.covered).toBe(7);
  });

  test('the other rules have their say in what would happen now', async () => {
    const { workshop } = setup(log(), [makeRule('ask mcp__fs__read(path in /data)')]);
    const { past } = await workshop.check(draft('mcp__fs__read(path in /data)'));
    expect(past.examples.map(({ now }) => now)).toEqual(['ask']);
  });
});

describe('saving', () => {
  test('a new rule is in force, by hand, bound to the identity', async () => {
    const { workshop, rules } = setup();
    expect(await workshop.save(draft('mcp__fs__read(n range 1..9)', { effect: 'deny', expiresAt: 900 }))).toEqual(ok({ id: 'new' }));
    expect(rules).toEqual([
      {
        id: 'new',
        effect: 'deny',
        server: 'fs',
        tool: 'read',
        conditions: [{ path: 'n', op: 'range', min: 1, max: 9 }],
        scope: { kind: 'always' },
        expiresAt: 900,
        createdAt: 500,
        source: 'editor',
      },
    ]);
    expect(workshop.views()).toMatchObject([{ id: 'new', text: 'mcp__fs__read(n range 1..9)', dead: [] }]);
  });

  test('an edited rule keeps its id', async () => {
    const { workshop, rules } = setup();
    await workshop.save(draft('mcp__fs__read', { id: 'r7' }));
    expect(rules.map(({ id }) => id)).toEqual(['r7']);
  });

  test('a rule for one single call, or one that ends at no time, is refused', async () => {
    const { workshop } = setup();
    expect(await workshop.save(draft('mcp__fs__read', { scope: { kind: 'once', callId: 'c' } }))).toMatchObject({ ok: false });
    expect(await workshop.save(draft('mcp__fs__read', { expiresAt: Number.NaN }))).toMatchObject({ ok: false });
  });
});
