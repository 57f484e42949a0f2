import type { Pieces } from './pieces.ts';
import { detached, safeEnd } from './pieces.ts';
import { TokenCounter } from './tokens.ts';

export interface Head {
  text: string;
  /** False: this is all there is. */
  cut: boolean;
}

/** The most text that is ever looked at for a limit: even the best tokenizer puts no more characters into a token. */
const CHARS_PER_TOKEN = 8;

/** And no character costs more; a text this short fits without being counted. */
const TOKENS_PER_CHAR = 1.35;

/** The beginning of a text that fits the limit, cut after a line or a word where one ends near (CAL-5). Reads no further than it must. */
export function headOf(pieces: Pieces, maxTokens: number): Head {
  const counter = new TokenCounter();
  let text = '';
  let counted = 0;
  for (const piece of pieces) {
    text += piece;
    if (text.length * TOKENS_PER_CHAR < maxTokens) continue;
    const readable = Math.min(text.length, maxTokens * CHARS_PER_TOKEN);
    const end = counter.read(text, maxTokens, counted, readable);
    counted = end;
    if (end === text.length) continue;
    const fits = text.slice(0, safeEnd(text, end));
    return { text: detached(fits.slice(0, niceEnd(fits))), cut: true };
  }
  return { text, cut: false };
}

/** The last line end within the last twentieth, or else the last space within a hundredth, or else the very end. */
function niceEnd(text: string): number {
  const line = text.lastIndexOf('\n');
  if (line >= 0 && text.length - line <= text.length / 20) return line + 1;
  const space = text.lastIndexOf(' ');
  return space >= 0 && text.length - space <= text.length / 100 ? space + 1 : text.length;
}
