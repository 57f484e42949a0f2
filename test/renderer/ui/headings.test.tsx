import { describe, expect, it } from 'vitest';
import { levelOf, pageLevel, usedLevels } from '../../../renderer/ui/markdown/headings.ts';
import { emptySplit, splitBlocks } from '../../../renderer/ui/markdown/splitBlocks.ts';

describe('headings', () => {
  it.each([
    ['# One', 1],
    ['###### Six\n\n', 6],
    ['####### seven', undefined],
    ['#tag', undefined],
    ['Title\n=====', 1],
    ['Title\n---\n', 2],
    ['---', undefined],
    ['| a |\n| --- |', undefined],
    ['words', undefined],
  ])('%j is %s', (block, level) => expect(levelOf(block)).toBe(level));

  it('closes the gaps that models leave', () => {
    const used = usedLevels(splitBlocks(emptySplit, '### First\n\ntext\n\n##### Deeper\n\n### Second').blocks);
    expect(used).toBe('35');
    expect([3, 5].map((level) => pageLevel(level, used))).toEqual([2, 3]);
  });
});
