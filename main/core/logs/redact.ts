import { isSecretName, isSecretParameter, tokenShapes } from './secretNames.ts';

/** What stands in the place of a secret. */
export const MASK = '***';
/** Shorter values are not registered: masking `true` or `8080` everywhere would destroy every text and hide nothing. */
const SHORTEST = 6;
const DEEPEST = 64;

/**
 * The one way of taking secrets out (CFG-8, SEC-2): texts and JSON values go through it before they reach a log, a trace, an error, an export or
 * the terminal. It masks registered values wherever they stand, and whatever follows a name or has a shape that says "secret".
 */
export interface Redactor {
  <T>(value: T): T;
  /** From now on this value is masked, also URL-encoded and JSON-escaped. Returns the undo. */
  register(secret: string): () => void;
}

export function createRedactor(): Redactor {
  const counts = new Map<string, number>();
  let known: RegExp | undefined;

  const rebuild = (): void => {
    const values = [...counts.keys()].sort((a, b) => b.length - a.length).map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
    known = values.length > 0 ? new RegExp(values.join('|'), 'g') : undefined;
  };
  const text = (value: string): string => redactPatterns(known ? value.replace(known, MASK) : value);
  const redact = <T>(value: T): T => walk(value, text, new Set(), 0) as T;

  return Object.assign(redact, {
    register(secret: string): () => void {
      const variants = variantsOf(secret);
      for (const value of variants) counts.set(value, (counts.get(value) ?? 0) + 1);
      rebuild();
      let live = true;
      return () => {
        if (!live) return;
        live = false;
        for (const value of variants) {
          const left = (counts.get(value) ?? 1) - 1;
          if (left > 0) counts.set(value, left);
          else counts.delete(value);
        }
        rebuild();
      };
    },
  });
}

/** The ways a secret shows up in other people's texts. */
function variantsOf(secret: string): Set<string> {
  const parts = [secret, secret.replace(/^(bearer|basic|token|apikey)\s+/i, ''), ...(secret.includes('\n') ? secret.split(/\r?\n/) : [])];
  const all = parts.flatMap((part) => [part, part.trim(), encodeURIComponent(part.toWellFormed()), JSON.stringify(part).slice(1, -1)]);
  return new Set(all.filter((value) => value.length >= SHORTEST && !value.startsWith('-----')));
}

/** Masking by name and shape only, for places that know no values. Linear in the length of the text. */
export function redactPatterns(text: string): string {
  return text
    .replace(/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, MASK)
    .replace(/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,2000}@/gi, `$1${MASK}@`)
    .replace(/([?&#])([\w.-]{1,80})=([^&#\s"'<>]+)/g, (all, before: string, name: string, value: string) =>
      isSecretParameter(name) && !isReference(value) ? `${before}${name}=${MASK}` : all,
    )
    .replace(/\b(Bearer|Basic|Token|ApiKey)(\s+)(?=[^\s"',;]*[\d._~+/=-]|[^\s"',;]{20})([\w.~+/=-]{6,})/gi, `$1$2${MASK}`)
    .replace(tokenShapes(), MASK)
    .replace(NAMED, maskNamed)
    .replace(/(?<![\w-])(--?[\w-]{2,80})(\s+)("[^"]*"|'[^']*'|[^\s"'-][^\s"']*)/g, (all, flag: string, gap: string, value: string) =>
      isSecretName(flag) && !isReference(value) ? `${flag}${gap}${MASK}` : all,
    );
}

/** `name = value` in all its spellings: JSON, header, shell assignment, command line flag. */
const NAMED =
  /(?<![\w.-])(-{0,2})(\\?["']?)([A-Za-z][\w.-]{1,79})\2(\s{0,3}[:=]\s{0,3})((?:Bearer|Basic|Token|Digest)\s+[^\s"',;]+|\\"[^"\\]{0,20000}\\"|"(?:\\.|[^"\\]){0,20000}"|'[^'\n]{0,20000}'|\$\{[^}\n]{0,200}\}|[^\s,;&"'<>{}[\]()|]+)/gi;

function maskNamed(all: string, dashes: string, quote: string, name: string, between: string, value: string): string {
  if (!isSecretName(name) || value === MASK || /^(null|true|false|undefined)$/.test(value)) return all;
  const open = /^\\?["']/.exec(value)?.[0] ?? '';
  if (isReference(open ? value.slice(open.length, -open.length) : value)) return all;
  return `${dashes}${quote}${name}${quote}${between}${open}${MASK}${open}`;
}

/** `${TOKEN}` names a secret and is none. */
const isReference = (value: string): boolean => /^(?:(?:Bearer|Basic|Token)\s+)?\$\{[^}]+\}$/i.test(value) || value === MASK || value === '';

function walk(value: unknown, text: (value: string) => string, above: Set<object>, depth: number): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (above.has(value)) return '[circular]';
  if (depth > DEEPEST) return '[too deep]';
  above.add(value);
  const inner = (item: unknown): unknown => walk(item, text, above, depth + 1);
  try {
    if (value instanceof Error) return { name: value.name, message: text(value.message) };
    if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, maskByName(String(key), item, inner)]));
    if (value instanceof Set) return new Set([...value].map(inner));
    if (Array.isArray(value)) return value.map((item, i) => maskByName(nameBefore(value, i), item, inner));
    const out: Record<string, unknown> = {};
    // defineProperty, because a plain assignment to `__proto__` would lose the key.
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(out, key, { value: maskByName(key, item, inner), enumerable: true, writable: true, configurable: true });
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
