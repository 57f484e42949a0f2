import type { AuditEntry } from '../../../preload/contract/permissions.ts';
import { AuditEntry as AuditEntrySchema } from '../../../preload/contract/permissions.ts';

/** The most characters of a call's arguments that one entry keeps. */
export const MAX_ARGUMENTS = 4_000;
const MAX_STRING = 20_000;
const MAX_NODES = 2_000;

/**
 * A copy of a value that is small whatever the value is: long texts, long lists and cycles are cut. It is made before secrets are taken
 * out, so its texts stay long enough for a secret to be recognised whole; `argumentsText` cuts the rest afterwards.
 */
export function boundedCopy(value: unknown): unknown {
  let nodes = 0;
  const copy = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > 32) return '…';
    if (typeof node === 'string') return node.length > MAX_STRING ? `${node.slice(0, MAX_STRING)}…` : node;
    if (typeof node === 'bigint' || typeof node === 'function' || typeof node === 'symbol') return String(node).slice(0, 100);
    if (Array.isArray(node)) return node.slice(0, MAX_NODES).map((item) => copy(item, depth + 1));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node)
        .slice(0, MAX_NODES)
        .map(([key, item]) => [key, copy(item, depth + 1)]),
    );
  };
  return copy(value, 0);
}

/** The arguments as one line of text with secrets removed. When redaction fails nothing is kept: better no record than a secret. */
export function argumentsText(args: unknown, redact: (value: unknown) => unknown): string {
  try {
    const text = JSON.stringify(redact(boundedCopy(args))) ?? '';
    return text.length > MAX_ARGUMENTS ? `${text.slice(0, MAX_ARGUMENTS).toWellFormed()}…` : text;
  } catch {
    return '(the arguments could not be recorded)';
  }
}

/** A line that is torn or foreign is no entry. */
export function parseLine(line: string): AuditEntry | undefined {
  if (line.trim() === '') return undefined;
  try {
    return AuditEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
