import { type Node, nodeAt, properties } from '../../settings/files/jsonc.ts';
import type { Container, Dialect } from './dialect.ts';
import { looksLikeEntry } from './looksLikeEntry.ts';

/** A table of servers under a name. A value of another kind is claimed too, so that it is reported and not overlooked. */
function under(name: string, path: string[], inputs?: string[]): Dialect {
  return {
    name,
    find(root): Container | undefined {
      const written = asWritten(root, path);
      const node = written && nodeAt(root, written);
      if (!node || node.type === 'null') return undefined;
      return { dialect: name, path: written, shape: node.type === 'array' ? 'list' : 'map', ...(inputs ? { inputs } : {}) };
    },
  };
}

/** `MCPServers` is meant as well, where the right spelling is not there. */
function asWritten(root: Node, path: string[]): string[] | undefined {
  if (nodeAt(root, path)) return path;
  const [only] = path;
  if (path.length !== 1 || only !== 'mcpServers' || root.type !== 'object') return undefined;
  const key = properties(root).find((property) => property.key.toLowerCase() === only.toLowerCase())?.key;
  return key === undefined ? undefined : [key];
}

/** Claude Desktop, Claude Code, Cursor, Windsurf, Gemini CLI, Cline and most others. */
export const mcpServers = under('mcpServers', ['mcpServers'], ['inputs']);
/** VS Code's mcp.json, with its `inputs`. */
export const vscodeServers = under('VS Code', ['servers'], ['inputs']);
/** VS Code's settings.json: `"mcp": { "servers": …, "inputs": … }`. */
export const vscodeSettings = under('VS Code settings', ['mcp', 'servers'], ['mcp', 'inputs']);
export const nestedMcpServers = under('nested mcpServers', ['mcp', 'mcpServers']);
/** Zed's settings.json. */
export const zed = under('Zed', ['context_servers']);
export const snakeCase = under('mcp_servers', ['mcp_servers']);
export const dottedServers = under('mcp.servers', ['mcp.servers']);

/** opencode: `"mcp": { "name": { "type": "local", "command": [ … ] } }`. */
export const mcpMap: Dialect = {
  name: 'mcp',
  find(root): Container | undefined {
    const node: Node | undefined = nodeAt(root, ['mcp']);
    if (node?.type !== 'object' || nodeAt(node, ['servers']) || nodeAt(node, ['mcpServers'])) return undefined;
    return node.children?.some((property) => property.children?.[1] && looksLikeEntry(property.children[1]))
      ? { dialect: 'mcp', path: ['mcp'], shape: 'map' }
      : undefined;
  },
};
