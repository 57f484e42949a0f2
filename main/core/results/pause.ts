import { safeEnd } from './pieces.ts';

/** Lets the event loop turn, so that nothing else waits while a large result is worked on. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Characters that are worked on before the event loop turns. */
const PART = 16_384;

/**
 * Applies a text function part by part, with pauses. Parts end after a line or a word where there is one, so that what belongs together
 * (a terminal sequence, an emoji) is seldom cut.
 */
export async function inParts(text: string, change: (part: string) => string): Promise<string> {
  if (text.length <= PART) return change(text);
  let out = '';
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at);
    out += change(text.slice(at, end));
    at = end;
    await pause();
  }
  return out;
}

function partEnd(text: string, at: number): number {
  const end = at + PART;
  if (end >= text.length) return text.length;
  const border = Math.max(text.lastIndexOf('\n', end), text.lastIndexOf(' ', end));
  return border > at ? border + 1 : safeEnd(text, end);
}
