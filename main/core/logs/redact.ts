import { isReference, MASK, redactPatterns } from './patterns.ts';
import { isSecretName } from './secretNames.ts';

export { MASK, redactPatterns } from './patterns.ts';

/** Shorter values are not registered: masking `true` or `8080` everywhere would destroy every text and hide nothing. */
const SHORTEST = 6;
/** Of a longer one, a certificate chain say, the beginning is enough to know it by. */
const LONGEST = 20_000;
const DEEPEST = 64;

/**
 * The one way of taking secrets out (CFG-8, SEC-2): texts and JSON values go through it before they reach a log, a trace, an error, an export or
 * the terminal. It masks registered values wherever they stand, and whatever follows a name or has a shape that says "secret".
 */
export interface Redactor {
  <T>(value: T): T;
  /** Masks registered values only, nothing by name or shape: for what is shown to work with, such as a view of the window. */
  known<T>(value: T): T;
  /** From now on this value is masked, also in base64, URL-encoded and JSON-escaped. Returns the undo. */
  register(secret: string): () => void;
}

export function createRedactor(): Redactor {
  const counts = new Map<string, number>();
  let known: RegExp | undefined;
  let stale = false;

  /** Built when it is needed: a configuration brings hundreds of values one by one. */
  function pattern(): RegExp | undefined {
    if (stale) {
      const values = [...counts.keys()].sort((a, b) => b.length - a.length).map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
      known = values.length > 0 ? new RegExp(values.join('|'), 'g') : undefined;
      stale = false;
    }
    return known;
  }
  const knownText = (value: string): string => {
    const values = pattern();
    return values ? value.replace(values, MASK) : value;
  };
  const all: Masking = { text: (value) => redactPatterns(knownText(value)), byName: true };
  const registered: Masking = { text: knownText, byName: false };
  const redact = <T>(value: T): T => walk(value, all, new Set(), 0) as T;

  return Object.assign(redact, {
    known: <T>(value: T): T => (pattern() ? (walk(value, registered, new Set(), 0) as T) : value),
    register(secret: string): () => void {
      const variants = variantsOf(secret.slice(0, LONGEST));
      for (const value of variants) counts.set(value, (counts.get(value) ?? 0) + 1);
      stale = true;
      let live = true;
      return () => {
        if (!live) return;
        live = false;
        for (const value of variants) {
          const left = (counts.get(value) ?? 1) - 1;
          if (left > 0) counts.set(value, left);
          else counts.delete(value);
        }
        stale = true;
      };
    },
  });
}

/** The ways a secret shows up in other people's texts. */
function variantsOf(secret: string): Set<string> {
  const parts = [secret, secret.replace(/^(bearer|basic|token|apikey)\s+/i, ''), ...(secret.includes('\n') ? secret.split(/\r?\n/) : [])];
  const all = parts.flatMap((part) => [part, part.trim(), ...escaped(part)]).filter((value) => value.length >= SHORTEST);
  const encoded = parts.filter((part) => part.trim().length >= SHORTEST).flatMap((part) => base64Of(part.trim()));
  return new Set([...all, ...encoded].filter((value) => !value.startsWith('-----')));
}

function escaped(part: string): string[] {
  const url = encodeURIComponent(part.toWellFormed());
  const json = JSON.stringify(part).slice(1, -1);
  const html = part.replace(/[&<>"']/g, (c) => HTML[c] ?? c);
  const lower = url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [
    url,
    lower,
    encodeURI(part.toWellFormed()),
    new URLSearchParams([['', part]]).toString().slice(1),
    json,
    JSON.stringify(json).slice(1, -1),
    html,
  ];
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What of its base64 is the same whatever stands before and behind it: one text for each of the three ways to fall into groups of three bytes. */
function base64Of(part: string): string[] {
  const bytes = Buffer.from(part);
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const sure = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')].filter((value) => value.length >= SHORTEST);
  });
}

interface Masking {
  text(value: string): string;
  /** Also what stands under a name that says "secret". */
  byName: boolean;
}

function walk(value: unknown, masking: Masking, above: Set<object>, depth: number): unknown {
  const { text, byName } = masking;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (above.has(value)) return '[circular]';
  if (depth > DEEPEST) return '[too deep]';
  above.add(value);
  const inner = (item: unknown): unknown => walk(item, masking, above, depth + 1);
  const named = (name: string, item: unknown): unknown => (byName ? maskByName(name, item, inner) : inner(item));
  try {
    if (value instanceof Error) return { name: value.name, message: text(value.message) };
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, named(String(key), item)]));
    if (value instanceof Set) return new Set([...value].map(inner));
    if (Array.isArray(value)) return value.map((item, i) => named(nameBefore(value, i), item));
    const out: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const shown = named(key, item);
      // A plain assignment to `__proto__` would lose the key.
      if (key === '__proto__') Object.defineProperty(out, key, { value: shown, enumerable: true, writable: true, configurable: true });
      else out[key] = shown;
    }
    return out;
  } finally {
    above.delete(value);
  }
}

/** `["--token", "abc"]` and `["Authorization", "abc"]`: the element before is the name. */
function nameBefore(list: unknown[], i: number): string {
  const before = i > 0 ? list[i - 1] : undefined;
  if (typeof before !== 'string') return '';
  return before.startsWith('-') || (list.length === 2 && i === 1) ? before : '';
}

function maskByName(name: string, item: unknown, inner: (item: unknown) => unknown): unknown {
  if (!isSecretName(name)) return inner(item);
  if (typeof item === 'string') return isReference(item) ? item : MASK;
  if (typeof item === 'number') return MASK;
  if (Array.isArray(item)) return item.map((one) => (typeof one === 'string' && !isReference(one) ? MASK : inner(one)));
  return inner(item);
}
