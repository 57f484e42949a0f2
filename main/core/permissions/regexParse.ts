/**
 * Reads the regular expressions of rules into a small tree. The dialect is what JavaScript shares with linear-time engines:
 * no look-around, no back references. So a rule can never hang the gate, whatever pattern and argument it is given.
 */
export type Test = (codePoint: number) => boolean;

export type Node =
  | { kind: 'set'; test: Test }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'choice'; items: Node[] }
  | { kind: 'repeat'; item: Node; min: number; max: number }
  | { kind: 'assert'; what: 'start' | 'end' | 'word' | 'not-word' };

/** The reason is one plain sentence; it is shown beside the rule. */
export class RegexError extends Error {
  override name = 'RegexError';
}

const MAX_DEPTH = 100;
const NAMED: Record<string, RegExp> = { d: /\d/u, D: /\D/u, w: /\w/u, W: /\W/u, s: /\s/u, S: /\S/u };
const CONTROL: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };

const byRegex =
  (regex: RegExp): Test =>
  (point) =>
    regex.test(String.fromCodePoint(point));
const only =
  (wanted: number): Test =>
  (point) =>
    point === wanted;
/** As the dot of JavaScript without the s flag: anything but a line end. */
const dot: Test = (point) => point !== 10 && point !== 13 && point !== 0x2028 && point !== 0x2029;

/** Case-insensitive: a character counts when it or its upper or lower form does. */
const anyCase =
  (test: Test): Test =>
  (point) => {
    if (test(point)) return true;
    const char = String.fromCodePoint(point);
    return [char.toLowerCase(), char.toUpperCase()].some((other) => [...other].length === 1 && test(other.codePointAt(0) ?? -1));
  };

class Reader {
  readonly chars: string[];
  at = 0;
  depth = 0;
  ignoreCase = false;

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  peek(offset = 0): string | undefined {
    return this.chars[this.at + offset];
  }

  take(text: string): boolean {
    const wanted = [...text];
    if (!wanted.every((char, i) => this.peek(i) === char)) return false;
    this.at += wanted.length;
    return true;
  }

  set(test: Test): Node {
    return { kind: 'set', test: this.ignoreCase ? anyCase(test) : test };
  }
}

/** Throws RegexError. A leading `(?i)` makes the whole pattern ignore case. */
export function parseRegex(pattern: string): Node {
  const reader = new Reader(pattern);
  reader.ignoreCase = reader.take('(?i)');
  const node = choice(reader);
  if (reader.peek() !== undefined) throw new RegexError(`A ")" without its "(" at position ${reader.at + 1}.`);
  return node;
}

function choice(reader: Reader): Node {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new RegexError('The groups are nested too deeply.');
  const items = [sequence(reader)];
  while (reader.take('|')) items.push(sequence(reader));
  reader.depth -= 1;
  return items.length === 1 && items[0] ? items[0] : { kind: 'choice', items };
}

function sequence(reader: Reader): Node {
  const items: Node[] = [];
  for (let next = reader.peek(); next !== undefined && next !== '|' && next !== ')'; next = reader.peek()) {
    const item = atom(reader);
    items.push(item.kind === 'assert' ? item : repeated(reader, item));
  }
  return { kind: 'sequence', items };
}

function repeated(reader: Reader, item: Node): Node {
  const range = quantifier(reader);
  if (!range) return item;
  // A lazy quantifier matches the same texts; only what it captures differs.
  reader.take('?');
  if (quantifier(reader)) throw new RegexError('Nothing to repeat: two quantifiers in a row.');
  return { kind: 'repeat', item, ...range };
}

function quantifier(reader: Reader): { min: number; max: number } | undefined {
  if (reader.take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (reader.take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (reader.take('?')) return { min: 0, max: 1 };
  const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(reader.chars.slice(reader.at, reader.at + 12).join(''));
  if (!counted) return undefined;
  reader.at += counted[0].length;
  const min = Number(counted[1]);
  const max = counted[2] === undefined ? min : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3]);
  if (max < min) throw new RegexError(`The numbers in ${counted[0]} are out of order.`);
  return { min, max };
}

