import { describe, expect, it } from 'vitest';
import { diffJson } from '../../../renderer/ui/diff/diffJson.ts';
import { diffText } from '../../../renderer/ui/diff/diffText.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';

const told = (before: string, after: string): string =>
  diffText(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('');

describe('diffText', () => {
  it.each([
    ['', '', ''],
    ['a b', 'a b', 'a b'],
    ['', 'a', '[+a+]'],
    ['a', '', '[-a-]'],
    ['a b c', 'a x c', 'a [-b-][+x+] c'],
    ['a b c d', 'a x y d', 'a [-b c-][+x y+] d'],
    ['Sends a note.', 'Sends a note to all.', 'Sends a note[+ to all+].'],
    ['删除一个文件', '删除全部文件', '删除[-一个-][+全部+]文件'],
    ['/a/2026.md', '/a/2026-old.md', '/a/2026[+-old+].md'],
    ['a', 'a\u200b', 'a[+\u200b+]'],
  ])('%j → %j', (before, after, expected) => expect(told(before, after)).toBe(expected));

  it('loses nothing: what is not added is the old text, what is not removed is the new one', () => {
    const random = seededRandom(7);
    const words = ['a', 'b', ' ', '文', '-', '\n', '\u202e', '😀', 'longer'];
    for (let n = 0; n < 400; n += 1) {
      const [before, after] = [0, 1].map(() => Array.from({ length: Math.floor(random() * 30) }, () => pick(random, words)).join('')) as [
        string,
        string,
      ];
      const runs = diffText(before, after);
      const side = (not: string) => runs.flatMap(({ kind, text }) => (kind === not ? [] : text)).join('');
      expect(side('added')).toBe(before);
      expect(side('removed')).toBe(after);
    }
  });

  it('takes a million characters as one change instead of comparing them all', () => {
    const [before, after] = [`head ${'a b '.repeat(250_000)}tail`, `head ${'c d '.repeat(250_000)}tail`];
    expect(diffText(before, after).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  });
});

describe('diffJson', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: 2 }, [{ path: 'a', before: 1, after: 2 }]],
    [{ a: 1 }, {}, [{ path: 'a', before: 1, after: undefined }]],
    [{}, { a: { b: 1 } }, [{ path: 'a', before: undefined, after: { b: 1 } }]],
    [
      { a: { b: [1, 2] } },
      { a: { b: [1, 3, 4] } },
      [
        { path: 'a.b[1]', before: 2, after: 3 },
        { path: 'a.b[2]', before: undefined, after: 4 },
      ],
    ],
    [{ a: [1] }, { a: { 0: 1 } }, [{ path: 'a', before: [1], after: { 0: 1 } }]],
    [{ a: null }, { a: '' }, [{ path: 'a', before: null, after: '' }]],
    [{}, { toString: 1 }, [{ path: 'toString', before: undefined, after: 1 }]],
  ])('%j → %j', (before, after, expected) => expect(diffJson(before, after)).toEqual(expected));

  it('stops after a hundred places', () => {
    const many = (value: number) => Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, value]));
    expect(diffJson(many(1), many(2))).toHaveLength(100);
  });
});
