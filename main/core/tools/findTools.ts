import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepareSearch, searchTools } from './search/toolSearch.ts';
import type { Tool } from './tool.ts';

/** Fewer finds than this by parts of words, and those by meaning follow. */
const FEW = 20;
/** Hits by meaning that answer less than this share of the request are noise in a list for people. */
const MIN_COVERAGE = 0.1;
/** Preparing a long list gives the event loop a turn after this many milliseconds. */
const SLICE_MS = 8;

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

/** Folds the texts of a list once, in slices; 10,000 of them would hold up everything else for a moment. */
async function prepare(tools: readonly Tool[]): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const tool of tools) {
    textOf(tool);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
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
export async function findTools(tools: readonly Tool[], query: string): Promise<readonly Tool[]> {
  const wanted = fold(query).trim();
  if (wanted === '') return tools;
  if (last?.tools === tools && last.query === wanted) return last.hits;
  await prepare(tools);
  const words = wanted.split(/\s+/);
  const exact = tools.filter((tool) => {
    const text = textOf(tool);
    return words.every((word) => text.includes(word));
  });
  const hits = exact.length < FEW ? [...exact, ...(await nearTools(tools, query, new Set(exact)))] : exact;
  last = { tools, query: wanted, hits };
  return hits;
}

async function nearTools(tools: readonly Tool[], query: string, known: ReadonlySet<Tool>): Promise<Tool[]> {
  await prepareSearch(tools);
  return searchTools(tools, query, FEW).flatMap(({ tool, coverage }) => (coverage >= MIN_COVERAGE && !known.has(tool) ? [tool] : []));
}
