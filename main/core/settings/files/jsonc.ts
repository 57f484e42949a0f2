import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export type { Node } from 'jsonc-parser';

/** Numbers of jsonc-parser's SyntaxKind, a const enum that single-file compilation cannot see; jsonc.test.ts holds them to the library. */
export const TOKEN = { comma: 5, lineComment: 12, blockComment: 13, blanks: 15, end: 17 } as const;

/** A mistake in the text. Lines and columns count from 1. `excerpt` is the line with a caret below; values in it are masked, keys are not. */
export interface SyntaxProblem {
  reason: string;
  line: number;
  column: number;
  excerpt: string;
}

export interface ParsedJsonc {
  /** Absent when the text holds no value. */
  root?: Node;
  problems: SyntaxProblem[];
}

/** Reads JSON with comments and trailing commas (CFG-3). A text with problems yields what could be read of it; an empty one is a problem. */
export function parseJsonc(text: string): ParsedJsonc {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return { problems: [{ reason: 'it is nested too deeply', line: 1, column: 1, excerpt: '' }] };
  }
  // One mistake makes the parser stumble on; the first one is the one to mend.
  const first = errors[0];
  const problems = first ? [describe(text, first)] : [];
  if (!root && problems.length === 0) problems.push({ reason: 'it is empty', line: 1, column: 1, excerpt: '' });
  return root ? { root, problems } : { problems };
}

const REASONS: Record<string, string> = {
  InvalidSymbol: 'there is a word that is no JSON value',
  InvalidNumberFormat: 'there is a malformed number',
  PropertyNameExpected: 'a name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is text after the end',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a text is not closed by a double quote',
  UnexpectedEndOfNumber: 'a number is not complete',
  InvalidUnicode: 'there is a malformed \\u escape',
  InvalidEscapeCharacter: 'there is an unknown escape (write a backslash as \\\\)',
  InvalidCharacter: 'there is a control character inside a text',
};

function describe(text: string, error: ParseError): SyntaxProblem {
  if (text.trim() === '') return { reason: 'it is empty', line: 1, column: 1, excerpt: '' };
  const { line, column } = positionOf(text, error.offset);
  const reason = REASONS[printParseErrorCode(error.error)] ?? 'it is not valid JSON';
  return { reason, line, column, excerpt: createExcerpts(text)({ line, column }) };
}

export interface Position {
  line: number;
  column: number;
}

/** Offsets to lines and columns. The text is looked through once, so that a file of many thousand entries stays fast. */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

export const positionOf = (text: string, offset: number): Position => createPositions(text)(offset);

/** Excerpts of one text: a line and a caret. It is cut into lines once, and each line masked once: a minified file may have many findings in one. */
export function createExcerpts(text: string): (place: Position) => string {
  const masked = new Map<number, string>();
  let lines: string[] | undefined;
  return ({ line, column }) => {
    lines ??= text.split(/\r\n|\r|\n/);
    const shown = masked.get(line) ?? maskValues(lines[line - 1] ?? '');
    masked.set(line, shown);
    const from = Math.max(0, column - 60);
    return `${shown.slice(from, from + 100)}\n${' '.repeat(column - 1 - from)}^`;
  };
}

/** Values that tell nobody anything. */
const HARMLESS = /^(?:true|false|null|-?\d{1,6}(?:\.\d+)?)\s*$/;
const dots = (hidden: string): string => '·'.repeat(hidden.length);

/** A value may be a secret, so every character of a text that is not a key is drawn as a dot, also where its quotes are wrong or missing; comments too. */
const maskValues = (line: string): string =>
  line
    .replace(/"((?:\\.|[^"\\])*)("?)(\s*:)?/g, (all, inner: string, close: string, colon: string | undefined) =>
      colon ? all : `"${dots(inner)}${close}`,
    )
    .replace(/(:\s*)([^\s"{}[\],][^,}\]"]*)/g, (all, lead: string, bare: string) => (HARMLESS.test(bare) ? all : `${lead}${dots(bare)}`))
    .replace(/([,[]\s*)([^\s"{}[\],:][^,}\]":]*)(:)?/g, (all, lead: string, bare: string, colon = '') =>
      colon || HARMLESS.test(bare) ? all : `${lead}${dots(bare)}`,
    )
    .replace(/(\/[/*])(.*)$/, (_, open: string, remark: string) => `${open}${dots(remark)}`)
    .replaceAll('\t', ' ');

/** The plain value of a node. Of a key written twice the last one counts, as everywhere in JSON; `__proto__` is an ordinary key. */
export function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const out: Record<string, unknown> = {};
  for (const { key, value } of properties(node)) {
    Object.defineProperty(out, key, { value: value ? plainValue(value) : undefined, enumerable: true, writable: true, configurable: true });
  }
  return out;
}

export interface Property {
  key: string;
  /** The property as a whole, key included. */
  node: Node;
  keyNode: Node;
  /** Absent only in a text with problems. */
  value: Node | undefined;
}

export function properties(object: Node): Property[] {
  return (object.children ?? []).flatMap((node) => {
    const [keyNode, value] = node.children ?? [];
    return keyNode ? [{ key: String(keyNode.value), node, keyNode, value }] : [];
  });
}

/** The property that counts: the last of its name. */
export function propertyOf(object: Node, key: string): Property | undefined {
  return object.type === 'object' ? properties(object).findLast((property) => property.key === key) : undefined;
}

/** The node at a path of keys and list positions, by the properties that count. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  const step = (node: Node, key: string): Node | undefined => (node.type === 'array' ? node.children?.[Number(key)] : propertyOf(node, key)?.value);
  return path.reduce<Node | undefined>((node, key) => node && step(node, key), root);
}

export interface DuplicateKey {
  path: string[];
  key: string;
  first: Node;
  last: Node;
}

/** Keys written more than once in one object, directly or deeper; each with the place of its first and of its last writing. */
export function duplicateKeys(node: Node, path: string[] = []): DuplicateKey[] {
  if (node.type === 'array') return (node.children ?? []).flatMap((item, i) => duplicateKeys(item, [...path, String(i)]));
  if (node.type !== 'object') return [];
  const seen = new Map<string, { first: Node; last: Node; value: Node | undefined }>();
  for (const { key, keyNode, value } of properties(node)) seen.set(key, { first: seen.get(key)?.first ?? keyNode, last: keyNode, value });
  return [...seen].flatMap(([key, { first, last, value }]) => [
    ...(first === last ? [] : [{ path, key, first, last }]),
    ...(value ? duplicateKeys(value, [...path, key]) : []),
  ]);
}
