import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { prepareSearch, searchTools } from '../search/toolSearch.ts';
import type { Tool, ToolSnapshot } from '../tool.ts';

const DEFAULT_LIMIT = 8;
const MAX_LIMIT = 20;

export interface SearchToolsResult {
  text: string;
  isError?: boolean;
  /** Names that the model may call from its next step on. */
  activate: readonly string[];
}

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'What you want to do, in a few words of English or Chinese, such as "weather forecast" or "读取文件"; or an exact tool name.',
    },
    limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  required: ['query'],
};

/** The `search_tools` built-in (TOL-10): offered while the definitions are deferred; it finds tools and makes them callable. */
export const searchToolsBuiltin = {
  definition: {
    name: 'search_tools',
    description:
      'Finds tools of the connected servers by what they do. Returns the best matches with their parameters; the tools it returns can be called in your next step. Search again with other words when nothing fits.',
    inputSchema,
  },
  offered: 'deferred',
  run: async (args: Record<string, unknown>, context: { snapshot: ToolSnapshot; signal?: AbortSignal }): Promise<SearchToolsResult> => {
    // The first search of 10,000 tools would hold up the event loop while it indexes them.
    await prepareSearch(context.snapshot.tools, context.signal);
    return runSearch(args, context.snapshot);
  },
} as const;

function runSearch(args: Record<string, unknown>, snapshot: ToolSnapshot): SearchToolsResult {
  const query = typeof args.query === 'string' ? args.query.trim() : '';
  if (query === '') return { text: 'Say in "query" what the tool should do.', isError: true, activate: [] };
  const wanted = Number(args.limit ?? DEFAULT_LIMIT);
  const limit = Number.isFinite(wanted) ? Math.min(MAX_LIMIT, Math.max(1, Math.trunc(wanted))) : DEFAULT_LIMIT;
  const found = findTools(snapshot, query, limit);
  if (found.length === 0) return { text: `No tool fits "${query.slice(0, 200)}". Try other words, or answer without a tool.`, activate: [] };
  const text = found.map((tool) => `${tool.name}\n${tool.description}\nParameters: ${JSON.stringify(tool.inputSchema)}`).join('\n\n');
  return { text: `${found.length} tools found; they can be called in the next step.\n\n${text}`, activate: found.map((tool) => tool.name) };
}

/** An exact name comes first, whatever the words of the descriptions say. */
function findTools(snapshot: ToolSnapshot, query: string, limit: number): Tool[] {
  const named = snapshot.byName(query);
  const hits = searchTools(snapshot.tools, query, limit + 1).map((hit) => hit.tool);
  const tools = named ? [named, ...hits.filter((tool) => tool !== named)] : hits;
  return tools.filter((tool) => !tool.appOnly).slice(0, limit);
}
