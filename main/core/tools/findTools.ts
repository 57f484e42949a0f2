import { searchTools } from './search/toolSearch.ts';
import type { Tool } from './tool.ts';

/** Fewer finds than this by parts of words, and those by meaning follow. */
const FEW = 20;
/** Hits by meaning that answer less than this share of the request are noise in a list for people. */
const MIN_COVERAGE = 0.1;

/** Capital letters, full-width forms and accents written in two ways make no difference to who looks for a tool. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const texts = new WeakMap<Tool, string>();
function textOf(tool: Tool): string {
  let text = texts.get(tool);
  if (text === undefined) {
    text = fold([tool.original, tool.title, tool.name, tool.fullDescription || tool.description].join('\n'));
    texts.set(tool, text);
  }
  return text;
}

interface Found {
  tools: readonly Tool[];
  query: string;
  hits: readonly Tool[];
}
/** The pages of one list are asked for one after the other, with the same words. */
let last: Found | undefined;

/**
 * The tools of a list that a person looks for. Every word has to stand somewhere in the name, title or description, in the
 * list's own order; where that finds few, tools that are near in meaning follow (English and Chinese, like `search_tools`).
 */
export function findTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const wanted = fold(query).trim();
  if (wanted === '') return tools;
  if (last?.tools === tools && last.query === wanted) return last.hits;
  const words = wanted.split(/\s+/);
  const exact = tools.filter((tool) => {
    const text = textOf(tool);
    return words.every((word) => text.includes(word));
  });
  let hits: readonly Tool[] = exact;
  if (exact.length < FEW) {
    const known = new Set(exact);
    const near = searchTools(tools, query, FEW).filter(({ tool, coverage }) => coverage >= MIN_COVERAGE && !known.has(tool));
    hits = [...exact, ...near.map(({ tool }) => tool)];
  }
  last = { tools, query: wanted, hits };
  return hits;
}
