import { posix } from 'node:path';
import { regexOf } from '../linearRegex.ts';
import { RegexError } from '../regexParse.ts';
import { fold, MAX_TEXT, type Match, plainText } from './match.ts';

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** JSON equality. Goes only as deep as the rule's own value, so a huge or cyclic argument costs nothing. */
export function deepEqual(wanted: unknown, actual: unknown): boolean {
  if (Object.is(wanted, actual) || wanted === actual) return true;
  if (Array.isArray(wanted) !== Array.isArray(actual) || !isTree(wanted) || !isTree(actual)) return false;
  const keys = Object.keys(wanted);
  return keys.length === Object.keys(actual).length && keys.every((key) => Object.hasOwn(actual, key) && deepEqual(wanted[key], actual[key]));
}

export function matchEquals(wanted: unknown, actual: unknown): Match {
  if (deepEqual(wanted, actual)) return 'surely';
  const [a, b] = [plainText(wanted), plainText(actual)];
  if (a === undefined || b === undefined) return 'no';
  return b.length > MAX_TEXT || fold(a) === fold(b) ? 'maybe' : 'no';
}

/** A prefix that ends inside the address part of a URL (`https://example.com`) must not let `https://example.com.evil.test` in. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;
/** Steps upwards, plain or percent-encoded: what begins inside may lead outside. */
const CLIMBS = /(^|[/\\]|%2f|%5c)(\.|%2e){2}([/\\]|%2f|%5c|$)/i;
/** Where a shell would begin another command. */
const CHAINS = /[;&|`<>\n\r]|\$\(/;
const COMMAND_NAME = /(^|[._-])(cmd|command|commands|script|shell|exec|code|sql|query)$/i;

/** The value begins with this text. For folders `in` is the better condition: a prefix knows no path borders. */
export function matchPrefix(prefix: string, actual: unknown, argument: string): Match {
  if (typeof actual !== 'string') return plainText(actual) === undefined || fold(String(actual)).startsWith(fold(prefix)) ? 'maybe' : 'no';
  if (actual.length > MAX_TEXT) return 'maybe';
  if (!actual.startsWith(prefix)) {
    const looser = [actual, posix.normalize(actual.replaceAll('\\', '/'))].some((text) => fold(text).startsWith(fold(prefix)));
    return looser ? 'maybe' : 'no';
  }
  const rest = actual.slice(prefix.length);
  const authority = AUTHORITY.exec(prefix)?.[0] === prefix && AUTHORITY.exec(actual)?.[0] !== prefix;
  const chained = COMMAND_NAME.test(argument) && CHAINS.test(rest);
  return authority || chained || CLIMBS.test(rest) || CLIMBS.test(actual) ? 'maybe' : 'surely';
}

/** An allow rule's pattern must cover the whole value, a deny or ask rule's any part of it. */
export function matchRegex(pattern: string, actual: unknown): Match {
  const text = plainText(actual);
  const regex = regexOf(pattern);
  if (text === undefined || regex instanceof RegexError || text.length > MAX_TEXT) return 'maybe';
  const result = regex.test(text);
  if (result === 'full') return typeof actual === 'string' ? 'surely' : 'maybe';
  if (result !== 'none') return 'maybe';
  const folded = fold(text);
  return folded !== text && regex.test(folded) !== 'none' ? 'maybe' : 'no';
}

/** Both ends count as inside. A number written as text is only `maybe` a number. */
export function matchRange(range: { min?: number | undefined; max?: number | undefined }, actual: unknown): Match {
  const value = typeof actual === 'string' ? Number(actual.trim() || Number.NaN) : actual;
  if (typeof value !== 'number' || Number.isNaN(value)) return 'maybe';
  const inside = value >= (range.min ?? Number.NEGATIVE_INFINITY) && value <= (range.max ?? Number.POSITIVE_INFINITY);
  if (!inside) return 'no';
  return typeof actual === 'number' && Number.isFinite(actual) ? 'surely' : 'maybe';
}
