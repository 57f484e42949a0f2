import { isExactNumber } from '../base/exactJson.ts';
import { jsonSize } from './sizes.ts';

/**
 * Texts of any size are handled as pieces: short strings that follow each other. A piece never ends in the middle of a character,
 * and making the next one takes about a millisecond, so that the event loop is never held up.
 */
export type Pieces = Iterable<string>;

/** UTF-16 units a piece has at most. */
export const PIECE = 65_536;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Where a cut at or before `end` splits no character. */
export function safeEnd(text: string, end: number): number {
  return end < text.length && end > 0 && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

export function* slices(text: string): Pieces {
  for (let at = 0; at < text.length; ) {
    // A lone surrogate at the very start of a piece must not stop the way.
    const end = Math.max(safeEnd(text, Math.min(text.length, at + PIECE)), at + 1);
    yield text.slice(at, end);
    at = end;
  }
}

const MAX_DEPTH = 500;
/** Deeper values are not looked at for their size first, which would cost anew on every level. */
const PROBED_DEPTH = 16;

/** JSON of any value, piece by piece. What JSON cannot say (cycles, functions) becomes null; `indent` is for people. */
export function* jsonPieces(value: unknown): Pieces {
  let buffer = '';
  for (const part of jsonParts(value, 0)) {
    buffer += part;
    if (buffer.length < PIECE) continue;
    yield buffer;
    buffer = '';
  }
  if (buffer !== '') yield buffer;
}

function* jsonParts(value: unknown, depth: number): Pieces {
  if (typeof value === 'string') yield* jsonString(value);
  else if (typeof value !== 'object' || value === null) yield typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
  else if (isExactNumber(value)) yield value.rawJSON;
  else if (depth >= MAX_DEPTH) yield '"(nested too deeply)"';
  else yield* (depth < PROBED_DEPTH && jsonOfSmall(value)) || jsonOfLarge(value, depth);
}

/** In one go, which is many times faster; undefined for what is too large for a piece, too deep or not plain. */
function jsonOfSmall(value: object): [string] | undefined {
  if (jsonSize(value, PIECE) > PIECE) return undefined;
  try {
    return [JSON.stringify(value)];
  } catch {
    return undefined;
  }
}

function* jsonOfLarge(value: object, depth: number): Pieces {
  if (Array.isArray(value)) {
    yield '[';
    for (let i = 0; i < value.length; i += 1) {
      if (i > 0) yield ',';
      yield* jsonParts(value[i], depth + 1);
    }
    yield ']';
  } else {
    yield '{';
    let first = true;
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined) continue;
      yield first ? '' : ',';
      first = false;
      yield* jsonString(key);
      yield ':';
      yield* jsonParts(item, depth + 1);
    }
    yield '}';
  }
}

function* jsonString(text: string): Pieces {
  if (text.length <= PIECE) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (const slice of slices(text)) yield JSON.stringify(slice).slice(1, -1);
  yield '"';
}

/** The first characters of some pieces, and whether there is more. */
export function firstChars(pieces: Pieces, most: number): { text: string; more: boolean } {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > most) return { text: text.slice(0, safeEnd(text, most)), more: true };
  }
  return { text, more: false };
}

/**
 * The same text in memory of its own. A slice keeps the string it was cut from alive, and that may be fifty megabytes;
 * lone surrogates become U+FFFD on the way.
 */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** Several texts with a line break between them. */
export function* joined(texts: Iterable<Pieces>): Pieces {
  let first = true;
  for (const text of texts) {
    if (!first) yield '\n';
    first = false;
    yield* text;
  }
}
