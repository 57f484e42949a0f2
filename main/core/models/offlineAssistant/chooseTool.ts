import type { ModelTool } from '../model.ts';
import { type Filled, fillArguments } from './fillArguments.ts';
import { originalName, type Ranked, rankTools } from './rankTools.ts';

/**
 * A search over many tools: the names that fit the query, best first (tools/search). Narrows thousands of tools before the words are
 * compared one by one; without it all tools are compared.
 */
export type ToolSearch = (query: string, tools: readonly ModelTool[]) => readonly string[];

export interface Choice {
  tool: ModelTool;
  filled: Filled;
}

/** Fewer tools than this are compared directly. */
const SEARCH_FROM = 60;
/** Evidence a tool needs to be called at all: one noun in its name, title or first sentence, with something beside it. */
const ENOUGH = 1.9;
const CANDIDATES = 5;

/** The tool that fits a request best with the arguments found in it, or undefined when none fits. */
export function chooseTool(text: string, tools: readonly ModelTool[], now: number, search?: ToolSearch): Choice | undefined {
  const named = namedTool(text, tools);
  if (named) return { tool: named, filled: fillArguments(text, named, now) };
  const pool = search && tools.length > SEARCH_FROM ? narrowed(text, tools, search) : tools;
  let best: (Choice & { total: number }) | undefined;
  for (const ranked of rankTools(text, pool).slice(0, CANDIDATES * 2)) {
    const filled = fillArguments(text, ranked.tool, now);
    if (evidence(ranked, filled) < ENOUGH) continue;
    const total = ranked.score + Math.min(filled.sure, 3) * 0.9 - filled.missing.length * 0.8;
    if (!best || total > best.total) best = { tool: ranked.tool, filled, total };
  }
  return best;
}

/** Values of a sure shape speak for a tool as well: "read /tmp/a.txt" names no noun. */
const evidence = ({ evidence: words }: Ranked, filled: Filled): number => words + (words > 1 ? Math.min(filled.sure, 2) * 0.5 : 0);

function narrowed(text: string, tools: readonly ModelTool[], search: ToolSearch): readonly ModelTool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const found = search(text, tools).flatMap((name) => byName.get(name) ?? []);
  return found.length > 0 ? found : tools;
}

/** A tool that is called by its own name: mcp__weather__get_forecast, get_forecast, /echo. */
function namedTool(text: string, tools: readonly ModelTool[]): ModelTool | undefined {
  const words = new Set(text.match(/[\p{L}\p{N}_-]+/gu)?.filter((word) => /[_-]/.test(word)) ?? []);
  const slash = /^\s*\/([\w-]+)/.exec(text)?.[1];
  const fits = tools.filter(
    (tool) => words.has(tool.name) || words.has(originalName(tool.name)) || (slash !== undefined && originalName(tool.name) === slash),
  );
  return fits.find((tool) => words.has(tool.name)) ?? fits[0];
}
