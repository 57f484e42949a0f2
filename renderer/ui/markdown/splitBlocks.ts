import { marked } from 'marked';

/** A top-level block of a markdown text. `closed` blocks never change again while the text grows. */
export interface Block {
  text: string;
  closed: boolean;
}

/** What was learnt from the text so far; hand it back with the next, longer text. */
export interface SplitState {
  text: string;
  closed: readonly Block[];
  /** Characters of `text` that the closed blocks cover. */
  offset: number;
}

export const emptySplit: SplitState = { text: '', closed: [], offset: 0 };

/** Blocks at the end that may still change their meaning: a paragraph may become a heading, a list may go on after a blank line. */
const OPEN_BLOCKS = 3;

/**
 * Cuts a growing text into blocks. Only the tail behind the closed blocks is read again, so a delta costs the same at the end
 * of a long answer as at its start. A text that is no continuation of the last one starts afresh.
 */
export function splitBlocks(before: SplitState, text: string): { state: SplitState; blocks: Block[] } {
  const grows = text.startsWith(before.text);
  const closed = grows ? [...before.closed] : [];
  let offset = grows ? before.offset : 0;
  const tail = marked.lexer(text.slice(offset)).map((token) => token.raw);
  while (tail.length > OPEN_BLOCKS) {
    const raw = tail.shift();
    if (raw === undefined) break;
    closed.push({ text: raw, closed: true });
    offset += raw.length;
  }
  const state = { text, closed, offset };
  return { state, blocks: [...closed, ...tail.map((raw, i) => ({ text: raw, closed: i < tail.length - 1 }))].filter((block) => block.text.trim()) };
}

const REFERENCE = /^ {0,3}\[[^\]\n]+\]:/m;

/** Reference links and footnotes reach across blocks: such a text needs one whole pass at the end. */
export const needsWholePass = (text: string): boolean => REFERENCE.test(text);
