import type { Block } from './splitBlocks.ts';

const ATX = /^ {0,3}(#{1,6})(?:\s|$)/;
const SETEXT = /\n {0,3}(=+|-{2,})\s*$/;

/** The heading level that a block is, 1 to 6; undefined when it is none. */
export function levelOf(block: string): number | undefined {
  const atx = ATX.exec(block)?.[1];
  if (atx) return atx.length;
  const setext = SETEXT.exec(block.trimEnd())?.[1];
  if (!setext || block.trimStart().startsWith('|')) return undefined;
  return setext.startsWith('=') ? 1 : 2;
}

/** The levels a text uses, e.g. `13`. Models jump from nothing to `###`; the page must not. */
export const usedLevels = (blocks: readonly Block[]): string =>
  [...new Set(blocks.map((block) => levelOf(block.text)).filter((level) => level !== undefined))].sort().join('');

/** The level on the page: the first one used comes right under the page's own title (h1), the next under it. */
export function pageLevel(level: number, used: string): 2 | 3 | 4 | 5 | 6 {
  const rank = used.indexOf(String(level));
  return Math.min(6, 2 + Math.max(0, rank)) as 2 | 3 | 4 | 5 | 6;
}
