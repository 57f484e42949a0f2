/** A run of plain text, or one character that would not be seen or would turn the text round. */
export type TextRun = { kind: 'text'; text: string } | { kind: 'hidden'; code: string; char: string };

/**
 * Characters that hide in a text: controls (except tab and line breaks), zero-width and format characters, bidirectional controls,
 * invisible tag characters, private use, soft hyphen, the braille and Hangul blanks, and lone surrogates.
 * A variation selector right after an emoji and a zero-width joiner between two emoji are part of the emoji and stay.
 */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]/u;

const codeOf = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function partOfEmoji(text: string, index: number, char: string): boolean {
  if (char !== '\ufe0f' && char !== '\u200d') return false;
  const before = [...text.slice(Math.max(0, index - 4), index)];
  const previous = before.at(-1) === '\ufe0f' ? before.at(-2) : before.at(-1);
  if (!previous || !EMOJI.test(previous)) return false;
  if (char === '\ufe0f') return true;
  const next = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return EMOJI.test(next);
}

/** Splits a text so that every hidden character can be shown by its code point (PER-4, TOL-5). */
export function visibleRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (partOfEmoji(text, match.index, match[0])) continue;
    if (match.index > from) runs.push({ kind: 'text', text: text.slice(from, match.index) });
    runs.push({ kind: 'hidden', code: codeOf(match[0]), char: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length || runs.length === 0) runs.push({ kind: 'text', text: text.slice(from) });
  return runs;
}

export const countHidden = (text: string): number => visibleRuns(text).filter((run) => run.kind === 'hidden').length;
