const ELLIPSIS = '…';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter('zh', { granularity: 'word' });
/** A cluster longer than this is cut inside: stacks of combining marks must not push the cut back for ever. */
const LONGEST_CLUSTER = 64;

/** At most `max` UTF-16 units, cut between characters as people see them (never inside an emoji or a surrogate pair), ending in … when cut. */
export function clipCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const limit = max - ELLIPSIS.length;
  const from = Math.max(0, limit - LONGEST_CLUSTER);
  let end = from;
  // The window may begin inside a cluster; only boundaries after the first one are sure.
  for (const { index, segment } of graphemes.segment(text.slice(from, limit + LONGEST_CLUSTER))) {
    if (from + index + segment.length > limit) break;
    end = from + index + segment.length;
  }
  if (end === from) end = isLowSurrogate(text, limit) ? limit - 1 : limit;
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`;
}

/** One line of at most `max` UTF-16 units, cut between words (of Chinese and Japanese too), ending in … when cut. */
export function clipWords(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const limit = max - ELLIPSIS.length;
  let end = 0;
  for (const { index, segment } of words.segment(line.slice(0, max + LONGEST_CLUSTER))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  // One endless word: better half of it than nothing.
  if (end === 0) return clipCharacters(line, max);
  return `${line.slice(0, end).replace(/[\s,;:、，；：(（]+$/u, '')}${ELLIPSIS}`;
}

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};
