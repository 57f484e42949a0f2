import { describe, expect, test } from 'vitest';
import { deadReasons } from '../../../main/core/permissions/deadRules.ts';
import { printRule } from '../../../main/core/permissions/printRule.ts';
import { parseRuleText } from '../../../main/core/permissions/ruleSyntax.ts';
import { noTools, resolveRule, settleRule } from '../../../main/core/permissions/rules.ts';
import { toolName } from '../../../main/core/tools/toolNames.ts';
import type { Condition } from '../../../preload/contract/permissions.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';
import { DESTRUCTIVE, makeRule, SAFE, tableOf } from './fixtures.ts';

describe('reading a rule', () => {
  const equals = (path: string, value: unknown): Condition => ({ path, op: 'equals', value });
  test.each<[text: string, tool: string, conditions: Condition[]]>([
    ['mcp__fs__read', 'mcp__fs__read', []],
    ['  mcp__fs__read  ', 'mcp__fs__read', []],
    ['mcp__fs__*', 'mcp__fs__*', []],
    ['"odd (name)"', 'odd (name)', []],
    ['t(a = b)', 't', [equals('a', 'b')]],
    ['t (a=b)', 't', [equals('a', 'b')]],
    ['t(a = b c)', 't', [equals('a', 'b c')]],
    ['t(a = 5, b = "5", c = true)', 't', [equals('a', 5), equals('b', '5'), equals('c', true)]],
    ['t(a = "x, y) z")', 't', [equals('a', 'x, y) z')]],
    ['t(a = "say \\"hi\\"")', 't', [equals('a', 'say "hi"')]],
    ['t(a = [1, 2], b = {"c": [3]})', 't', [equals('a', [1, 2]), equals('b', { c: [3] })]],
    ['t(a = "")', 't', [equals('a', '')]],
    ['t(a.b.c = x)', 't', [equals('a.b.c', 'x')]],
    ['t(. = {"a": "x)", "b": [1]})', 't', [equals('.', { a: 'x)', b: [1] })]],
    ['t("a b" = x)', 't', [equals('a b', 'x')]],
    ['t(path in /data)', 't', [{ path: 'path', op: 'in', value: '/data' }]],
    ['t(path in "/my data")', 't', [{ path: 'path', op: 'in', value: '/my data' }]],
    ['t(path in"/x")', 't', [{ path: 'path', op: 'in', value: '/x' }]],
    ['t(path in C:\\data\\x)', 't', [{ path: 'path', op: 'in', value: 'C:\\data\\x' }]],
    ['t(in = x)', 't', [equals('in', 'x')]],
    ['t(host host example.com)', 't', [{ path: 'host', op: 'host', value: 'example.com' }]],
    ['t(a ^= git status)', 't', [{ path: 'a', op: 'prefix', value: 'git status' }]],
    ['t(a ~= ^x(y|z){1,2}$, b = 1)', 't', [{ path: 'a', op: 'regex', value: '^x(y|z){1,2}$' }, equals('b', 1)]],
    ['t(a ~= \\(x\\))', 't', [{ path: 'a', op: 'regex', value: '\\(x\\)' }]],
    ['t(n range 1..10)', 't', [{ path: 'n', op: 'range', min: 1, max: 10 }]],
    ['t(n range -1.5..)', 't', [{ path: 'n', op: 'range', min: -1.5 }]],
    ['t(n range ..1e3)', 't', [{ path: 'n', op: 'range', max: 1000 }]],
    ['工具(城市 = 伯尔尼)', '工具', [equals('城市', '伯尔尼')]],
  ])('%s', (text, tool, conditions) => {
    expect(parseRuleText(text)).toEqual({ tool, conditions });
    const printed = printRule({ server: '', tool: '', alias: tool, conditions });
    expect(parseRuleText(printed)).toEqual({ tool, conditions });
  });

  test.each([
    ['', /names no tool/],
    ['()', /names no tool/],
    ['t(', /needs the name of an argument/],
    ['t()', /needs the name of an argument/],
    ['t(a)', /comes one of/],
    ['t(a b c)', /comes one of/],
    ['t(a =)', /has no value/],
    ['t(a = b', /not closed/],
    ['t(a = b) x', /Unexpected/],
    ['t(a = b,)', /needs the name/],
    ['t(a = "b)', /not a well-formed JSON string/],
    ['t(a in)', /comes one of/],
    ['t(a ~= "(")', /not closed/],
    ['t(a ~= (?=x))', /Look-around/],
    ['t(a range x)', /range is written/],
    ['t(a range ..)', /range is written/],
    ['t(a range 5..1)', /range is empty/],
    ['t(a host https://x.example/)', /not a host/],
    ['t(a host *)', /not a host/],
    ['t u', /Unexpected/],
    ['x'.repeat(4_001), /longer than/],
  ])('%s is refused with a reason', (text, reason) => {
    const outcome = resolveRule(text, noTools);
    expect(outcome.ok ? '' : outcome.error.message).toMatch(reason);
    expect(outcome.ok ? '' : outcome.error.code).toBe('host.bad_input');
  });

  test('any condition survives printing and reading', () => {
    const random = seededRandom(11);
    const letters = ['a', 'B', '5', ' ', ',', '(', ')', '"', '\\', '=', '^', '~', '[', '{', '.', '漢', '\n', '*', 'true', 'null', '-'];
    const word = (most: number): string => Array.from({ length: Math.floor(random() * most) }, () => pick(random, letters)).join('');
    for (let i = 0; i < 2_000; i += 1) {
      const path = word(4) || 'x';
      const conditions: Condition[] = [
        { path, op: 'equals', value: pick<unknown>(random, [word(6), random() * 100, true, null, [word(3)], { [word(3)]: word(3) }]) },
        { path, op: 'prefix', value: word(6) },
        { path, op: 'in', value: `/${word(6)}` },
        { path, op: 'range', min: 0 - Math.floor(random() * 9), max: random() * 9 },
      ];
      const rule = { server: '', tool: '', alias: word(5) || 't', conditions: [pick(random, conditions), pick(random, conditions)] };
      expect(parseRuleText(printRule(rule))).toEqual({ tool: rule.alias, conditions: rule.conditions });
    }
  });
});

