import { describe, expect, test } from 'vitest';
import { evaluate, judge } from '../../../main/core/permissions/evaluate.ts';
import type { GateContext } from '../../../main/core/permissions/gate.ts';
import type { Mode, Rule } from '../../../preload/contract/permissions.ts';
import type { Risk } from '../../../preload/contract/tools.ts';
import { type CallParts, DESTRUCTIVE, makeCall, makeContext, makeRule, READ_ONLY, SAFE, UNDECLARED } from './fixtures.ts';

const RISKS: Record<string, Risk> = {
  safe: SAFE,
  'read-only': READ_ONLY,
  'untrusted read-only': { ...READ_ONLY, trusted: false },
  destructive: DESTRUCTIVE,
  'trusted destructive': { ...DESTRUCTIVE, trusted: true },
  'read-only and destructive': { ...READ_ONLY, destructive: true },
  undeclared: UNDECLARED,
  'undeclared but mild': { ...UNDECLARED, destructive: false },
};

describe('precedence and modes', () => {
  type Row = [risk: keyof typeof RISKS, mode: Mode, rules: string[], verdict: string, rule: string];
  const rows: Row[] = [];
  const add = (mode: Mode, rules: string[], expected: Record<string, [string, string]>): void => {
    for (const [risk, [verdict, rule]] of Object.entries(expected)) rows.push([risk, mode, rules, verdict, rule]);
  };
  const all = (value: [string, string]): Record<string, [string, string]> => Object.fromEntries(Object.keys(RISKS).map((risk) => [risk, value]));
  const exact = 'mcp__fs__read';
  const careful = ['destructive', 'trusted destructive', 'read-only and destructive', 'undeclared', 'undeclared but mild'];
  const except = (base: [string, string], other: [string, string], names: string[] = careful) => ({
    ...all(base),
    ...Object.fromEntries(names.map((name) => [name, other])),
  });
  const ASK: [string, string] = ['ask', 'default'];
  const PLAN: [string, string] = ['deny', 'mode:plan'];
  const notReadOnly = Object.keys(RISKS).filter((name) => name !== 'read-only');

  // No rule.
  add('ask', [], all(ASK));
  add('auto-read-only', [], { ...all(ASK), 'read-only': ['allow', 'mode:auto-read-only'] });
  add('plan', [], except(ASK, PLAN, notReadOnly));
  add('allow-all', [], except(['allow', 'mode:allow-all'], ASK));
  // One rule by name.
  for (const mode of ['ask', 'auto-read-only', 'allow-all'] as const) {
    add(mode, [`allow ${exact}`], all(['allow', exact]));
    add(mode, [`ask ${exact}`], all(['ask', exact]));
    add(mode, [`deny ${exact}`], all(['deny', exact]));
  }
  add('plan', [`allow ${exact}`], except(['allow', exact], PLAN, notReadOnly));
  add('plan', [`ask ${exact}`], except(['ask', exact], PLAN, notReadOnly));
  add('plan', [`deny ${exact}`], all(['deny', exact]));
  // One rule by glob.
  add('ask', ['allow mcp__fs__*'], except(['allow', 'mcp__fs__*'], ASK));
  add('allow-all', ['allow mcp__fs__*'], except(['allow', 'mcp__fs__*'], ASK));
  add('ask', ['allow mcp__*'], except(['allow', 'mcp__*'], ASK));
  add('ask', ['allow *'], except(['allow', '*'], ASK));
  add('ask', ['deny mcp__*'], all(['deny', 'mcp__*']));
  add('allow-all', ['ask mcp__*'], all(['ask', 'mcp__*']));
  // Two and three rules: the order they were given in does not matter.
  for (const rules of [
    [`allow ${exact}`, `deny ${exact}`],
    [`deny ${exact}`, `allow ${exact}`],
    ['deny mcp__*', `allow ${exact}`, `ask ${exact}`],
    [`ask ${exact}`, `allow ${exact}`, 'deny *'],
  ]) {
    const denying = rules.find((rule) => rule.startsWith('deny'))?.slice(5) ?? '';
    add('allow-all', rules, all(['deny', denying]));
  }
  add('ask', [`allow ${exact}`, 'ask mcp__fs__*'], all(['ask', 'mcp__fs__*']));
  add('ask', ['ask *', `allow ${exact}`, 'allow mcp__fs__*'], all(['ask', '*']));
  // The more telling of two rules is reported.
  add('ask', ['allow *', 'allow mcp__*', `allow ${exact}`], all(['allow', exact]));
  add('ask', ['deny *', 'deny mcp__fs__*', 'deny mcp__*'], all(['deny', 'mcp__fs__*']));

  test.each(rows)('%s tool, mode %s, %j: %s by %s', (risk, mode, texts, verdict, rule) => {
    const rules = texts.map((text) => makeRule(text));
    const judged = evaluate(makeCall({ risk: RISKS[risk] as Risk }), rules, makeContext({ mode }));
    expect(judged).toMatchObject({ verdict, rule });
    expect(judged.ruleId === undefined).toBe(rule === 'default' || rule.startsWith('mode:'));
  });

  test('the table is large', () => expect(rows.length).toBeGreaterThan(200));
});

