import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { emptySplit, needsWholePass, type SplitState, splitBlocks } from '../../../renderer/ui/markdown/splitBlocks.ts';

const TEXT = `# Title

A paragraph with *emphasis*
over two lines.

- one
- two

  still two

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
| - | - |
| 1 | 2 |

> quote

1. first
2. second

The end of it, 完。
`;

/** A small generator with a fixed seed; the chunks differ but every run is the same. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
const whole = (text: string) =>
  marked
    .lexer(text)
    .map((token) => token.raw)
    .filter((raw) => raw.trim());

describe('splitBlocks', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('gives the blocks of the whole text, however it arrives (seed %i)', (seed) => {
    const next = random(seed);
    let state: SplitState = emptySplit;
    let blocks: string[] = [];
    for (let end = 0; end < TEXT.length; ) {
      end = Math.min(TEXT.length, end + 1 + Math.floor(next() * 12));
      const split = splitBlocks(state, TEXT.slice(0, end));
      state = split.state;
      blocks = split.blocks.map((block) => block.text);
    }
    expect(blocks).toEqual(whole(TEXT));
  });

  it('never changes a closed block while the text grows', () => {
    let state: SplitState = emptySplit;
    for (let end = 1; end <= TEXT.length; end += 1) {
      const before = state.closed;
      state = splitBlocks(state, TEXT.slice(0, end)).state;
      expect(state.closed.slice(0, before.length)).toEqual(before);
      expect(state.closed.map((block) => block.text).join('')).toBe(TEXT.slice(0, state.offset));
    }
    expect(state.closed.length).toBeGreaterThan(4);
  });

  it('starts afresh when the text is another one', () => {
    const { state } = splitBlocks(emptySplit, TEXT);
    expect(splitBlocks(state, 'Short.').blocks.map((block) => block.text)).toEqual(['Short.']);
  });

  it('keeps the last block open', () => {
    expect(splitBlocks(emptySplit, 'One\n\nTwo').blocks.map((block) => block.closed)).toEqual([true, false]);
  });

  it('knows texts whose links reach across blocks', () => {
    expect(needsWholePass('See [a][1].\n\n[1]: https://example.org')).toBe(true);
    expect(needsWholePass('A [link](https://example.org): fine')).toBe(false);
  });
});
