import { CONCEPTS, STOP_WORDS_EN, STOP_WORDS_ZH, TIME_WORDS_EN, TIME_WORDS_ZH, WHOLE_WORDS_ZH } from './lexicon.ts';

export type WordKind = 'noun' | 'verb' | 'stop' | 'time' | 'other';

/** A piece of a text with its place; `keys` are what it is compared by: concepts (#id) and letters. */
export interface Word {
  text: string;
  start: number;
  end: number;
  kind: WordKind;
  keys: readonly string[];
}

interface Entry {
  kind: WordKind;
  keys: string[];
}

const english = new Map<string, Entry>();
const chinese = new Map<string, Entry>();
let longestChinese = 1;

function enter(map: Map<string, Entry>, word: string, kind: Entry['kind'], key?: string): void {
  const known = map.get(word);
  // A word that is both noun and verb counts as the stronger noun; stop and time words never weaken a concept.
  if (!known) map.set(word, { kind, keys: key ? [key] : [] });
  else {
    if (key && !known.keys.includes(key)) known.keys.push(key);
    if (kind === 'noun' || (kind === 'verb' && known.kind !== 'noun')) known.kind = kind;
  }
  if (map === chinese) longestChinese = Math.max(longestChinese, word.length);
}

for (const word of WHOLE_WORDS_ZH.split(' ')) enter(chinese, word, 'other');
for (const word of STOP_WORDS_EN.split(' ')) enter(english, word, 'stop');
for (const word of STOP_WORDS_ZH.split(' ')) enter(chinese, word, 'stop');
for (const word of TIME_WORDS_EN.split(' ')) enter(english, word, 'time');
for (const word of TIME_WORDS_ZH.split(' ')) enter(chinese, word, 'time');
for (const { id, kind, en, zh } of CONCEPTS) {
  for (const word of en.split(' ')) enter(english, stem(word), kind, `#${id}`);
  for (const word of zh.split(' ')) enter(chinese, word, kind, `#${id}`);
}

/** Takes plural and verb endings off, enough to bring `files` to `file` and `running` to `run`. */
export function stem(word: string): string {
  let text = word.toLowerCase();
  if (text.length > 4 && text.endsWith('ies')) text = `${text.slice(0, -3)}y`;
  else if (text.length > 4 && /(ch|sh|ss|x|z)es$/.test(text)) text = text.slice(0, -2);
  else if (text.length > 3 && text.endsWith('s') && !/(ss|us|is)$/.test(text)) text = text.slice(0, -1);
  if (text.length > 5 && text.endsWith('ing')) text = undouble(text.slice(0, -3));
  else if (text.length > 4 && text.endsWith('ed')) text = undouble(text.slice(0, -2));
  return text;
}

function undouble(text: string): string {
  return /([bdgmnprt])\1$/.test(text) ? text.slice(0, -1) : text;
}

const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:['’](?:(?!\p{Script=Han})\p{L})+)?/gu;
const HAN = /^\p{Script=Han}/u;

/** All words of a text in order. Chinese is cut by the longest known word; what is unknown stays together as one piece. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(RUNS)) {
    if (HAN.test(match[0])) words.push(...chineseWords(match[0], match.index));
    else words.push(...latinWords(match[0], match.index));
  }
  return words;
}

/** `getForecast2` is three words for a tool's name. */
function latinWords(run: string, start: number): Word[] {
  return [...run.matchAll(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}'’]+|\p{N}+|\p{Lu}+|\p{L}+/gu)].map((piece) => {
    const base = stem(piece[0].replace(/['’]s$/, ''));
    const entry = english.get(piece[0].toLowerCase()) ?? english.get(base);
    return {
      text: piece[0],
      start: start + piece.index,
      end: start + piece.index + piece[0].length,
      kind: entry?.kind ?? 'other',
      keys: entry?.kind === 'stop' ? [] : [...(entry?.keys ?? []), base],
    };
  });
}

function chineseWords(run: string, start: number): Word[] {
  const words: Word[] = [];
  let unknown = 0;
  const flush = (end: number): void => {
    if (end > unknown) words.push(piece(run.slice(unknown, end), start + unknown, 'other', pairs(run.slice(unknown, end))));
  };
  let at = 0;
  while (at < run.length) {
    const length = longestAt(run, at);
    if (length === 0) {
      at += 1;
      continue;
    }
    flush(at);
    const text = run.slice(at, at + length);
    const entry = chinese.get(text);
    words.push(piece(text, start + at, entry?.kind ?? 'other', entry?.kind === 'stop' ? [] : [...(entry?.keys ?? []), text]));
    at += length;
    unknown = at;
  }
  flush(run.length);
  return words;
}

const piece = (text: string, start: number, kind: WordKind, keys: readonly string[]): Word => ({ text, start, end: start + text.length, kind, keys });

function longestAt(run: string, at: number): number {
  for (let length = Math.min(longestChinese, run.length - at); length > 0; length--) if (chinese.has(run.slice(at, at + length))) return length;
  return 0;
}

function pairs(text: string): string[] {
  if (text.length < 2) return [text];
  return Array.from({ length: text.length - 1 }, (_, n) => text.slice(n, n + 2));
}

export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