function atom(reader: Reader): Node {
  const char = reader.peek() ?? '';
  reader.at += 1;
  if (char === '^') return { kind: 'assert', what: 'start' };
  if (char === '$') return { kind: 'assert', what: 'end' };
  if (char === '.') return reader.set(dot);
  if (char === '(') return group(reader);
  if (char === '[') return reader.set(characterClass(reader));
  if (char === '\\') return escaped(reader);
  if (char === '*' || char === '+' || char === '?') throw new RegexError(`Nothing to repeat before "${char}".`);
  return reader.set(only(char.codePointAt(0) ?? -1));
}

function group(reader: Reader): Node {
  if (reader.take('?')) {
    const named = reader.peek() === '<' && reader.peek(1) !== '=' && reader.peek(1) !== '!';
    if (named) while (reader.peek() !== undefined && !reader.take('>')) reader.at += 1;
    else if (!reader.take(':')) throw new RegexError('Look-around and inline flags are not supported in rules; (?i) may stand at the very start.');
  }
  const node = choice(reader);
  if (!reader.take(')')) throw new RegexError('A "(" is not closed.');
  return node;
}

function escaped(reader: Reader): Node {
  if (reader.take('b')) return { kind: 'assert', what: 'word' };
  if (reader.take('B')) return { kind: 'assert', what: 'not-word' };
  const found = escapedTest(reader);
  return reader.set(typeof found === 'number' ? only(found) : found);
}

/** After a backslash: a code point, or a set such as \d. */
function escapedTest(reader: Reader): number | Test {
  const char = reader.peek();
  if (char === undefined) throw new RegexError('The pattern ends with a backslash.');
  reader.at += 1;
  if (char === 'p' || char === 'P') return property(reader, char);
  if (NAMED[char]) return byRegex(NAMED[char]);
  if (CONTROL[char] !== undefined && !/\d/.test(char === '0' ? (reader.peek() ?? '') : '')) return CONTROL[char];
  if (char === 'x' || char === 'u') return hex(reader, char);
  if (/[0-9A-Za-z]/.test(char)) throw new RegexError(`\\${char} is not supported in rules.`);
  return char.codePointAt(0) ?? -1;
}

function hex(reader: Reader, kind: 'x' | 'u'): number {
  const rest = reader.chars.slice(reader.at, reader.at + 10).join('');
  const found = (kind === 'x' ? /^([0-9a-fA-F]{2})/ : /^(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/).exec(rest);
  const point = Number.parseInt(found?.[1] ?? found?.[2] ?? '', 16);
  if (!found || !(point <= 0x10ffff)) throw new RegexError(`\\${kind} needs a hexadecimal code.`);
  reader.at += found[0].length;
  return point;
}

function property(reader: Reader, kind: string): Test {
  const found = /^\{[A-Za-z_=]{1,60}\}/.exec(reader.chars.slice(reader.at, reader.at + 62).join(''));
  if (!found) throw new RegexError(`\\${kind} needs a property in braces, such as \\p{L}.`);
  reader.at += found[0].length;
  try {
    return byRegex(new RegExp(`\\${kind}${found[0]}`, 'u'));
  } catch {
    throw new RegexError(`There is no character property ${found[0]}.`);
  }
}

function characterClass(reader: Reader): Test {
  const negated = reader.take('^');
  const tests: Test[] = [];
  while (!reader.take(']')) {
    const from = classMember(reader);
    const isRange = reader.peek() === '-' && reader.peek(1) !== ']';
    if (!isRange) tests.push(typeof from === 'number' ? only(from) : from);
    else {
      reader.at += 1;
      const to = classMember(reader);
      if (typeof from !== 'number' || typeof to !== 'number' || to < from) throw new RegexError('A range in [ ] is out of order.');
      tests.push((point) => point >= from && point <= to);
    }
  }
  // Case is folded inside the negation, as JavaScript does it: /[^a]/i does not match "A".
  const some: Test = (point) => tests.some((test) => test(point));
  const folded = reader.ignoreCase ? anyCase(some) : some;
  return negated ? (point) => !folded(point) : folded;
}

function classMember(reader: Reader): number | Test {
  const char = reader.peek();
  if (char === undefined) throw new RegexError('A "[" is not closed.');
  reader.at += 1;
  if (char !== '\\') return char.codePointAt(0) ?? -1;
  return reader.take('b') ? 8 : escapedTest(reader);
}
