import { inSlices } from '../../base/inSlices.ts';
import { type Searchable, type ToolHit, ToolIndex } from './toolIndex.ts';

/** Lists kept indexed: those of running conversations and the newest. An index of 10,000 tools takes about 15 MB. */
const KEPT = 3;

interface Entry {
  tools: readonly Searchable[];
  index: ToolIndex<Searchable>;
}

/** Newest first. */
let entries: Entry[] = [];

/**
 * The tools that fit a request in English or Chinese, best first (TOL-10). The index of a list is made once and kept while
 * lists with the very same tools are searched; `prepareSearch` makes it beforehand without holding up the event loop.
 */
export function searchTools<T extends Searchable>(tools: readonly T[], query: string, limit = 10): ToolHit<T>[] {
  const entry = entryFor(tools);
  for (let i = entry.index.size; i < tools.length; i += 1) entry.index.add(tools[i] as T);
  return entry.index.search(query, limit) as ToolHit<T>[];
}

/** Indexes in slices; a search meanwhile finishes the rest at once. */
export async function prepareSearch(tools: readonly Searchable[], signal?: AbortSignal): Promise<void> {
  await inSlices(indexing(entryFor(tools)), () => !signal?.aborted);
}

function* indexing({ tools, index }: Entry): Generator<void, void> {
  while (index.size < tools.length) {
    index.add(tools[index.size] as Searchable);
    yield;
  }
}

function entryFor(tools: readonly Searchable[]): Entry {
  const known = entries.find((entry) => entry.tools === tools || sameTools(entry.tools, tools));
  const entry = known ?? { tools, index: new ToolIndex<Searchable>() };
  if (entries[0] !== entry) entries = [entry, ...entries.filter((other) => other !== entry)].slice(0, KEPT);
  return entry;
}

const sameTools = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((tool, i) => tool === b[i]);