describe('names', () => {
  const rows: [rule: string, call: CallParts, verdict: string][] = [
    ['allow mcp__fs__read', {}, 'allow'],
    ['allow mcp__fs__read', { original: 'Read' }, 'ask'],
    ['allow mcp__fs__read', { server: 'FS' }, 'ask'],
    ['allow mcp__fs__read', { original: 'read_all' }, 'ask'],
    ['allow mcp__fs__read', { original: 'r\u0435ad' }, 'ask'],
    ['allow mcp__fs__read', { original: 're\u200bad' }, 'ask'],
    ['allow mcp__fs__read', { original: 'ｒead' }, 'ask'],
    ['allow mcp__fs__read', { server: 'f\u0455' }, 'ask'],
    ['allow mcp__fs__read', { server: 'other' }, 'ask'],
    // A server's tool that takes the name of another server's tool keeps its own model-facing name.
    ['allow mcp__fs__read', { server: 'evil', original: 'mcp__fs__read' }, 'ask'],
    ['allow mcp__fs__read', { server: 'fs__read', original: '' }, 'ask'],
    ['allow mcp__fs__r*', {}, 'allow'],
    ['allow mcp__fs__*d', {}, 'allow'],
    ['allow mcp__fs__*ea*', {}, 'allow'],
    ['allow mcp__fs__x*', {}, 'ask'],
    ['allow mcp__fs__read*', { original: 'read' }, 'allow'],
    ['allow mcp__fs__*', { server: 'fs2' }, 'ask'],
    ['allow mcp__fs*', { server: 'fs2' }, 'allow'],
    ['allow mcp__*__read', { server: 'any' }, 'allow'],
    ['allow mcp__*__read', { server: 'any', risk: DESTRUCTIVE }, 'ask'],
    ['allow mcp__*', { name: 'read_result', server: 'builtin', original: 'read_result' }, 'ask'],
    ['allow read_result', { name: 'read_result', server: 'builtin', original: 'read_result' }, 'allow'],
    ['allow read_*', { name: 'read_result', server: 'builtin', original: 'read_result' }, 'allow'],
    ['allow read_result', { server: 'fs', original: 'read_result' }, 'ask'],
    // A tool that is called `*` is not named by a glob.
    ['allow mcp__fs__*', { original: '*', risk: DESTRUCTIVE }, 'ask'],
    ['allow mcp__fs__*', { original: '*' }, 'allow'],
    ['deny mcp__fs__delete_*', { original: 'delete.file' }, 'deny'],
    ['deny mcp__fs__delete_*', { original: 'delete file' }, 'deny'],
    ['deny mcp__fs__write', { original: 'read' }, 'ask'],
  ];
  test.each(rows)('%s on %j: %s', (rule, parts, verdict) => {
    expect(evaluate(makeCall(parts), [makeRule(rule)], makeContext()).verdict).toBe(verdict);
  });

  test('only an escaped star names a tool called *', () => {
    const call = makeCall({ original: '*', risk: DESTRUCTIVE });
    expect(evaluate(call, [makeRule('allow mcp__fs__read', { tool: '*' })], makeContext()).verdict).toBe('ask');
    expect(evaluate(call, [makeRule('allow mcp__fs__read', { tool: '\\*' })], makeContext())).toMatchObject({
      verdict: 'allow',
      rule: call.tool.name,
    });
  });
});

