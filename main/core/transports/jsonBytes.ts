export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** 1 for the bytes that structure JSON outside of texts; one look-up passes over all others. */
export const MEANING = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY]) MEANING[byte] = 1;

export type Container = unknown[] | Record<string, unknown>;

/** @throws SyntaxError when the byte opens none */
export function newContainer(byte: number | undefined): Container {
  if (byte === OPEN_ARRAY) return [];
  if (byte === OPEN_OBJECT) return {};
  throw new SyntaxError('neither an object nor an array');
}

/** Adds a member; a key named `__proto__` stays a plain key. */
export function put(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (key === '__proto__') Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
  else container[key] = value;
}

export function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0d || bytes[at] === 0x09)) at += 1;
  return at;
}

/** Up to here a look at each byte is quicker than a call of the native search. */
const NEAR = 32;

/** The position of the quote that ends a string, or -1. `from` is not inside an escape. */
export function stringEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const near = Math.min(at + NEAR, bytes.length);
    for (; at < near; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at += 1;
    }
    const quote = at < bytes.length ? bytes.indexOf(QUOTE, at) : -1;
    if (quote < 0) return -1;
    if (backslashes(bytes, at, quote) % 2 === 0) return quote;
    at = quote + 1;
  }
  return -1;
}

/** How many backslashes stand directly in front of `end`, counted back to `from` at most. */
export function backslashes(bytes: Buffer, from: number, end: number): number {
  let run = end;
  while (run > from && bytes[run - 1] === BACKSLASH) run -= 1;
  return end - run;
}

/** The last position at which a string may be cut: in front of an unfinished escape or character. */
export function safeCut(bytes: Buffer, from: number): number {
  const end = bytes.length;
  // An escape takes at most six bytes; find the last backslash that starts one.
  for (let at = end - 1; at >= Math.max(from, end - 6); at -= 1) {
    if (bytes[at] !== BACKSLASH) continue;
    const starts = backslashes(bytes, from, at) % 2 === 0;
    const needs = bytes[at + 1] === 0x75 ? 6 : 2;
    if (starts && end - at < needs) return at;
    break;
  }
  for (let back = 1; back <= 3 && end - back >= from; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? end - back : end;
  }
  return end;
}
