import { clipWords } from '../base/clipText.ts';
import { stripHidden } from '../base/hiddenText.ts';

const MAX_TITLE = 60;

/** A title from the first message, without asking a model: its first line with words, markup removed, cut between words. */
export function titleFrom(text: string): string {
  const line = stripHidden(text)
    .split('\n')
    .map((candidate) =>
      candidate
        .replace(/^[\s>#*\-+\d.)`]+(?=\S)/, '')
        .replace(/[*_`~]+/g, '')
        .trim(),
    )
    .find((candidate) => /[\p{L}\p{N}]/u.test(candidate));
  return clipWords(line ?? text.trim(), MAX_TITLE);
}
