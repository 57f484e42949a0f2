import { isReference, MASK, redactPatterns } from './patterns.ts';
import { isSecretName } from './secretNames.ts';

export { MASK, redactPatterns } from './patterns.ts';

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
    for (const [key, item] of Object.entries(value)) {
      const shown = maskByName(key, item, inner);
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
