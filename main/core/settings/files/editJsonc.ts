import { createScanner } from 'jsonc-parser';
import { HostError } from '../../base/hostError.ts';
import { type Node, nodeAt, parseJsonc, properties, propertyOf, TOKEN } from './jsonc.ts';

/**
 * Edits of JSON with comments that touch nothing but the edited property: comments, order, spacing, line ends and unknown keys around it stay byte
 * for byte. Every edit reads the text anew (offsets of an earlier reading are worthless) and proves that what it made still reads without problems.
 */

/** Sets `object[key]` for the object at `path`, making missing objects on the way. A key that is there keeps its place. */
export function setProperty(text: string, path: readonly string[], key: string, value: unknown): string {
  if (text.trim() === '') return `${render({ ...nest([...path, key], value) }, '', '  ', eolOf(text))}${eolOf(text)}`;
  const root = rootOf(text);
  if (!root) return checked(`${text.trimEnd()}${eolOf(text)}${render(nest([...path, key], value), '', '  ', eolOf(text))}${eolOf(text)}`);
  const depth = path.findIndex((_, i) => !nodeAt(root, path.slice(0, i + 1)));
  if (depth >= 0) return setProperty(text, path.slice(0, depth), path[depth] ?? '', nest([...path.slice(depth + 1), key], value));
  const object = objectAt(root, path);
  const existing = propertyOf(object, key);
  if (existing?.value) {
    const indent = isMultiline(text, object) ? indentAt(text, existing.node.offset) : undefined;
    return splice(text, existing.value.offset, existing.value.length, render(value, indent, unitOf(text, root), eolOf(text)));
  }
  return insert(text, root, object, key, value);
}

/** Takes `object[key]` out, with every earlier writing of the same key. A missing key changes nothing. */
export function removeProperty(text: string, path: readonly string[], key: string): string {
  let current = text;
  for (;;) {
    const object = nodeAt(mustParse(current), path);
    const property = object && propertyOf(object, key);
    if (!object || !property) return current;
    current = removeNode(current, object, property.node);
  }
}

/** Takes one element out of the list at `path`. */
export function removeElement(text: string, path: readonly string[], index: number): string {
  const list = nodeAt(mustParse(text), path);
  const element = list?.type === 'array' ? list.children?.[index] : undefined;
  return list && element ? removeNode(text, list, element) : text;
}

/** Replaces the whole value and leaves the comments around it alone. */
export function replaceRoot(text: string, value: unknown): string {
  const root = mustParse(text);
  return splice(text, root.offset, root.length, render(value, '', '  ', eolOf(text)));
}

/** Gives a property another name and leaves its value and place alone. */
export function renameProperty(text: string, path: readonly string[], key: string, newKey: string): string {
  const object = objectAt(mustParse(text), path);
  const property = propertyOf(object, key);
  if (!property) return text;
  return splice(text, property.keyNode.offset, property.keyNode.length, JSON.stringify(newKey));
}

function insert(text: string, root: Node, object: Node, key: string, value: unknown): string {
  const eol = eolOf(text);
  const unit = unitOf(text, root);
  const last = properties(object).at(-1);
  const close = object.offset + object.length - 1;
  const closeIndent = indentAt(text, object.offset);
  const own = (indent: string | undefined): string => `${JSON.stringify(key)}: ${render(value, indent, unit, eol)}`;
  if (!last) {
    // Comments inside an empty object stay above the new property.
    const inner = text.slice(object.offset + 1, close).trimEnd();
    const at = object.offset + 1 + inner.length;
    const indent = closeIndent + unit;
    return checked(`${text.slice(0, at)}${eol}${indent}${own(indent)}${eol}${closeIndent}${text.slice(close)}`);
  }
  const end = last.node.offset + last.node.length;
  const comma = commaAfter(text, end, close);
  const multiline = isMultiline(text, object);
  const indent = multiline ? indentAt(text, last.node.offset) : undefined;
  // A remark behind the last property on its line belongs to it.
  const at = multiline ? endOfLineTrivia(text, comma === undefined ? end : comma + 1, close) : comma === undefined ? end : comma + 1;
  const addition = `${multiline ? `${eol}${indent}` : ' '}${own(indent)}${comma === undefined ? '' : ','}`;
  const tail = text.slice(at);
  const head = comma === undefined ? `${text.slice(0, end)},${text.slice(end, at)}` : text.slice(0, at);
  return checked(`${head}${addition}${tail}`);
}

