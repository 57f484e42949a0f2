/**
 * Text from servers may hold characters that a person does not see and a model reads: tag characters, zero-width and
 * bidirectional marks, variation selectors in rows, ANSI sequences, controls. Models get the text without them (TOL-5),
 * people get them made visible (PER-4). Both readings share one scanner, so what is removed for one is shown to the other.
 */

/** The three flags of Great Britain's parts are the only tag sequences recommended for general interchange (Unicode emoji-sequences). */
const FLAGS =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}';
/** One presentation selector after a symbol or inside a keycap; rows of selectors are a way to smuggle bytes. */
const EMOJI_STYLE = '(?<=[\\p{Extended_Pictographic}\\p{Regional_Indicator}])[\\uFE0E\\uFE0F]|(?<=[0-9#*])\\uFE0F(?=\\u20E3)';
const EMOJI_JOINER = '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\p{Extended_Pictographic}\\uFE0F)\\u200D(?=\\p{Extended_Pictographic})';
/** Scripts whose spelling needs joiners and non-joiners. */
const JOINING = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr', 'Mong', 'Tibt']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const SPELLING_JOINER = `(?<=[${JOINING}])(?<!\\p{Default_Ignorable_Code_Point})[\\u200C\\u200D](?=[${JOINING}])(?!\\p{Default_Ignorable_Code_Point})`;
const KEPT = `${FLAGS}|${EMOJI_STYLE}|${EMOJI_JOINER}|${SPELLING_JOINER}`;
const TAGS = '[\\u{E0000}-\\u{E007F}]+';
const HIDDEN = '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u2028\\u2029\\uFFF9-\\uFFFB]|\\p{Default_Ignorable_Code_Point}|\\p{Surrogate}';

const scanner = new RegExp(`(${KEPT})|(${TAGS})|${HIDDEN}`, 'gu');
/** A quick no for nearly all text, without the look-arounds. */
const suspicious = new RegExp(HIDDEN, 'u');
const plain = /^[\t\n -~]*$/;

/** Whole terminal sequences: CSI, OSC/DCS/… with their terminator, and two-character escapes. */
const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B[\]PX^_][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g;
const lineBreaks = new Set(['\r', '\u000B', '\u000C', '\u0085', '\u2028', '\u2029']);

const hex = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
const ascii = (tags: string): string =>
  [...tags]
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .map((letter) => (letter >= ' ' && letter <= '~' ? letter : '·'))
    .join('');

/** Whether `stripHidden` would change the text (line breaks of other systems count). */
export function hasHidden(text: string): boolean {
  return !plain.test(text) && suspicious.test(text) && stripHidden(text) !== text;
}

/**
 * The text as a model may get it: terminal sequences, controls (except tab and line feed), invisible and bidirectional
 * characters and lone surrogates are gone; every kind of line break is a line feed. Emoji and the spelling of Arabic and
 * Indic scripts stay whole.
 */
export function stripHidden(text: string): string {
  if (plain.test(text) || !suspicious.test(text)) return text;
  return text
    .replace(terminalSequence, '')
    .replaceAll('\r\n', '\n')
    .replace(scanner, (found, kept?: string) => (kept !== undefined ? found : lineBreaks.has(found) ? '\n' : ''));
}

/**
 * The text as people see it: each hidden character is written out as `⟨U+200B⟩`, a row of tag characters with the words
 * it spells as `⟨hidden: …⟩`. Nothing is removed but carriage returns before a line feed.
 */
export function revealHidden(text: string): string {
  if (plain.test(text) || !suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(scanner, (found, kept?: string, tags?: string) => {
    if (kept !== undefined) return found;
    return tags === undefined ? `⟨${hex(found)}⟩` : `⟨hidden: ${ascii(tags)}⟩`;
  });
}
