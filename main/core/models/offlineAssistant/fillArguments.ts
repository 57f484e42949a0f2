import type { ModelTool } from '../model.ts';
import { cityInOtherLanguage } from './cities.ts';
import { Claims, type Found } from './claims.ts';
import { findContent, splitList } from './content.ts';
import { findDates } from './dates.ts';
import { type Field, fieldsOf } from './fields.ts';
import { findAssigned, findEmails, findGlobs, findPaths, findQuoted, findUrls } from './literals.ts';
import { type FoundNumber, findNumbers } from './numbers.ts';
import { findPlaces } from './places.ts';
import { wordsOf } from './words.ts';

export interface Filled {
  values: Record<string, unknown>;
  /** Required properties without a value. */
  missing: Field[];
  /** How many values were read from a shape that cannot be anything else (a path, a number, a known choice …). */
  sure: number;
}

/** Fills what the text holds, from the surest shape to the vaguest; every piece of the text is used once. Pure. */
export function fillArguments(text: string, tool: Pick<ModelTool, 'name' | 'inputSchema'>, now: number): Filled {
  const fields = fieldsOf(tool.inputSchema);
  const claims = new Claims(text);
  const values: Record<string, unknown> = {};
  let sure = 0;
  const open = (...kinds: Field['kind'][]): Field[] => fields.filter((field) => !Object.hasOwn(values, field.name) && kinds.includes(field.kind));
  const set = (field: Field, value: unknown): void => {
    values[field.name] = value;
    sure += 1;
  };

  // The tool's own name is not a value.
  for (const word of [tool.name, ...tool.name.split('__').slice(2)]) {
    const at = text.indexOf(word);
    if (at >= 0 && word.length > 2 && /[_-]/.test(word)) claims.mark({ start: at, end: at + word.length });
  }
  fillFromJson(text, fields, claims, set);
  fillAssigned(text, fields, claims, set);
  for (const field of open('choice')) fillChoice(field, claims, set);
  fillLiterals(open('url'), findUrls(text), claims, set);
  fillLiterals(open('email'), findEmails(text), claims, set);
  fillLiterals(open('pattern'), findGlobs(text), claims, set);
  fillLiterals(open('path'), [...findQuoted(text).filter(({ value }) => findPaths(value).length > 0), ...findPaths(text)], claims, set);
  for (const field of open('path'))
    if (field.required && /当前目录|当前文件夹|\bcurrent (?:directory|folder)\b|\bhere\b/i.test(text)) set(field, field.list ? ['.'] : '.');
  fillQuoted(text, open('content', 'query', 'name', 'other', 'pattern', 'place'), claims, set);
  fillDates(text, open('date'), claims, now, set);
  fillNumbers(open('number'), claims, set);
  for (const field of open('boolean')) fillBoolean(text, field, set);
  fillPlaces(open('place'), claims, set);
  const sureCount = sure;
  fillContent(fields, values, claims, tool.name);
  return { values, missing: fields.filter((field) => field.required && !Object.hasOwn(values, field.name)), sure: sureCount };
}

type Set = (field: Field, value: unknown) => void;

/** A JSON object in the text is taken as it is, key by key. */
function fillFromJson(text: string, fields: readonly Field[], claims: Claims, set: Set): void {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}') + 1;
  if (start < 0 || end <= start) return;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end));
  } catch {
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  let used = false;
  for (const field of fields) {
    if (!Object.hasOwn(value, field.name)) continue;
    set(field, (value as Record<string, unknown>)[field.name]);
    used = true;
  }
  if (used) claims.mark({ start, end });
}

function fillAssigned(text: string, fields: readonly Field[], claims: Claims, set: Set): void {
  const later: Field[] = [];
  for (const field of fields) {
    const names = [field.name, field.name.replaceAll('_', ' ')];
    const found = claims.take(findAssigned(text, names));
    const value = found ? readAs(field, found.value) : undefined;
    if (value !== undefined) set(field, value);
    else later.push(field);
  }
  // 「内容为 …」 names a content field whatever its English name is.
  for (const field of later) {
    const words = field.kind === 'content' ? ['内容', 'content', 'text'] : field.kind === 'path' && field.required ? ['路径', 'path'] : [];
    if (words.length === 0) continue;
    const found = field.kind === 'content' ? restAfter(text, /(?:内容|正文|文字)\s*(?:为|是|[::])\s*[「“"]?(.+?)[」”"]?\s*$/u) : undefined;
    if (found && claims.free(found)) {
      claims.mark(found);
      set(field, found.value);
    }
  }
}

