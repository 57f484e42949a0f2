import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { type Approvals, createApprovals } from '../../../main/core/permissions/approvals.ts';
import type { GateContext } from '../../../main/core/permissions/gate.ts';
import { createGate, type GateDeps } from '../../../main/core/permissions/gateService.ts';
import { ok } from '../../../preload/contract/errors.ts';
import type { ApprovalAnswer, Mode, Rule } from '../../../preload/contract/permissions.ts';
import { DESTRUCTIVE, makeCall, makeRule, READ_ONLY } from './fixtures.ts';

const never = new AbortController().signal;

function setup(more: Partial<GateDeps> & { rules?: never; given?: Rule[]; degraded?: boolean; nobody?: boolean } = {}) {
  const { given = [], degraded = false, nobody = false, ...rest } = more;
  const rules = [...given];
  const state = { mode: 'ask' as Mode, pin: 'pinned' as GateContext['pin'], current: true, remembered: [] as string[], rules, degraded };
  let next = 0;
  const approvals: Approvals = createApprovals({ newId: () => `q${++next}`, now: () => 0 });
  const gate = createGate({
    rules: {
      list: () => state.rules,
      add: async (rule) => {
        state.rules.push(rule);
        return ok(undefined);
      },
      get degraded() {
        return state.degraded;
      },
    },
    ...(nobody ? {} : { approvals }),
    mode: () => state.mode,
    projectFolder: () => undefined,
    pins: { stateOf: () => state.pin, remember: (tool) => void state.remembered.push(tool.definitionHash) },
    isCurrent: () => state.current,
    newId: () => `r${++next}`,
    clock: { now: () => 77 },
    log: silentLogger,
    realPath: (path) => path,
    homeFolder: '/home/me',
    ...rest,
  });
  const answer = (value: ApprovalAnswer, also = false) => approvals.answer(approvals.list()[0]?.id ?? '', value, also);
  return { gate, approvals, answer, state };
}

const once: ApprovalAnswer = { kind: 'allow', scope: 'once' };

describe('without a question', () => {
  test('a rule allows, and the first use of a definition is remembered', async () => {
    const { gate, state } = setup({ given: [makeRule('allow mcp__fs__read')] });
    state.pin = 'new';
    const call = makeCall({ args: { a: 1 } });
    expect(await gate.decide(call, never)).toEqual({
      allowed: true,
      verdict: { verdict: 'allow', rule: 'mcp__fs__read', ruleId: state.rules[0]?.id },
      arguments: { a: 1 },
      edited: false,
    });
    expect(state.remembered).toEqual(['h1']);
  });

  test('a rule denies', async () => {
    const { gate, approvals } = setup({ given: [makeRule('deny mcp__*')] });
    expect(await gate.decide(makeCall(), never)).toMatchObject({ allowed: false, verdict: { verdict: 'deny', rule: 'mcp__*' } });
    expect(approvals.list()).toEqual([]);
  });

  test('while rules may be missing no mode opens anything', async () => {
    const { gate, state, approvals, answer } = setup({ degraded: true });
    state.mode = 'allow-all';
    const decision = gate.decide(makeCall({ risk: READ_ONLY }), never);
    await expect.poll(() => approvals.list().length).toBe(1);
    await answer({ kind: 'deny' });
    expect(await decision).toMatchObject({ allowed: false });
    state.mode = 'plan';
    expect(await gate.decide(makeCall(), never)).toMatchObject({ allowed: false, verdict: { rule: 'mode:plan' } });
  });

  test('anything that throws is a denial', async () => {
    const broken = setup({
      pins: {
        stateOf: () => {
          throw new Error('disk');
        },
        remember: () => undefined,
      },
    });
    expect(await broken.gate.decide(makeCall(), never)).toMatchObject({ allowed: false, verdict: { verdict: 'deny' } });
    const { gate } = setup();
    expect(await gate.decide(makeCall({ args: { f: () => 1 } }), never)).toMatchObject({ allowed: false, verdict: { verdict: 'deny' } });
    expect(await gate.decide({ ...makeCall(), tool: undefined } as never, never)).toMatchObject({ allowed: false });
  });
});