describe('binding to the original identity', () => {
  const table = tableOf(['fs', 'read'], ['fs', 'write'], ['My Files', 'read.file'], ['My Files', 'save'], ['a', 'x'], ['a b', 'y'], ['a+b', 'z']);
  const odd = toolName('My Files', 'read.file');

  test.each<[text: string, server: string, tool: string, alias: string | undefined, known: boolean]>([
    ['mcp__fs__read', 'fs', 'read', undefined, true],
    [odd, 'My Files', 'read.file', undefined, true],
    ['mcp__fs__*', 'fs', '*', undefined, true],
    ['mcp__fs__r*d', 'fs', 'r*d', undefined, true],
    ['mcp__My_Files__*', 'My Files', '*', undefined, true],
    // A plain name splits in one way only, so it is bound before the server was ever there.
    ['mcp__new__tool', 'new', 'tool', undefined, false],
    ['mcp__new__*', '*', '*', 'mcp__new__*', false],
    // Two servers share this beginning; the text alone says which tools are meant.
    ['mcp__a_b__*', '*', '*', 'mcp__a_b__*', true],
    ['mcp__*', '*', '*', 'mcp__*', true],
    ['*', '*', '*', '*', true],
    ['read_result', '*', '*', 'read_result', false],
    ['mcp__my_files__save__0123456789', '*', '*', 'mcp__my_files__save__0123456789', false],
  ])('%s', (text, server, tool, alias, known) => {
    const outcome = resolveRule(text, table);
    expect(outcome).toEqual({ ok: true, value: { rule: { server, tool, conditions: [], ...(alias === undefined ? {} : { alias }) }, known } });
  });

  test('a tool with a star in its name is bound to that name alone', () => {
    const stars = tableOf(['fs', 'a*'], ['fs', 'ab']);
    const outcome = resolveRule(toolName('fs', 'a*'), stars);
    expect(outcome.ok && outcome.value.rule).toEqual({ server: 'fs', tool: 'a\\*', conditions: [] });
  });

  test('a rule written before its tools were known is bound once they are', () => {
    const early = makeRule(`deny ${odd}`);
    expect(early.alias).toBe(odd);
    expect(settleRule(early, noTools)).toBe(early);
    const settled = settleRule(early, table);
    expect(settled).toMatchObject({ id: early.id, effect: 'deny', server: 'My Files', tool: 'read.file' });
    expect(settled.alias).toBeUndefined();
    expect(printRule(settled)).toBe(odd);
  });
});