function restAfter(text: string, pattern: RegExp): Found | undefined {
  const match = pattern.exec(text);
  return match?.[1] === undefined ? undefined : { value: match[1], start: match.index, end: match.index + match[0].length };
}

/** A text as the type of a field, or undefined when it cannot be. */
function readAs(field: Field, text: string): unknown {
  if (field.list) {
    const items = text.startsWith('[') ? parse(text) : splitList(text).map((item) => readAs({ ...field, list: false }, item));
    return Array.isArray(items) && items.every((item) => item !== undefined) ? items : undefined;
  }
  if (field.kind === 'number') {
    const value = Number(text);
    return Number.isFinite(value) && (!field.integer || Number.isInteger(value)) ? value : undefined;
  }
  if (field.kind === 'boolean') return /^(true|yes|on|是|开|对)$/i.test(text) ? true : /^(false|no|off|否|关|不)$/i.test(text) ? false : undefined;
  if (field.kind === 'choice') return field.choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase());
  if (field.kind === 'complex') return parse(text);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A choice stands in the text by its own word, or as the same city in the other language. */
function fillChoice(field: Field, claims: Claims, set: Set): void {
  const found: Found<unknown>[] = [];
  for (const choice of field.choices) {
    const name = String(choice);
    for (const word of [name, name.replace(/[_-]/g, ' '), cityInOtherLanguage(name)]) {
      if (word === undefined || word === '') continue;
      const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const edge = /^\w/.test(word) ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] : ['', ''];
      const match = new RegExp(`${edge[0]}${escaped}${edge[1]}`, 'iu').exec(claims.text);
      if (match) found.push({ value: choice, start: match.index, end: match.index + match[0].length });
    }
  }
  // The longest word wins: "very high" over "high".
  found.sort((a, b) => b.end - b.start - (a.end - a.start));
  if (field.list) {
    const all = found.filter((one) => claims.free(one)).map((one) => one.value);
    for (const one of found) claims.mark(one);
    if (all.length > 0) set(field, [...new Set(all)]);
    return;
  }
  const taken = claims.take(found);
  if (taken) set(field, taken.value);
}

/** Values of one shape go to the fields of that shape in the order of both; a list takes all that are left. */
function fillLiterals(fields: readonly Field[], found: readonly Found[], claims: Claims, set: Set): void {
  const needed = [...fields].sort((a, b) => Number(b.required) - Number(a.required));
  for (const field of needed) {
    if (!field.list) {
      const taken = claims.take(found);
      if (taken) set(field, taken.value);
      continue;
    }
    const all: string[] = [];
    for (let taken = claims.take(found); taken; taken = claims.take(found)) all.push(taken.value);
    if (all.length > 0) set(field, all);
  }
}

function fillQuoted(text: string, fields: readonly Field[], claims: Claims, set: Set): void {
  const quoted = findQuoted(text);
  const order: Field['kind'][] = ['content', 'query', 'name', 'pattern', 'place', 'other'];
  const wanted = fields.filter((field) => field.required).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  fillLiterals(wanted, quoted, claims, set);
}

function fillDates(text: string, fields: readonly Field[], claims: Claims, now: number, set: Set): void {
  const dates = findDates(text, now);
  for (const field of fields) {
    const date = claims.take(dates) as (typeof dates)[number] | undefined;
    if (!date) return;
    const wantsIso = field.schema.format !== undefined || /date|iso|yyyy|日期/i.test(`${field.name} ${field.description}`);
    const value = field.schema.format === 'date-time' ? `${date.value}T00:00:00Z` : wantsIso ? date.value : date.words;
    set(field, field.list ? [value] : value);
  }
}

