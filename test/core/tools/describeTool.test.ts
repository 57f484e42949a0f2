import { describe, expect, test } from 'vitest';
import { clipCharacters, clipWords } from '../../../main/core/base/clipText.ts';
import { catalogLineOf, describeTool, titleOf } from '../../../main/core/tools/describeTool.ts';

const tool = (change: Partial<Parameters<typeof describeTool>[0]>) => ({ original: 'get_forecast', server: 'weather', parameters: [], ...change });

describe('description for the model', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['blank', ' \n\t'],
    ['nothing but hidden characters', '\u200B\u{E0041}'],
  ])('%s: one is made from what is known', (_what, description) => {
    const made = describeTool(tool({ ...(description === undefined ? {} : { description }), title: 'Forecast', parameters: ['city', 'days'] }));
    expect(made).toContain('Forecast');
    expect(made).toContain('get_forecast');
    expect(made).toContain('city, days');
  });

  test('even a tool whose name is all hidden gets words', () => {
    expect(describeTool(tool({ original: '\u200B' })).trim()).not.toBe('');
  });

  test('is cleaned', () => {
    expect(describeTool(tool({ description: '  \u001B[1mAdds\u001B[0m\u202E two \n' }))).toBe('Adds two');
  });

  test('is at most 2,048 long, and cut between characters', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const text of ['x'.repeat(5000), family.repeat(400), 'é'.repeat(4000), `a${'😀'.repeat(2000)}`, `b${family.repeat(400)}`]) {
      const cut = describeTool(tool({ description: text }));
      expect(cut.length).toBeLessThanOrEqual(2048);
      expect(cut.length).toBeGreaterThan(2000);
      expect(cut.endsWith('…')).toBe(true);
      expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      expect([...new Intl.Segmenter().segment(text)].some(({ index }) => index === cut.length - 1)).toBe(true);
    }
  });

  test('what just fits is not cut', () => {
    expect(describeTool(tool({ description: 'y'.repeat(2048) }))).toBe('y'.repeat(2048));
  });
});

describe('catalogue line', () => {
  test('one line, cut between words', () => {
    const line = catalogLineOf(`Reads a file\n\n${'from the disk and returns it '.repeat(10)}`);
    expect(line.length).toBeLessThanOrEqual(100);
    expect(line).toMatch(/^Reads a file from the disk .*(?:from|the|disk|and|returns|it)…$/);
  });

  test('Chinese is cut between words too', () => {
    const text = `${'查询指定城市明天的天气预报'.repeat(10)}`;
    const line = catalogLineOf(text);
    expect(line.length).toBeLessThanOrEqual(100);
    expect(line.length).toBeGreaterThan(90);
    const end = line.length - 1;
    expect([...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].some(({ index }) => index === end)).toBe(true);
  });

  test('one endless word is cut all the same', () => {
    expect(catalogLineOf('w'.repeat(500))).toBe(`${'w'.repeat(99)}…`);
  });

  test('a short one stays', () => {
    expect(catalogLineOf(' Adds   numbers. ')).toBe('Adds numbers.');
  });
});

describe('cutting', () => {
  test('a stack of combining marks does not push the cut away', () => {
    const cut = clipCharacters(`ab${'\u0301'.repeat(500)}`, 100);
    expect(cut.length).toBeLessThanOrEqual(100);
    expect(cut.length).toBeGreaterThan(1);
  });

  test('never splits a surrogate pair, at any length', () => {
    const text = 'a😀b🇨🇳c👩‍🚀d'.repeat(20);
    for (let max = 2; max < 120; max += 1) {
      expect(clipCharacters(text, max).isWellFormed()).toBe(true);
      expect(clipWords(text, max).isWellFormed()).toBe(true);
      expect(clipCharacters(text, max).length).toBeLessThanOrEqual(max);
      expect(clipWords(text, max).length).toBeLessThanOrEqual(max);
    }
  });
});

describe('title', () => {
  test.each([
    [{ title: 'Weather' }, 'Weather'],
    [{}, 'get_forecast'],
    [{ title: ' \n' }, 'get_forecast'],
    [{ title: 'a\u202Eb\nc' }, 'a⟨U+202E⟩b c'],
    [{ original: 'de\u200Blete' }, 'de⟨U+200B⟩lete'],
  ])('%j gives %s', (change, title) => {
    expect(titleOf(tool(change))).toBe(title);
  });
});
