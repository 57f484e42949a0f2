/**
 * Patterns over names: `*` stands for any run of characters, everything else for itself; `\*` and `\\` are the plain characters.
 * Names come from servers, so a tool may well be called `*`; only an escaped star names it.
 */
/** The literal pieces between the stars; one piece means: no star. */
function pieces(pattern: string): string[] {
  const out: string[] = [];
  let piece = '';
  for (let i = 0; i < pattern.length; i += 1) {
    const char = pattern[i];
    const next = pattern[i + 1];
    if (char === '\\' && (next === '*' || next === '\\')) {
      piece += next;
      i += 1;
    } else if (char === '*') {
      out.push(piece);
      piece = '';
    } else piece += char;
  }
  return [...out, piece];
}

export const isGlob = (pattern: string): boolean => pieces(pattern).length > 1;

/** The pattern that matches exactly this name. */
export const escapeName = (name: string): string => name.replace(/[\\*]/g, '\\$&');

/** The one name a pattern without a star stands for. */
export const literalOf = (pattern: string): string | undefined => {
  const found = pieces(pattern);
  return found.length === 1 ? found[0] : undefined;
};

/** Case matters: `Read` and `read` are two tools. Runs in linear time whatever the pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pieces(pattern);
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** How much a pattern says: the number of its literal characters. */
export const literalLength = (pattern: string): number => pieces(pattern).reduce((sum, piece) => sum + piece.length, 0);