describe('nobody to ask', () => {
  test.each([
    ['an unknown tool', makeCall(), [], /Nobody is here to approve mcp__fs__read; allow it with --allow mcp__fs__read$/],
    [
      'a destructive tool under a glob',
      makeCall({ risk: DESTRUCTIVE }),
      [makeRule('allow mcp__*')],
      /pattern never covers .* --allow mcp__fs__read$/,
    ],
    ['a rule that asks', makeCall(), [makeRule('ask mcp__fs__*'), makeRule('allow mcp__fs__read')], /The rule mcp__fs__\* asks a person/],
  ])('%s is denied with the way out', async (_, call, given, reason) => {
    const { gate } = setup({ nobody: true, given });
    const decision = await gate.decide(call, never);
    expect(decision).toMatchObject({ allowed: false, verdict: { verdict: 'deny' } });
    expect(decision.verdict.reason).toMatch(reason);
  });
});

describe('with a person', () => {
  test('the question shows what is asked, by whom and why', async () => {
    const { gate, approvals, answer } = setup();
    const decision = gate.decide(makeCall({ args: { a: 1 }, risk: DESTRUCTIVE, conversationId: 'c1' }), never);
    expect(approvals.list()[0]).toMatchObject({
      callId: 'call-1',
      conversationId: 'c1',
      server: 'fs',
      tool: 'mcp__fs__read',
      original: 'read',
      arguments: { a: 1 },
      because: 'destructive',
      asker: 'model',
      proposedRule: 'mcp__fs__read',
    });
    await answer(once);
    expect(await decision).toMatchObject({ allowed: true, edited: false, verdict: { verdict: 'allow' } });
  });

  test.each<[ApprovalAnswer & { kind: 'allow' }, Partial<Rule> | undefined]>([
    [{ kind: 'allow', scope: 'once' }, undefined],
    [{ kind: 'allow', scope: 'conversation' }, { scope: { kind: 'conversation', conversationId: 'c1' } }],
    [{ kind: 'allow', scope: 'always' }, { scope: { kind: 'always' } }],
  ])('%j makes its rule and remembers the definition', async (value, expected) => {
    const { gate, answer, state } = setup();
    const decision = gate.decide(makeCall({ conversationId: 'c1', server: 'a*b' }), never);
    await answer(value);
    expect(await decision).toMatchObject({ allowed: true });
    expect(state.remembered).toEqual(['h1']);
    const common = { effect: 'allow', server: 'a\\*b', tool: 'read', conditions: [], createdAt: 77, definitionHash: 'h1', source: 'dialog' };
    expect(state.rules).toMatchObject(expected ? [{ ...common, ...expected }] : []);
    if (expected) {
      expect(await gate.decide(makeCall({ conversationId: 'c1', server: 'a*b', risk: DESTRUCTIVE }), never)).toMatchObject({ allowed: true });
      const changed = gate.decide(makeCall({ conversationId: 'c1', server: 'a*b', hash: 'h2' }), never);
      await answer({ kind: 'deny' });
      expect(await changed).toMatchObject({ allowed: false });
    }
  });

  test('"for this conversation" outside of one makes no rule', async () => {
    const { gate, answer, state } = setup();
    const decision = gate.decide(makeCall(), never);
    await answer({ kind: 'allow', scope: 'conversation' });
    expect(await decision).toMatchObject({ allowed: true });
    expect(state.rules).toEqual([]);
  });

  test('a denial carries the words of the person', async () => {
    const { gate, answer, state } = setup();
    const decision = gate.decide(makeCall(), never);
    await answer({ kind: 'deny', reason: 'use the other folder' });
    expect((await decision).verdict).toEqual({ verdict: 'deny', rule: 'default', reason: 'The user declined this call: use the other folder' });
    expect(state.remembered).toEqual([]);
  });

  test('the end of the run cancels', async () => {
    const { gate, approvals } = setup();
    const run = new AbortController();
    const decision = gate.decide(makeCall(), run.signal);
    run.abort();
    expect(await decision).toMatchObject({ allowed: false, cancelled: true });
    expect(approvals.list()).toEqual([]);
    expect(await gate.decide(makeCall(), run.signal)).toMatchObject({ allowed: false, cancelled: true });
  });

  test('what was shown is what is sent', async () => {
    const { gate, answer } = setup();
    const args: Record<string, unknown> = { path: '/a' };
    const decision = gate.decide(makeCall({ args }), never);
    args.path = '/etc/passwd';
    await answer(once);
    expect(await decision).toMatchObject({ allowed: true, arguments: { path: '/a' } });
  });

  test('rules, mode and tool are looked at again after the answer', async () => {
    const { gate, answer, state } = setup();
    let decision = gate.decide(makeCall(), never);
    state.rules.push(makeRule('deny mcp__fs__read'));
    await answer({ kind: 'allow', scope: 'always' });
    expect(await decision).toMatchObject({ allowed: false, verdict: { verdict: 'deny', rule: 'mcp__fs__read' } });
    expect(state.rules).toHaveLength(1);
    state.rules.length = 0;
    decision = gate.decide(makeCall(), never);
    state.mode = 'plan';
    await answer(once);
    expect(await decision).toMatchObject({ allowed: false, verdict: { rule: 'mode:plan' } });
    state.mode = 'ask';
    decision = gate.decide(makeCall(), never);
    state.current = false;
    await answer({ kind: 'allow', scope: 'always' });
    expect(await decision).toMatchObject({ allowed: false, verdict: { verdict: 'deny', reason: expect.stringMatching(/changed while/) } });
    expect(state.rules).toEqual([]);
    expect(state.remembered).toEqual([]);
  });

  test('"always" with all that match releases the identical calls, with one rule, and no other call', async () => {
    const { gate, answer, approvals, state } = setup();
    const decisions = [1, 1, 1, 2].map((n, i) => gate.decide(makeCall({ callId: `c${i}`, args: { n } }), never));
    await answer({ kind: 'allow', scope: 'always', expiresInMs: 1_000 }, true);
    expect((await Promise.all(decisions.slice(0, 3))).map((decision) => decision.allowed && decision.arguments.n)).toEqual([1, 1, 1]);
    expect(state.rules).toHaveLength(1);
    expect(approvals.list().map((request) => request.arguments.n)).toEqual([2]);
  });
});

