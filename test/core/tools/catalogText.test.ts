import { describe, expect, test } from 'vitest';
import { searchToolsBuiltin } from '../../../main/core/tools/builtins/searchTools.ts';
import { catalogText } from '../../../main/core/tools/catalogText.ts';
import { shouldDefer } from '../../../main/core/tools/deferTools.ts';
import { estimateTokens, toolTokens } from '../../../main/core/tools/estimateTokens.ts';
import { fakeSnapshot, fakeTool } from '../../fakes/fakeTools.ts';

const many = (n: number, server = 'big') =>
  Array.from({ length: n }, (_, i) => fakeTool({ server, original: `tool_${i}`, description: `Handles records of kind ${i}.` }));

describe('the catalogue for the system prompt', () => {
  test('one line a tool, grouped by server', () => {
    const text = catalogText([
      fakeTool({ server: 'weather', original: 'get_forecast', description: '查询天气' }),
      fakeTool({ server: 'fs', original: 'read' }),
      fakeTool({ server: 'fs', original: 'list' }),
    ]);
    expect(text.split('\n').slice(2)).toEqual([
      '## weather',
      '- mcp__weather__get_forecast: 查询天气',
      '',
      '## fs',
      '- mcp__fs__read: Does read.',
      '- mcp__fs__list: Does list.',
    ]);
  });

  test('nothing without tools; tools for apps only are not told', () => {
    expect(catalogText([])).toBe('');
    expect(catalogText([{ ...fakeTool({ original: 'x' }), appOnly: true }])).toBe('');
  });

  test('beyond the budget a server is told by its number of tools; small servers keep their lines', () => {
    const text = catalogText([...many(5000), fakeTool({ server: 'small', original: 'only' })], { maxTokens: 500, deferred: true });
    expect(estimateTokens(text)).toBeLessThan(700);
    expect(text).toContain('5000 tools, among them mcp__big__tool_0');
    expect(text).toContain('- mcp__small__only');
    expect(text).toContain('search_tools');
  });

  test('a few tools with long lines can be beyond the budget too', () => {
    const long = Array.from({ length: 20 }, (_, i) => fakeTool({ original: `t${i}`, description: 'many words in every line '.repeat(4) }));
    expect(catalogText(long, { maxTokens: 200 })).toContain('20 tools, among them');
  });

  test('a server name with hidden characters is cleaned', () => {
    expect(catalogText([fakeTool({ server: 'a\u200B\nb', original: 'x' })])).toContain('## a b\n');
  });
});

describe('deferral (TOL-10)', () => {
  test('few small tools are not deferred, long ones are, and counting stops at the limit', () => {
    const small = many(20);
    expect(shouldDefer(small, 200_000, 10)).toMatchObject({ defer: false, limit: 20_000 });
    const long = Array.from({ length: 40 }, (_, i) => fakeTool({ original: `t${i}`, description: 'word '.repeat(400) }));
    const deferral = shouldDefer(long, 32_000, 10);
    expect(deferral).toMatchObject({ defer: true, because: 'tokens', limit: 3200 });
    expect(deferral.tokens).toBeLessThan(4500);
  });

  test('an unknown model counts as one with 32,000 tokens', () => {
    expect(shouldDefer([], undefined, 10).limit).toBe(3200);
  });

  test('more tools than providers take are deferred whatever their size; 5,000 are decided at once', () => {
    expect(shouldDefer(many(129), 10_000_000, 100)).toMatchObject({ defer: true, because: 'count' });
    expect(shouldDefer(many(128), 10_000_000, 100).defer).toBe(false);
    expect(shouldDefer(many(5000), undefined, 10).defer).toBe(true);
  });

  test('0 percent defers everything', () => {
    expect(shouldDefer(many(1), 200_000, 0).defer).toBe(true);
  });

  test('Chinese takes more tokens a character than English', () => {
    expect(estimateTokens('天气预报'.repeat(100))).toBeGreaterThan(estimateTokens('abcd'.repeat(100)) * 2);
    expect(toolTokens(fakeTool({ original: 'x' }))).toBeGreaterThan(10);
  });
});

describe('the search_tools built-in', () => {
  const weather = fakeTool({
    server: 'weather',
    original: 'get_forecast',
    description: '查询指定城市明天的天气预报',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  });
  const hidden = { ...fakeTool({ server: 'weather', original: 'app_weather', description: '天气 天气' }), appOnly: true };
  const snapshot = fakeSnapshot([...many(200), weather, hidden]);

  test('finds, shows the parameters, and makes what it found callable', async () => {
    const result = await searchToolsBuiltin.run({ query: 'weather tomorrow' }, { snapshot });
    expect(result.activate[0]).toBe(weather.name);
    expect(result.activate).not.toContain(hidden.name);
    expect(result.text).toContain('"city"');
  });

  test('an exact name comes first', async () => {
    expect((await searchToolsBuiltin.run({ query: 'mcp__big__tool_77' }, { snapshot })).activate[0]).toBe('mcp__big__tool_77');
  });

  test.each([
    [{}, true],
    [{ query: '  ' }, true],
    [{ query: 5 }, true],
    [{ query: 'zzqqxx' }, false],
  ])('%j finds nothing and says what to do', async (args, isError) => {
    const result = await searchToolsBuiltin.run(args, { snapshot });
    expect(result.activate).toEqual([]);
    expect(result.isError ?? false).toBe(isError);
    expect(result.text).not.toBe('');
  });

  test.each([
    [1, 1],
    ['2', 2],
    [1000, 20],
    [-5, 1],
    ['x', 8],
  ])('limit %j gives %d tools', async (limit, expected) => {
    expect((await searchToolsBuiltin.run({ query: 'records of kind', limit }, { snapshot })).activate).toHaveLength(expected);
  });
});