describe('scope and expiry', () => {
  type Row = [title: string, rule: Partial<Rule>, call: CallParts, context: Partial<GateContext>, matches: boolean];
  const once: Partial<Rule> = { scope: { kind: 'once', callId: 'call-1' } };
  const inTalk: Partial<Rule> = { scope: { kind: 'conversation', conversationId: 'c1' } };
  const inProject: Partial<Rule> = { scope: { kind: 'project', folder: '/projects/a' } };
  const rows: Row[] = [
    ['once, this call', once, {}, {}, true],
    ['once, another call', once, { callId: 'call-2' }, {}, false],
    ['once, a call id that begins alike', once, { callId: 'call-10' }, {}, false],
    ['conversation', inTalk, { conversationId: 'c1' }, { conversationId: 'c1' }, true],
    ['conversation named by the call alone', inTalk, { conversationId: 'c1' }, {}, true],
    ['conversation named by the context alone', inTalk, {}, { conversationId: 'c1' }, true],
    ['another conversation', inTalk, { conversationId: 'c2' }, { conversationId: 'c2' }, false],
    ['call and context disagree', inTalk, { conversationId: 'c1' }, { conversationId: 'c2' }, false],
    ['context and call disagree', inTalk, { conversationId: 'c2' }, { conversationId: 'c1' }, false],
    ['no conversation at all', inTalk, {}, {}, false],
    ['project', inProject, {}, { projectFolder: '/projects/a' }, true],
    ['project with a final slash', inProject, {}, { projectFolder: '/projects/a/' }, true],
    ['a folder inside the project', inProject, {}, { projectFolder: '/projects/a/b' }, false],
    ['a folder that begins alike', inProject, {}, { projectFolder: '/projects/ab' }, false],
    ['the folder above', inProject, {}, { projectFolder: '/projects' }, false],
    ['no project', inProject, {}, {}, false],
    ['the root folder is itself', { scope: { kind: 'project', folder: '/' } }, {}, { projectFolder: '/' }, true],
    ['the root folder is not every folder', { scope: { kind: 'project', folder: '/' } }, {}, { projectFolder: '/projects' }, false],
    ['not expired', { expiresAt: 1_001 }, {}, {}, true],
    ['expires now', { expiresAt: 1_000 }, {}, {}, false],
    ['expired', { expiresAt: 999 }, {}, {}, false],
    ['expired long ago', { expiresAt: 0 }, {}, {}, false],
    ['expired within its conversation', { ...inTalk, expiresAt: 1 }, { conversationId: 'c1' }, {}, false],
  ];
  test.each(rows)('%s', (_, more, parts, context, matches) => {
    const verdicts = (['allow', 'deny'] as const).map(
      (effect) => evaluate(makeCall(parts), [makeRule(`${effect} mcp__fs__read`, more)], makeContext(context)).verdict,
    );
    expect(verdicts).toEqual(matches ? ['allow', 'deny'] : ['ask', 'ask']);
  });

  test('a project folder reached by another way: what forbids holds, what allows does not', () => {
    const realPath = (path: string): string => path.replace('/projects/link', '/projects/a');
    const context = makeContext({ projectFolder: '/projects/link', realPath });
    expect(evaluate(makeCall(), [makeRule('deny mcp__fs__read', inProject)], context).verdict).toBe('deny');
    expect(evaluate(makeCall(), [makeRule('allow mcp__fs__read', inProject)], context).verdict).toBe('ask');
  });

  test.each<[title: string, rule: Partial<Rule>, context: Partial<GateContext>, allow: string, deny: string]>([
    ['once seen later than its end', { expiresAt: 2_000 }, { now: 1_000, latest: 2_500 }, 'ask', 'deny'],
    ['seen later, but before its end', { expiresAt: 2_000 }, { now: 1_000, latest: 1_999 }, 'allow', 'deny'],
    ['long before the rule was made', { expiresAt: 900_000, createdAt: 800_000 }, { now: 1_000 }, 'ask', 'deny'],
    ['a breath before the rule was made', { expiresAt: 900_000, createdAt: 1_500 }, { now: 1_000 }, 'allow', 'deny'],
    ['a rule without an end does not look at the clock', { createdAt: 800_000 }, { now: 1_000 }, 'allow', 'deny'],
  ])('a clock that was set back: %s', (_, rule, context, allow, deny) => {
    expect(evaluate(makeCall(), [makeRule('allow mcp__fs__read', rule)], makeContext(context)).verdict).toBe(allow);
    expect(evaluate(makeCall(), [makeRule('deny mcp__fs__read', rule)], makeContext(context)).verdict).toBe(deny);
  });

  test('an unreadable clock ends allow rules and keeps deny rules', () => {
    const context = makeContext({ now: Number.NaN });
    expect(evaluate(makeCall(), [makeRule('allow mcp__fs__read', { expiresAt: 5_000 })], context).verdict).toBe('ask');
    expect(evaluate(makeCall(), [makeRule('deny mcp__fs__read', { expiresAt: 5_000 })], context).verdict).toBe('deny');
  });
});

