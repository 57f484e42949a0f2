import { createScanner } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { duplicateKeys, type Node, nodeAt, parseJsonc, plainValue, TOKEN } from '../../../../main/core/settings/files/jsonc.ts';

const parse = (text: string): Node => parseJsonc(text).root ?? expect.fail('no value');

test('the token numbers are those of the library', () => {
  const kinds = [',', '// x', '/* x */', ' ', ''].map((text) => {
    const scanner = createScanner(text, false);
    return scanner.scan() as number;
  });
  expect(kinds).toEqual([TOKEN.comma, TOKEN.lineComment, TOKEN.blockComment, TOKEN.blanks, TOKEN.end]);
});

test('comments, trailing commas and CR LF are no problem', () => {
  const { root, problems } = parseJsonc('// a\r\n{ "a": [1, 2,], /* b */ "c": {}, }\r\n');
  expect(problems).toEqual([]);
  expect(plainValue(root as Node)).toEqual({ a: [1, 2], c: {} });
});

describe('problems name the place', () => {
  test.each([
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, /comma/],
    ['{\n  "a": tru\n}', 2, 8, /no JSON value/],
    ['{"a": 1', 1, 8, /closing }/],
    ['{"a": "x\n}', 1, 7, /not closed/],
    ['{"path": "C:\\Users"}', 1, 10, /backslash/],
    ['{} {}', 1, 4, /after the end/],
    ['', 1, 1, /empty/],
    [' \n\t', 1, 1, /empty/],
    ['{ /* open', 1, 3, /comment/],
  ])('%j', (text, line, column, reason) => {
    const [problem] = parseJsonc(text).problems;
    expect(problem).toMatchObject({ line, column });
    expect(problem?.reason).toMatch(reason);
  });

  test.each([
    ['{ "TOKEN": \'sk-abc-123\', "on": true }', '{ "TOKEN": ············, "on": true }'],
    ['{ "TOKEN": sk-abc-123, "port": 8080 }', '{ "TOKEN": ··········, "port": 8080 }'],
    ['{ "PIN": 12345678, "x" 1 }', '{ "PIN": ········, "·" 1 }'],
    ['{ "a": [one two, 3], args: 1 "" }', '{ "a": [·······, 3], args: 1 "" }'],
    ['{ "a": b:c } x', '{ "a": ····} x'],
    ['{ "a" 1 } // key sk-abc', '{ "·" 1 } //···········'],
  ])('the excerpt of %s hides values also where their quotes are wrong or missing', (text, shown) => {
    expect(parseJsonc(text).problems[0]?.excerpt.split('\n')[0]).toBe(shown);
  });

  test('the excerpt points with a caret and shows keys, never values', () => {
    const [problem] = parseJsonc('{\n\t"API_KEY": "hunter2" "X": "other\n}').problems;
    expect(problem?.excerpt).toBe(' "API_KEY": "·······" "X": "·····\n                      ^');
    const long = parseJsonc(`{"a": "${'x'.repeat(500)}" "b": 1}`).problems[0];
    const [shown = '', caret = ''] = long?.excerpt.split('\n') ?? [];
    expect(shown.length).toBeLessThanOrEqual(100);
    expect(shown.slice(caret.length - 1)).toMatch(/^"b"/);
  });

  test('absurd nesting is a problem, not a crash', () => {
    expect(parseJsonc('['.repeat(200_000)).problems).toHaveLength(1);
  });
});

test('of a key written twice the last counts, and both places are known at any depth', () => {
  const root = parse('{"a": 1, "m": {"x": {"k": 1, "k": 2}}, "a": 2, "a": 3, "m2": [{"z": 1, "z": 2}]}');
  expect(plainValue(root)).toEqual({ a: 3, m: { x: { k: 2 } }, m2: [{ z: 2 }] });
  expect(nodeAt(root, ['a'])?.value).toBe(3);
  expect(duplicateKeys(root).map(({ path, key, first, last }) => [path.join('.'), key, first.offset, last.offset])).toEqual([
    ['', 'a', 1, 47],
    ['m.x', 'k', 21, 29],
    ['m2.0', 'z', 63, 71],
  ]);
});

test('__proto__ and constructor are ordinary keys', () => {
  const value = plainValue(parse('{"__proto__": {"a": 1}, "constructor": 2}')) as object;
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect((value as { a?: number }).a).toBeUndefined();
});