function removeNode(text: string, object: Node, node: Node): string {
  const close = object.offset + object.length - 1;
  const siblings = object.children ?? [];
  const index = siblings.indexOf(node);
  const previous = siblings[index - 1];
  const end = node.offset + node.length;
  const comma = commaAfter(text, end, close);
  let result = text;
  if (comma !== undefined) {
    result = cutWithLine(result, node.offset, comma - end === 0 ? comma + 1 : end);
    if (comma !== end) result = result.slice(0, comma - (text.length - result.length)) + result.slice(comma + 1 - (text.length - result.length));
    return checked(result);
  }
  result = cutWithLine(result, node.offset, end);
  // Without a comma behind, the one in front of it would be left hanging.
  const before = previous && commaAfter(text, previous.offset + previous.length, node.offset);
  if (before !== undefined) result = result.slice(0, before) + result.slice(before + 1);
  return checked(result);
}

/** Cuts a range; lines that hold nothing else go with it, blanks that only separated it too. */
function cutWithLine(text: string, start: number, end: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /[ \t]*(\r\n|\n|\r|$)/y;
  rest.lastIndex = end;
  const behind = rest.exec(text);
  if (text.slice(lineStart, start).trim() === '' && behind?.[1]) return text.slice(0, lineStart) + text.slice(end + behind[0].length);
  const blanks = /[ \t]*/y;
  blanks.lastIndex = end;
  const gap = blanks.exec(text)?.[0].length ?? 0;
  const hanging = /^[ \t]*[}\]]/.test(text.slice(end)) ? (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
  return text.slice(0, start - hanging) + text.slice(end + (hanging ? 0 : gap));
}

/** Offset of the comma that follows, comments skipped. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const kind: number = scanner.scan();
  return kind === TOKEN.comma && scanner.getTokenOffset() < to ? scanner.getTokenOffset() : undefined;
}

/** Behind the blanks and comments that begin on this line. */
function endOfLineTrivia(text: string, from: number, to: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let at = from;
  for (let kind: number = scanner.scan(); scanner.getTokenOffset() < to; kind = scanner.scan()) {
    if (kind === TOKEN.lineComment || kind === TOKEN.blockComment) at = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (kind !== TOKEN.blanks) return at;
  }
  return at;
}

const splice = (text: string, offset: number, length: number, addition: string): string =>
  checked(text.slice(0, offset) + addition + text.slice(offset + length));

function checked(text: string): string {
  mustParse(text);
  return text;
}

/** Undefined when the text holds comments only. */
function rootOf(text: string): Node | undefined {
  const { root, problems } = parseJsonc(text);
  if (problems[0] && (root || problems[0].reason !== 'a value is expected')) throw refused(problems[0].line, problems[0].column, problems[0].reason);
  return root;
}

function mustParse(text: string): Node {
  const { root, problems } = parseJsonc(text);
  const problem = problems[0];
  if (!root || problem) throw refused(problem?.line ?? 1, problem?.column ?? 1, problem?.reason ?? 'it is empty');
  return root;
}

const refused = (line: number, column: number, reason: string): HostError =>
  new HostError('config.syntax', `The file is not changed, because it cannot be read: line ${line}, column ${column}: ${reason}.`, {
    fix: 'Mend that place in the file first.',
    params: { line, column, reason },
  });

function objectAt(root: Node, path: readonly string[]): Node {
  const node = nodeAt(root, path);
  if (node?.type === 'object') return node;
  throw new HostError('config.entry', `The file is not changed, because ${path.join('.') || 'its content'} is not an object in braces.`, {
    fix: 'Mend that place in the file first.',
  });
}

const nest = (path: readonly string[], value: unknown): Record<string, unknown> =>
  path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value) as Record<string, unknown>;

/** `indent` undefined: on one line. */
function render(value: unknown, indent: string | undefined, unit: string, eol: string): string {
  if (indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

const eolOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');
const isMultiline = (text: string, object: Node): boolean => {
  const first = object.children?.[0];
  return first !== undefined && /[\r\n]/.test(text.slice(object.offset, first.offset));
};
const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** One step of indentation: what the first property of the file has, two spaces when nothing tells. */
function unitOf(text: string, root: Node): string {
  const first = root.children?.[0];
  return (first && isMultiline(text, root) && indentAt(text, first.offset).slice(0, 8)) || '  ';
}