describe('rules that can never match', () => {
  const schema = { type: 'object', properties: { path: { type: 'string' } } };
  const tool = (original: string, originalSchema: Record<string, unknown> = schema) => ({
    ...tableOf(['fs', original]).tools[0],
    server: 'fs',
    original,
    name: toolName('fs', original),
    definitionHash: 'h1',
    originalSchema,
  });
  const tools = [tool('read'), tool('open', { type: 'object', additionalProperties: true, properties: {} }), tool('wipe')];
  const facts = { tools, risk: (each: { original: string }) => (each.original === 'wipe' ? DESTRUCTIVE : SAFE), rules: [], now: 100 };

  test.each<[rule: string, more: object, reasons: RegExp[]]>([
    ['allow mcp__fs__read', {}, []],
    ['allow mcp__fs__*', {}, []],
    ['allow mcp__fs__read(path in /x)', {}, []],
    ['allow mcp__fs__gone', {}, [/No connected server/]],
    ['deny mcp__other__*', {}, [/No connected server/]],
    ['allow mcp__fs__read', { expiresAt: 100 }, [/expired/]],
    ['allow mcp__fs__read', { expiresAt: 101 }, []],
    ['allow mcp__fs__w*', {}, [/pattern never allows/]],
    ['deny mcp__fs__w*', {}, []],
    ['allow mcp__fs__wipe', {}, []],
    ['allow mcp__fs__read', { definitionHash: 'h0' }, [/has changed/]],
    ['allow mcp__fs__read', { definitionHash: 'h1' }, []],
    ['allow mcp__fs__read(pth in /x)', {}, [/no argument called pth/]],
    ['allow mcp__fs__open(anything = 1)', {}, []],
    ['allow mcp__fs__read(. = {"path": 1})', {}, []],
    ['allow mcp__fs__*(pth = 1)', {}, []],
    ['allow mcp__fs__read(path = a, path = b)', {}, [/two different values/]],
    ['allow mcp__fs__read', { conditions: [{ path: 'path', op: 'range', min: 2, max: 1 }] }, [/range is empty/]],
    ['allow mcp__fs__read', { conditions: [{ path: 'path', op: 'regex', value: '(' }] }, [/regular expression/]],
    ['allow mcp__fs__read', { conditions: [{ path: 'path', op: 'host', value: 'http://x/' }] }, [/not a host/]],
  ])('%s %j', (text, more, reasons) => {
    const found = deadReasons(makeRule(text, more), facts);
    expect(found).toHaveLength(reasons.length);
    for (const [i, reason] of reasons.entries()) expect(found[i]?.message).toMatch(reason);
  });

  test('a stronger rule that covers everything is named', () => {
    const rules = [makeRule('deny mcp__fs__*', { server: 'fs', tool: '*', alias: undefined as never })].map(({ alias: _, ...rule }) => rule);
    expect(deadReasons(makeRule('allow mcp__fs__read'), { ...facts, rules })).toMatchObject([
      { code: 'shadowed', message: expect.stringMatching(/A rule that says deny/) },
    ]);
    expect(deadReasons(makeRule('deny mcp__fs__read'), { ...facts, rules })).toEqual([]);
    expect(
      deadReasons(makeRule('allow mcp__fs__read'), {
        ...facts,
        rules: [{ ...makeRule('deny mcp__fs__*', { server: 'fs', tool: '*' }), conditions: [{ path: 'path', op: 'equals', value: 1 }] }],
      }),
    ).toEqual([]);
  });
});
