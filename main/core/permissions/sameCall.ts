import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';

/** Deeper or larger arguments are never called identical. */
const MAX_DEPTH = 200;
const MAX_LENGTH = 1_000_000;

/** Arguments as text that does not depend on the order of keys; undefined when they are too large or not plain JSON. */
export function canonicalArguments(value: unknown): string | undefined {
  try {
    let length = 0;
    const write = (node: unknown, depth: number): string => {
      if (depth > MAX_DEPTH || length > MAX_LENGTH) throw new RangeError('too large');
      let text: string;
      if (Array.isArray(node)) text = `[${node.map((item) => write(item, depth + 1)).join(',')}]`;
      else if (typeof node === 'object' && node !== null) {
        const entries = Object.entries(node).filter(([, item]) => item !== undefined);
        const keys = entries.sort(([a], [b]) => (a < b ? -1 : 1));
        text = `{${keys.map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1)}`).join(',')}}`;
      } else {
        text = JSON.stringify(node) ?? 'null';
        length += text.length;
      }
      return text;
    };
    return write(value, 0);
  } catch {
    return undefined;
  }
}

type Asked = Pick<ApprovalRequest, 'server' | 'original' | 'arguments' | 'conversationId'> & { definitionHash: string };

/** The same tool, in the very definition that was shown. */
const sameTool = (a: Asked, b: Asked): boolean => a.server === b.server && a.original === b.original && a.definitionHash === b.definitionHash;

/** The same tool with the same arguments. */
export function identical(a: Asked, b: Asked): boolean {
  if (!sameTool(a, b)) return false;
  const text = canonicalArguments(a.arguments);
  return text !== undefined && text === canonicalArguments(b.arguments);
}
