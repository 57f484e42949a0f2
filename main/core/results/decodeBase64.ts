/** Why a text is no Base64; said in one plain sentence. */
export class Base64Error extends Error {
  override name = 'Base64Error';
}

/** Characters per step; a multiple of four. */
const STEP = 262_144;
const DATA_URL = /^\s*data:([^,;]{0,200})((?:;[^,;]{0,200})*?)(;base64)?,/i;

export interface Encoded {
  text: string;
  /** What a `data:` prefix says about the content. */
  mimeType?: string;
}

/** Takes a `data:` prefix off, which some servers leave on. */
export function unwrapDataUrl(text: string): Encoded {
  const prefix = DATA_URL.exec(text.slice(0, 1_000));
  if (!prefix) return { text };
  if (!prefix[3]) throw new Base64Error('The data: address is not Base64.');
  return { text: text.slice(prefix[0].length), ...(prefix[1] ? { mimeType: prefix[1].trim() } : {}) };
}

/**
 * The bytes of a Base64 text, in the standard or the URL alphabet, with or without line breaks and padding, piece by piece.
 * Throws Base64Error for anything else, where Buffer.from would silently give wrong bytes.
 */
export function* decodeBase64(text: string): Generator<Buffer> {
  let carry = '';
  let ended = false;
  for (let at = 0; at < text.length; at += STEP) {
    const chunk = carry + text.slice(at, at + STEP).replace(/\s+/g, '');
    const whole = at + STEP >= text.length ? chunk.length : chunk.length - (chunk.length % 4);
    carry = chunk.slice(whole);
    if (whole === 0) continue;
    const part = chunk.slice(0, whole);
    if (ended || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(part)) throw new Base64Error('It is not well-formed Base64.');
    ended = part.endsWith('=');
    if (part.replace(/=+$/, '').length % 4 === 1) throw new Base64Error('It is not well-formed Base64: it ends too early.');
    yield Buffer.from(part, 'base64');
  }
}
