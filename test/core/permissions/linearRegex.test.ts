import { describe, expect, test } from 'vitest';
import { LinearRegex, regexOf } from '../../../main/core/permissions/linearRegex.ts';
import { RegexError } from '../../../main/core/permissions/regexParse.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

const native = (pattern: string, text: string): string => {
  if (new RegExp(`^(?:${pattern})$`, 'u').test(text)) return 'full';
  return new RegExp(pattern, 'u').test(text) ? 'part' : 'none';
};

describe('matches as JavaScript does', () => {
  const patterns = [
    'abc',
    'a|b|',
    'a*b+c?',
    '(ab)*',
    '(?:a|ab)(?:c|bcd)',
    'a{2}',
    'a{2,}b{0,2}',
    '^a.c$',
    '[a-c]+',
    '[^a-c]+',
    '[\\d_-]+',
    '[\\]a]',
    '\\bab\\b',
    '\\Bb',
    '\\w+\\s\\W?',
    '\\u0061\\x62',
    '\\u{1F600}+',
    '\\p{L}+',
    '\\P{L}',
    '(?<year>\\d{4})-(\\d\\d)',
    '(a*)*b',
    '(a|a)*',
    'a+?b*?',
    '.',
    '',
    '\\.\\/',
    '[.*+]',
  ];
  const texts = [
    '',
    'a',
    'ab',
    'abc',
    'aabbcc',
    'abcd',
    'aa',
    'aab',
    'a\nc',
    'axc',
    'xyz',
    '2024-05',
    '_-_',
    ']',
    'ab ab',
    'b',
    'é漢字',
    '😀😀',
    './',
    '*',
    'a b',
    'A',
  ];
  test.each(patterns)('%s', (pattern) => {
    const regex = new LinearRegex(pattern);
    for (const text of texts) expect([text, regex.test(text)]).toEqual([text, native(pattern, text)]);
  });

  test('random patterns on random texts', () => {
    const random = seededRandom(7);
    const int = (below: number): number => Math.floor(random() * below);
    const make = (depth: number): string => {
      const kinds = ['a', 'b', '[ab]', '[^a]', '.', '\\w', '\\b', '^', '$'];
      if (depth === 0) return kinds[int(6)] ?? 'a';
      const part = (): string => make(depth - 1);
      const choices = [
        () => part() + part(),
        () => `(${part()}|${part()})`,
        () => `(?:${part()})${['*', '+', '?', '{0,2}', '{2}', '{1,}'][int(6)]}`,
        () => part() + (kinds[6 + int(3)] ?? '') + part(),
      ];
      return choices[int(choices.length)]?.() ?? '';
    };
    for (let i = 0; i < 1_500; i += 1) {
      const pattern = make(3);
      const regex = new LinearRegex(pattern);
      for (let k = 0; k < 6; k += 1) {
        const text = Array.from({ length: int(8) }, () => 'ab \n'[int(4)]).join('');
        expect([pattern, text, regex.test(text)]).toEqual([pattern, text, native(pattern, text)]);
      }
    }
  });

  test('(?i) ignores case, also inside negated sets', () => {
    expect(new LinearRegex('(?i)ab[^c]').test('AbD')).toBe('full');
    expect(new LinearRegex('(?i)ab[^c]').test('AbC')).toBe('none');
    expect(new LinearRegex('(?i)É').test('é')).toBe('full');
  });
});

test.each([
  ['(?=a)', /Look-around/],
  ['(?<!a)', /Look-around/],
  ['(?i:a)', /Look-around/],
  ['(a)\\1', /\\1 is not supported/],
  ['\\k<a>', /\\k is not supported/],
  ['(', /not closed/],
  [')', /without its/],
  ['[', /not closed/],
  ['[b-a]', /out of order/],
  ['[a-\\d]', /out of order/],
  ['*', /Nothing to repeat/],
  ['a**', /Nothing to repeat/],
  ['^*', /Nothing to repeat/],
  ['a{3,2}', /out of order/],
  ['a\\', /ends with a backslash/],
  ['\\p{Nonsense}', /no character property/],
  ['\\u{110000}', /hexadecimal/],
  ['(a{1000}){1000}', /too large/],
  ['a'.repeat(1_001), /longer than/],
  ['('.repeat(200) + ')'.repeat(200), /too deeply/],
])('%s is refused with a reason', (pattern, reason) => {
  const found = regexOf(pattern);
  expect(found).toBeInstanceOf(RegexError);
  expect((found as RegexError).message).toMatch(reason);
});

test('what makes other engines hang is decided', () => {
  const text = `${'a'.repeat(30_000)}!`;
  for (const pattern of ['(a+)+$', '(a|a)*b', '(a|aa)+$', '(x+x+)+y', '(.*a){10}$', '([a-z]+)*\\d']) {
    expect(new LinearRegex(pattern).test(text)).toBe('none');
  }
  expect(new LinearRegex('(a|b){200}').test('a'.repeat(100_000))).toBe('too-long');
});
