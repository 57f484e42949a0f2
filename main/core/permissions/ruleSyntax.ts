import type { Condition } from '../../../preload/contract/permissions.ts';
import { isHostPattern } from './conditions/hostCondition.ts';
import { regexOf } from './linearRegex.ts';
import { RegexError } from './regexParse.ts';

/**
 * The text form of a rule (cli.md): `TOOL[(arg OP value, …)]`.
 * TOOL is a model-facing name or a glob with `*`. `arg` is a dotted path, `.` all arguments together. OP is one of
 *   `=`      equals; the value is JSON (`5`, `true`, `"5"`, `["a"]`) or else plain text
 *   `^=`     begins with            `~=`    regular expression
 *   `in`     inside a folder        `host`  host of a URL, `*.example.com` for its subdomains
 *   `range`  `1..10`, `1..`, `..10`
 * A value that holds a comma, a closing parenthesis or outer spaces stands in double quotes, as in JSON.
 */
export interface ParsedRule {
  tool: string;
  conditions: Condition[];
}

/** The message is one plain sentence; it never repeats more than a few words of the text. */
export class RuleSyntaxError extends Error {
  override name = 'RuleSyntaxError';
}

const MAX_RULE = 4_000;
const OPERATOR = /^(\^=|~=|=|in(?=[\s"])|host(?=[\s"])|range(?=[\s"]))/;

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  take(wanted: string): boolean {
    if (!this.text.startsWith(wanted, this.at)) return false;
    this.at += wanted.length;
    return true;
  }

  match(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.rest)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

/** Throws RuleSyntaxError. */
export function parseRuleText(text: string): ParsedRule {
  if (text.length > MAX_RULE) throw new RuleSyntaxError(`The rule is longer than ${MAX_RULE} characters.`);
  const reader = new Reader(text.trim());
  const tool = quoted(reader) ?? reader.match(/^[^\s("]+/) ?? '';
  if (tool === '') throw new RuleSyntaxError('The rule names no tool.');
  reader.space();
  const conditions = reader.take('(') ? readConditions(reader) : [];
  reader.space();
  if (reader.rest !== '') throw new RuleSyntaxError(`Unexpected "${reader.rest.slice(0, 20)}" after the rule.`);
  return { tool, conditions };
}

function readConditions(reader: Reader): Condition[] {
  const conditions: Condition[] = [];
  do {
    reader.space();
    conditions.push(readCondition(reader));
    reader.space();
  } while (reader.take(','));
  if (!reader.take(')')) throw new RuleSyntaxError('A "(" is not closed, or a value with a comma or parenthesis needs double quotes.');
  return conditions;
}

function readCondition(reader: Reader): Condition {
  const path = quoted(reader) ?? reader.match(/^[^\s=^~,()"]+/) ?? '';
  if (path === '') throw new RuleSyntaxError('A condition needs the name of an argument.');
  reader.space();
  const operator = reader.match(OPERATOR);
  if (operator === undefined) throw new RuleSyntaxError(`After "${path.slice(0, 40)}" comes one of = ^= ~= in host range.`);
  reader.space();
  return condition(path, operator, readValue(reader, path, operator === '='));
}

interface Value {
  text: string;
  quoted: boolean;
}

function readValue(reader: Reader, path: string, json: boolean): Value {
  const text = quoted(reader);
  if (text !== undefined) return { text, quoted: true };
  const bare = bareValue(reader, json).trim();
  if (bare === '') throw new RuleSyntaxError(`The condition on "${path.slice(0, 40)}" has no value; write "" for an empty text.`);
  return { text: bare, quoted: false };
}

/** A JSON string at this place, if one begins here. */
function quoted(reader: Reader): string | undefined {
  if (!reader.rest.startsWith('"')) return undefined;
  const found = reader.match(/^"(?:[^"\\]|\\.)*"/s);
  try {
    if (found !== undefined) return JSON.parse(found) as string;
  } catch {
    // Said below.
  }
  throw new RuleSyntaxError('A quoted value is not a well-formed JSON string.');
}

const OPEN = '([{';
const CLOSE = ')]}';

/**
 * Up to the comma or parenthesis that ends it; brackets inside are counted, so that `^a(b|c)$` and `["x", "y"]` need no quotes; brackets
 * inside the strings of a JSON value do not count.
 */
function bareValue(reader: Reader, json: boolean): string {
  const from = reader.at;
  let depth = 0;
  for (; reader.at < reader.text.length; reader.at += 1) {
    const char = reader.text[reader.at] ?? '';
    if (json && depth > 0 && char === '"') reader.at += /^"(?:[^"\\]|\\.)*/s.exec(reader.rest)?.[0].length ?? 0;
    else if (char === '\\') reader.at += 1;
    else if (OPEN.includes(char)) depth += 1;
    else if (depth === 0 && (char === ',' || char === ')')) break;
    else if (CLOSE.includes(char)) depth -= 1;
  }
  return reader.text.slice(from, reader.at);
}

function condition(path: string, operator: string, value: Value): Condition {
  switch (operator) {
    case '=':
      return { path, op: 'equals', value: value.quoted ? value.text : jsonOrText(value.text) };
    case '^=':
      return { path, op: 'prefix', value: value.text };
    case '~=':
      return { path, op: 'regex', value: checkedRegex(value.text) };
    case 'in':
      return { path, op: 'in', value: value.text };
    case 'host':
      if (!isHostPattern(value.text)) throw new RuleSyntaxError(`"${value.text.slice(0, 40)}" is not a host such as example.com or *.example.com.`);
      return { path, op: 'host', value: value.text };
    default:
      return { path, op: 'range', ...rangeOf(value.text) };
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function checkedRegex(pattern: string): string {
  const regex = regexOf(pattern);
  if (regex instanceof RegexError) throw new RuleSyntaxError(`The regular expression cannot be used: ${regex.message}`);
  return pattern;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`);

function rangeOf(text: string): { min?: number; max?: number } {
  const found = RANGE.exec(text.replaceAll(/\s/g, ''));
  const [min, max] = [found?.[1], found?.[2]].map((part) => (part === undefined ? undefined : Number(part)));
  if (min === undefined && max === undefined) throw new RuleSyntaxError('A range is written 1..10, 1.. or ..10.');
  if (min !== undefined && max !== undefined && min > max) throw new RuleSyntaxError('The range is empty: its first number is the larger one.');
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
