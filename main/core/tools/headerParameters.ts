import { isObject } from './schema/keywords.ts';
import { mapChildren } from './schema/mapSchema.ts';
import { pointerToken } from './schema/notes.ts';

const KEYWORD = 'x-mcp-header';
/** RFC 9110 §5.6.2 token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set(['string', 'integer', 'boolean']);

export interface HeaderFault {
  pointer: string;
  reason: string;
}

/**
 * The first broken rule of the `x-mcp-header` declarations in a schema (2026-07-28, Transports, custom headers), if any. Over
 * Streamable HTTP a client must leave out a tool that breaks one: the header must be a token, unique whatever its case, and
 * stand at a string, integer or boolean that is reached through `properties` alone.
 */
export function headerFault(schema: unknown): HeaderFault | undefined {
  const seen = new Set<string>();
  const visit = (node: unknown, pointer: string, reachable: boolean): HeaderFault | undefined => {
    if (!isObject(node)) return undefined;
    if (Object.hasOwn(node, KEYWORD)) {
      const reason = faultAt(node, reachable && pointer !== '', seen);
      if (reason) return { pointer: `${pointer}/${KEYWORD}`, reason };
    }
    let fault: HeaderFault | undefined;
    mapChildren(node, (child, { keyword, name }) => {
      const below = `${pointer}/${keyword}${name === undefined ? '' : `/${pointerToken(name)}`}`;
      fault ??= visit(child, below, reachable && keyword === 'properties');
      return child;
    });
    return fault;
  };
  return visit(schema, '', true);
}

function faultAt(node: Record<string, unknown>, reachable: boolean, seen: Set<string>): string | undefined {
  const header = node[KEYWORD];
  if (!reachable) return `${KEYWORD} is only allowed on a property reached through "properties" alone`;
  if (typeof header !== 'string' || !TOKEN.test(header)) return `${KEYWORD} must be a header name, not ${JSON.stringify(header)?.slice(0, 60)}`;
  if (!TYPES.has(String(node.type))) return `${KEYWORD} is only allowed on a string, an integer or a boolean`;
  const name = header.toLowerCase();
  if (seen.has(name)) return `the header ${header} is declared twice`;
  seen.add(name);
  return undefined;
}