describe('a narrower rule with the answer', () => {
  const always = (rule: string, more: object = {}): ApprovalAnswer => ({ kind: 'allow', scope: 'always', rule, ...more });

  test('is made with its conditions and its end, and covers only what it says', async () => {
    const { gate, answer, state } = setup();
    const decision = gate.decide(makeCall({ args: { path: '/data/a' } }), never);
    expect(await answer(always('mcp__fs__read(path in /data)', { expiresInMs: 3_600_000 }))).toMatchObject({ ok: true });
    expect(await decision).toMatchObject({ allowed: true, verdict: { rule: 'mcp__fs__read(path in /data)' } });
    expect(state.rules).toMatchObject([
      { conditions: [{ path: 'path', op: 'in', value: '/data' }], expiresAt: 77 + 3_600_000, definitionHash: 'h1' },
    ]);
    expect(await gate.decide(makeCall({ args: { path: '/data/b' } }), never)).toMatchObject({ allowed: true });
    const other = gate.decide(makeCall({ args: { path: '/etc/b' } }), never);
    await answer({ kind: 'deny' });
    expect(await other).toMatchObject({ allowed: false });
  });

  test.each([
    ['another tool', 'mcp__fs__write', /is about mcp__fs__write/],
    ['a glob', 'mcp__fs__*', /is about/],
    ['a folder the call is not in', 'mcp__fs__read(path in /etc)', /does not cover/],
    ['a spelling that only may be covered', 'mcp__fs__read(path = /DATA/a)', /does not cover/],
    ['no rule at all', 'mcp__fs__read(path in', /cannot be read/],
    ['a pattern that cannot be used', 'mcp__fs__read(path ~= (?=x))', /cannot be read/],
  ])('%s keeps the question open and makes no rule', async (_, rule, message) => {
    const { gate, answer, approvals, state } = setup();
    const decision = gate.decide(makeCall({ args: { path: '/data/a' } }), never);
    expect(await answer(always(rule))).toMatchObject({ ok: false, error: { code: 'host.bad_input', message: expect.stringMatching(message) } });
    expect(approvals.list()).toHaveLength(1);
    expect(state.rules).toEqual([]);
    await answer({ kind: 'deny' });
    expect(await decision).toMatchObject({ allowed: false });
  });

  test('must cover the edited arguments, not those that were asked for', async () => {
    const { gate, answer, state } = setup();
    const decision = gate.decide(makeCall({ args: { path: '/data/a' } }), never);
    const edited = { arguments: { path: '/tmp/a' } };
    expect(await answer(always('mcp__fs__read(path in /data)', edited))).toMatchObject({ ok: false });
    expect(await answer(always('mcp__fs__read(path in /tmp)', edited))).toMatchObject({ ok: true });
    expect(await decision).toMatchObject({ allowed: true, edited: true, arguments: { path: '/tmp/a' } });
    expect(state.rules).toHaveLength(1);
  });

  test('"exactly these arguments" lets no call with one more through', async () => {
    const { gate, answer, approvals } = setup();
    const first = gate.decide(makeCall({ args: { path: '/tmp/a', n: 1 } }), never);
    const exact = approvals.choices(approvals.list()[0]?.id ?? '')?.find(({ kind }) => kind === 'exact');
    await answer(always(exact?.rule ?? ''));
    await first;
    expect(await gate.decide(makeCall({ args: { n: 1, path: '/tmp/a' } }), never)).toMatchObject({ allowed: true });
    for (const args of [
      { path: '/tmp/a', n: 1, force: true },
      { path: '/tmp/a' },
      { path: '/tmp/a', n: 2 },
      { path: '/tmp/a', n: 1, Path: '/etc' },
    ]) {
      const other = gate.decide(makeCall({ args }), never);
      await answer({ kind: 'deny' });
      expect(await other).toMatchObject({ allowed: false });
    }
  });

  test('the choices come from the call, and from the edited arguments when there are some', () => {
    const { gate, approvals } = setup({ projectFolder: () => '/projects/p' });
    void gate.decide(makeCall({ args: { path: '/projects/p/src/a.ts', url: 'https://api.example.com:8443/x', n: 3 } }), never);
    const id = approvals.list()[0]?.id ?? '';
    expect(approvals.choices(id)?.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['tool', 'mcp__fs__read'],
      ['folder', 'mcp__fs__read(path in /projects/p/src)'],
      ['folder', 'mcp__fs__read(path in /projects/p)'],
      ['host', 'mcp__fs__read(url host api.example.com:8443)'],
      ['exact', 'mcp__fs__read(. = {"path":"/projects/p/src/a.ts","url":"https://api.example.com:8443/x","n":3})'],
    ]);
    expect(approvals.choices(id, { path: '/tmp/x' })?.map(({ rule }) => rule)).toEqual([
      'mcp__fs__read',
      'mcp__fs__read(path in /tmp)',
      'mcp__fs__read(. = {"path":"/tmp/x"})',
    ]);
    expect(approvals.choices('gone')).toBeUndefined();
  });

  test('several paths are narrowed together where one folder holds them all', () => {
    const { gate, approvals } = setup({ projectFolder: () => '/projects/p' });
    void gate.decide(makeCall({ args: { from: '/projects/p/a/x', to: '/projects/p/b/x', note: 'n' } }), never);
    expect(approvals.choices(approvals.list()[0]?.id ?? '')?.map(({ rule }) => rule.replace('mcp__fs__read', ''))).toEqual([
      '',
      '(from in /projects/p, to in /projects/p)',
      '(from in /projects/p/a)',
      '(from in /projects/p)',
      '(to in /projects/p/b)',
      '(to in /projects/p)',
      '(. = {"from":"/projects/p/a/x","to":"/projects/p/b/x","note":"n"})',
    ]);
  });

  test.each([
    ['a file in the root folder', { path: '/passwd' }, ['tool', 'exact']],
    ['a file in the home folder', { path: '/home/me/x' }, ['tool', 'exact']],
    ['a path that climbs', { path: '/data/%2e%2e/x' }, ['tool', 'exact']],
    ['a relative path', { path: 'src/a' }, ['tool', 'exact']],
    ['an address with a name before the host', { url: 'https://a@b.example/' }, ['tool', 'exact']],
    ['one host among several', { urls: ['https://a.example/', 'https://b.example/'] }, ['tool', 'exact']],
    ['an argument whose name holds dots', { 'a.b': 'x' }, ['tool', 'exact']],
    ['an argument that is called like all of them', { '.': 'x' }, ['tool']],
    ['a text nobody would read in a rule', { text: 'x'.repeat(5_000) }, ['tool']],
    ['no arguments', {}, ['tool']],
  ])('%s is narrowed only where the rule surely holds', (_, args, kinds) => {
    const { gate, approvals } = setup();
    void gate.decide(makeCall({ args }), never);
    expect(approvals.choices(approvals.list()[0]?.id ?? '')?.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('a changed definition', () => {
  test('comes with what differs', () => {
    const previous = { approvedAt: 5, changes: [{ pointer: '/description', kind: 'changed' as const, before: 'a', after: 'b' }] };
    const { gate, approvals } = setup({ pins: { stateOf: () => 'changed', remember: () => undefined, previousOf: () => previous } });
    void gate.decide(makeCall(), never);
    expect(approvals.list()[0]).toMatchObject({ because: 'definition-changed', previous });
  });
});

describe('a clock that is set back', () => {
  test('does not bring a rule to life again that had expired', async () => {
    let now = 1_000;
    const { gate, answer } = setup({ given: [makeRule('allow mcp__fs__read', { expiresAt: 2_000 })], clock: { now: () => now } });
    expect(await gate.decide(makeCall(), never)).toMatchObject({ allowed: true });
    now = 2_000;
    const after = gate.decide(makeCall(), never);
    await answer({ kind: 'deny' });
    await after;
    now = 1_000;
    const back = gate.decide(makeCall(), never);
    await answer({ kind: 'deny' });
    expect(await back).toMatchObject({ allowed: false });
  });
});

describe('edited arguments', () => {
  const edited = (args: Record<string, unknown>): ApprovalAnswer => ({ kind: 'allow', scope: 'once', arguments: args });

  test('are sent and said to be edited', async () => {
    const { gate, answer } = setup();
    const decision = gate.decide(makeCall({ args: { a: 1, b: 2 } }), never);
    await answer(edited({ a: 3 }));
    expect(await decision).toMatchObject({ allowed: true, edited: true, arguments: { a: 3 } });
  });

  test('the same arguments in another order are not edited', async () => {
    const { gate, answer } = setup();
    const decision = gate.decide(makeCall({ args: { a: 1, b: 2 } }), never);
    await answer(edited({ b: 2, a: 1 }));
    expect(await decision).toMatchObject({ allowed: true, edited: false });
  });

  test('must fit the schema and pass the deny rules; until then the question stays', async () => {
    const { gate, answer, approvals } = setup({
      given: [makeRule('deny mcp__fs__read(path in /etc)')],
      checkArguments: (_, args) => (typeof args.path === 'string' ? undefined : { code: 'call.arguments', message: '/path must be a string' }),
    });
    const decision = gate.decide(makeCall({ args: { path: '/tmp/a' } }), never);
    expect(await answer(edited({ path: 5 }))).toMatchObject({ ok: false, error: { code: 'call.arguments' } });
    expect(await answer(edited({ path: '/etc/passwd' }))).toMatchObject({ ok: false, error: { code: 'call.denied' } });
    expect(approvals.list()).toHaveLength(1);
    expect(await answer(edited({ path: '/tmp/b' }))).toMatchObject({ ok: true });
    expect(await decision).toMatchObject({ allowed: true, arguments: { path: '/tmp/b' } });
  });
});
