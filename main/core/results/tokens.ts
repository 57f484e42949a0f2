/**
 * A cheap estimate of how many tokens a text is. Real tokenizers differ from model to model by a fifth and cost 60 MB and half a second to load,
 * so the limit of results is counted by rules of thumb, fitted to o200k on prose, code, JSON, logs and other scripts; test/core/results/tokens.test.ts
 * holds the fit. It errs towards too many.
 */
export class TokenCounter {
  /** Tokens of everything read so far, with fractions. */
  tokens = 0;
  #last: Kind = 'none';
  /** How many characters of one kind stand in a row. */
  #run = 0;
  /** How many characters there are without a space or a mark that ends a word. */
  #unbroken = 0;

  /** Reads on from `from` to `to`; stops before the character that would exceed `limit` and returns its index, or `to`. */
  read(text: string, limit = Number.POSITIVE_INFINITY, from = 0, to = text.length): number {
    for (let i = from; i < to; i += 1) {
      const code = text.charCodeAt(i);
      const kind = kindOf(code);
      this.#unbroken = kind === 'space' || kind === 'newline' || (kind === 'mark' && !BASE64_MARKS.has(code)) ? 0 : this.#unbroken + 1;
      // Base64 and the like: no words in it.
      const cost = Math.max(this.#cost(kind, code), code < 0x80 && this.#unbroken > NO_WORD ? 0.68 : 0);
      if (this.tokens + cost > limit) return i;
      this.tokens += cost;
    }
    return to;
  }

  #cost(kind: Kind, code: number): number {
    const before = this.#last;
    const continues = kind === before || (kind === 'lower' && before === 'upper');
    this.#run = continues ? this.#run + 1 : 1;
    this.#last = kind;
    switch (kind) {
      case 'lower':
      case 'upper':
        // A word begins a token; long words take more.
        return continues ? (this.#run > WHOLE_WORD ? 1 / LONG_WORD : 0) : 1;
      case 'digit':
        return (this.#run % 3 === 1 ? 1 : 0) + (before === 'space' ? 1 : 0);
      case 'space':
        // One space belongs to the word after it; an indent is a token of its own.
        return this.#run === 2 ? 1 : this.#run > 2 ? 1 / 16 : 0;
      case 'newline':
        return this.#run === 1 ? 1 : 1 / 4;
      case 'mark':
        return this.#run === 1 ? 0.9 : 0.35;
      default:
        return code >= 0xd800 && code <= 0xdfff ? 1.3 : (WIDE[kind] ?? 1);
    }
  }
}

type Kind =
  | 'none'
  | 'lower'
  | 'upper'
  | 'digit'
  | 'space'
  | 'newline'
  | 'mark'
  | 'latin'
  | 'alphabet'
  | 'script'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'other';

const WHOLE_WORD = 6;
const LONG_WORD = 5;
const NO_WORD = 48;
const BASE64_MARKS = new Set([...'+/-_='].map((mark) => mark.charCodeAt(0)));
/** Tokens a UTF-16 unit. */
const WIDE: Partial<Record<Kind, number>> = { latin: 0.5, alphabet: 0.23, script: 0.32, han: 0.75, kana: 0.75, hangul: 0.65, other: 1.3 };

function kindOf(code: number): Kind {
  if (code < 0x80) return ASCII[code] ?? 'other';
  if (code < 0x250) return 'latin';
  if (code < 0x590) return 'alphabet';
  if (code < 0x1200) return 'script';
  if (code >= 0x3040 && code < 0x3100) return 'kana';
  if (code >= 0xac00 && code < 0xd7b0) return 'hangul';
  if ((code >= 0x3000 && code < 0xa000) || (code >= 0xff00 && code < 0xfff0)) return 'han';
  return 'other';
}

const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, code): Kind => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return 'lower';
  if (/[A-Z]/.test(char)) return 'upper';
  if (/[0-9]/.test(char)) return 'digit';
  if (char === ' ' || char === '\t') return 'space';
  return char === '\n' || char === '\r' ? 'newline' : 'mark';
});

export function estimateTokens(text: string): number {
  const counter = new TokenCounter();
  counter.read(text);
  return Math.ceil(counter.tokens);
}