describe('definitions (TOL-9, t16)', () => {
  const bound = (hash: string): Rule => makeRule('allow mcp__fs__read', { definitionHash: hash, source: 'dialog' });
  const rows: [title: string, rules: Rule[], context: Partial<GateContext>, verdict: string, because: string][] = [
    ['bound to this definition', [bound('h1')], {}, 'allow', 'mcp__fs__read'],
    ['bound to another one', [bound('h0')], {}, 'ask', 'definition-changed'],
    ['bound to another one, pin says changed', [bound('h0')], { pin: 'changed' }, 'ask', 'definition-changed'],
    ['bound to another one, allow-all', [bound('h0')], { mode: 'allow-all' }, 'ask', 'definition-changed'],
    ['bound to this one, although the pin is old', [bound('h1')], { pin: 'changed' }, 'allow', 'mcp__fs__read'],
    ['old and new rule together', [bound('h0'), bound('h1')], {}, 'allow', 'mcp__fs__read'],
    ['written by hand, not changed', [makeRule('allow mcp__fs__read')], {}, 'allow', 'mcp__fs__read'],
    ['written by hand, changed', [makeRule('allow mcp__fs__read')], { pin: 'changed' }, 'ask', 'definition-changed'],
    ['a glob, changed', [makeRule('allow mcp__fs__*')], { pin: 'changed' }, 'ask', 'definition-changed'],
    ['given for this run', [makeRule('allow mcp__fs__read', { source: 'command-line' })], { pin: 'changed' }, 'allow', 'mcp__fs__read'],
    ['no rule, changed', [], { pin: 'changed' }, 'ask', 'definition-changed'],
    ['no rule, changed, allow-all', [], { pin: 'changed', mode: 'allow-all' }, 'ask', 'definition-changed'],
    ['no rule, new', [], { pin: 'new' }, 'ask', 'default'],
    ['deny is not bound', [makeRule('deny mcp__fs__read', { definitionHash: 'h0' })], { pin: 'changed' }, 'deny', 'mcp__fs__read'],
    ['ask is not bound', [makeRule('ask mcp__fs__read', { definitionHash: 'h0' })], {}, 'ask', 'mcp__fs__read'],
  ];
  test.each(rows)('%s', (_, rules, context, verdict, because) => {
    expect(judge(makeCall(), rules, makeContext(context))).toMatchObject({ verdict: { verdict }, because });
  });

  test('a changed read-only tool is asked about in every mode', () => {
    const call = makeCall({ risk: READ_ONLY });
    for (const mode of ['ask', 'auto-read-only', 'plan', 'allow-all'] as const) {
      expect(judge(call, [], makeContext({ mode, pin: 'changed' }))).toMatchObject({ verdict: { verdict: 'ask' }, because: 'definition-changed' });
    }
  });

  test('a destructive tool says so', () => {
    expect(judge(makeCall({ risk: DESTRUCTIVE }), [], makeContext()).because).toBe('destructive');
    expect(judge(makeCall({ risk: UNDECLARED }), [makeRule('allow mcp__*')], makeContext()).verdict.reason).toMatch(/pattern never covers/);
  });
});