/** Numbers that stand beside a field's word or unit go there first; what is left goes to the required ones in order. */
function fillNumbers(fields: readonly Field[], claims: Claims, set: Set): void {
  const numbers = findNumbers(claims.text).filter((number) => claims.free(number));
  const open = new Set(fields);
  for (const field of fields) {
    const near = numbers.find((number) => claims.free(number) && isBeside(number, field));
    if (!near) continue;
    claims.mark(near);
    open.delete(field);
    set(field, field.list ? [near.value] : near.value);
  }
  for (const field of open) {
    if (!field.required) continue;
    if (field.list) {
      const all = numbers.filter((number) => claims.free(number)).map((number) => number.value);
      for (const number of numbers) claims.mark(number);
      if (all.length > 0) set(field, all);
      continue;
    }
    const taken = claims.take(numbers);
    if (taken) set(field, taken.value);
  }
}

const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*(?:s|secs?|seconds?|秒钟?)(?![a-z])/i, /second|duration|timeout|秒/i],
  [/^\s*(?:m|mins?|minutes?|分钟)(?![a-z])/i, /minute|分钟/i],
  [/^\s*(?:h|hours?|小时)(?![a-z])/i, /hour|小时/i],
  [/^\s*(?:days?|天)(?![a-z])/i, /day|天/i],
  [/^\s*(?:steps?|步)/i, /step|步/i],
  [/^\s*(?:lines?|行)/i, /line|row|行/i],
  [/^\s*(?:items?|results?|条|个|项|份)/i, /limit|count|number of|max|top|size|条数|数量/i],
  [/^\s*(?:tokens?)/i, /token/i],
];

function isBeside({ before, after }: FoundNumber, field: Field): boolean {
  const about = `${field.name} ${field.description}`;
  // head/tail are told apart by first/last.
  if (/first|beginning|前/i.test(field.description)) return /(?:first|top|前)\s*$/i.test(before);
  if (/last|end of|后/i.test(field.description) && /\blast\b/i.test(field.description)) return /(?:last|final|最后|后)\s*$/i.test(before);
  if (UNITS.some(([unit, meaning]) => unit.test(after) && meaning.test(about))) return true;
  const counted = /(?:number|count|amount) of ([\w -]+)/i.exec(field.description)?.[1];
  const [following] = wordsOf(after);
  if (counted && following && wordsOf(counted).some((word) => word.keys.some((key) => following.keys.includes(key)))) return true;
  const words = wordsOf(field.name.replaceAll('_', ' ')).filter((word) => word.text.length > 1);
  const next = [...wordsOf(before).slice(-2), ...wordsOf(after).slice(0, 1)];
  return words.some((word) =>
    next.some((other) => other.text.toLowerCase() === word.text.toLowerCase() || other.keys.some((key) => word.keys.includes(key))),
  );
}

/** A boolean is set when its word stands in the text: true, or false after a negation. */
function fillBoolean(text: string, field: Field, set: Set): void {
  const words = wordsOf(field.name.replaceAll('_', ' ')).filter((word) => word.text.length > 3 && word.kind !== 'stop');
  for (const word of wordsOf(text)) {
    if (
      !words.some(
        (own) => own.text.toLowerCase() === word.text.toLowerCase() || own.keys.some((key) => key.startsWith('#') && word.keys.includes(key)),
      )
    )
      continue;
    const before = text.slice(Math.max(0, word.start - 12), word.start);
    set(field, !/(?:\bno|\bnot|\bwithout|don't|不要?|无需?|别|没有)\s*\S{0,6}\s*$/i.test(before));
    return;
  }
}

function fillPlaces(fields: readonly Field[], claims: Claims, set: Set): void {
  const wanted = [...fields].sort((a, b) => Number(b.required) - Number(a.required));
  for (const field of wanted) {
    const found = findPlaces(claims.rest()).sort((a, b) => (fields.length > 1 ? a.start - b.start : 0));
    if (field.list) {
      if (found.length > 0)
        set(
          field,
          found.map(({ value }) => value),
        );
      for (const one of found) claims.mark(one);
      continue;
    }
    const taken = claims.take(found);
    if (taken) set(field, taken.value);
  }
}

/** The vaguest step: what is left of the sentence goes to the one required text that still has no value. */
function fillContent(fields: readonly Field[], values: Record<string, unknown>, claims: Claims, toolName: string): void {
  const open = fields.filter(
    (field) => field.required && !Object.hasOwn(values, field.name) && ['content', 'query', 'name', 'other', 'pattern'].includes(field.kind),
  );
  const field = open[0];
  if (!field || open.length > 1) return;
  const found = findContent(claims, toolName);
  if (found) values[field.name] = field.list ? splitList(found.value) : found.value;
}
