import { CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './jsonBytes.ts';

/** Shorter stretches are not worth a guess. */
const WORTH = 4 * 1024;

/**
 * Where the last complete element of a list probably ends: the position of a comma, or -1. Lists are mostly of one kind of element, so the
 * native search for what stands between two of them (`},{` for objects, with or without a blank) finds it without a look at each byte.
 * Only a guess: whoever takes it must see the stretch parse as a whole list, which it does only when the comma is a real border.
 */
export function guessCut(bytes: Buffer, from: number, element: unknown): number {
  if (bytes.length - from < WORTH) return -1;
  const [close, open] = borders(element);
  if (open === undefined) return later(bytes.lastIndexOf(COMMA), from);
  const tight = bytes.lastIndexOf(Buffer.from([close, COMMA, open]));
  const loose = bytes.lastIndexOf(Buffer.from([close, COMMA, 0x20, open]));
  const found = Math.max(tight, loose);
  return found < 0 ? -1 : later(found + 1, from);
}

const later = (at: number, from: number): number => (at > from ? at : -1);

/** The byte that ends an element like this and the one that begins the next; undefined where numbers and words make any byte possible. */
function borders(element: unknown): [number, number] | [number, undefined] {
  if (typeof element === 'string') return [QUOTE, QUOTE];
  if (Array.isArray(element)) return [CLOSE_ARRAY, OPEN_ARRAY];
  if (typeof element === 'object' && element !== null) return [CLOSE_OBJECT, OPEN_OBJECT];
  return [COMMA, undefined];
}