describe('fail closed', () => {
  const rule = [makeRule('allow mcp__fs__read(a = 1)')];
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic.self = cyclic;
  cyclic.a = cyclic;
  const getter = Object.defineProperty({}, 'a', {
    enumerable: true,
    get() {
      throw new Error('boom');
    },
  });
  const proxy = new Proxy(
    {},
    {
      getOwnPropertyDescriptor() {
        throw new Error('boom');
      },
    },
  );

  test.each([
    ['a getter that throws', getter],
    ['a proxy that throws', proxy],
  ])('%s is a denial', (_, args) => {
    expect(evaluate(makeCall({ args }), rule, makeContext({ mode: 'allow-all' }))).toMatchObject({ verdict: 'deny', rule: 'default' });
  });

  test('an unreadable path is a denial', () => {
    const context = makeContext({
      mode: 'allow-all',
      realPath: () => {
        throw new Error('loop');
      },
    });
    expect(evaluate(makeCall({ args: { path: '/x' } }), [makeRule('allow mcp__fs__read(path in /x)')], context).verdict).toBe('deny');
  });

  test('broken rules and calls are denials', () => {
    expect(evaluate(makeCall(), [{ ...makeRule('allow mcp__fs__read'), scope: undefined } as unknown as Rule], makeContext()).verdict).toBe('deny');
    expect(evaluate({ ...makeCall(), risk: undefined } as never, [], makeContext()).verdict).toBe('deny');
  });

  test('cyclic, deep and huge arguments are decided, and never by an allow rule they do not surely fit', () => {
    expect(evaluate(makeCall({ args: cyclic }), rule, makeContext()).verdict).toBe('ask');
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = { a: deep };
    expect(evaluate(makeCall({ args: { a: deep } }), rule, makeContext()).verdict).toBe('ask');
    const huge = 'x'.repeat(20_000_000);
    for (const text of ['a ~= (x+x+)+y', 'a ^= x', 'a in /x', 'a host x.example']) {
      expect(evaluate(makeCall({ args: { a: huge } }), [makeRule(`allow mcp__fs__read(${text})`)], makeContext()).verdict).toBe('ask');
      expect(evaluate(makeCall({ args: { a: huge } }), [makeRule(`deny mcp__fs__read(${text})`)], makeContext()).verdict).toBe('deny');
    }
    const many = Array.from({ length: 5_000 }, () => 1);
    expect(evaluate(makeCall({ args: { a: many } }), rule, makeContext()).verdict).toBe('ask');
    expect(evaluate(makeCall({ args: { a: many } }), [makeRule('deny mcp__fs__read(a = 2)')], makeContext()).verdict).toBe('deny');
  });

  test('inherited properties are no arguments', () => {
    for (const path of ['toString', 'constructor', '__proto__', 'constructor.name']) {
      expect(evaluate(makeCall({ args: {} }), [makeRule(`deny mcp__fs__read(${path} ~= .*)`)], makeContext()).verdict).toBe('ask');
    }
  });
});
