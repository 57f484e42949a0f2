import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { searchTokens } from './searchTokens.ts';
import { ownShare, relatedTokens } from './synonyms.ts';

/** What a tool is found by. Tools of the table and tools as a model gets them both fit. */
export interface Searchable {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: JsonSchema;
  readonly originalSchema?: JsonSchema;
  readonly fullDescription?: string;
}

export interface ToolHit<T> {
  tool: T;
  /** BM25; only good for comparing hits of one search. */
  score: number;
  /** How much of what the request says the tool answers, 0 to 1: rare words count more. */
  coverage: number;
}

/** Okapi BM25 with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** A word of the name says more than one of the description. */
const WEIGHTS = { name: 3, title: 2, description: 1, parameters: 0.5 } as const;
const RELATED = 0.5;
/** For a tool all of whose own name stands in the request: `read_file` before `read_multiple_files` for "read the file". */
const NAMED = 1.3;
/** Candidates whose names are looked at, as a multiple of the hits wanted. */
const CANDIDATES = 4;
const MAX_TEXT = 2048;
const MAX_QUERY_TERMS = 64;

interface Posting {
  documents: number[];
  counts: number[];
}

/** A lexical index over tools. Add all, then search; adding later costs one more pass over the postings. */
export class ToolIndex<T extends Searchable> {
  readonly #tools: T[] = [];
  readonly #lengths: number[] = [];
  readonly #postings = new Map<string, Posting>();
  #totalLength = 0;
  #scores = new Float64Array(0);

  get size(): number {
    return this.#tools.length;
  }

  add(tool: T): void {
    const document = this.#tools.push(tool) - 1;
    const counts = new Map<string, number>();
    let length = 0;
    const take = (text: string, weight: number): void => {
      for (const token of searchTokens(text)) {
        counts.set(token, (counts.get(token) ?? 0) + weight);
        length += weight;
      }
    };
    take(tool.name.replace(/^mcp__/, ''), WEIGHTS.name);
    if (tool.title !== undefined && tool.title !== tool.name) take(tool.title.slice(0, 200), WEIGHTS.title);
    take((tool.fullDescription || tool.description).slice(0, MAX_TEXT), WEIGHTS.description);
    take(parameterNames(tool), WEIGHTS.parameters);
    for (const [token, count] of counts) this.#post(token, document, count);
    this.#lengths.push(length);
    this.#totalLength += length;
  }

  /** The best tools first; equal scores keep the order of the list. Empty when no word of the request occurs anywhere. */
  search(query: string, limit: number): ToolHit<T>[] {
    const terms = queryTerms(query);
    const scores = this.#scoreAll(terms);
    const best = this.#preferNamed(topOf(scores, limit * CANDIDATES), scores, terms).slice(0, limit);
    const total = terms.reduce((sum, term) => sum + (term.own ? term.weight * this.#rarity(term.token) : 0), 0);
    return best.flatMap((document) => {
      const tool = this.#tools[document];
      return tool === undefined
        ? []
        : [{ tool, score: scores[document] ?? 0, coverage: total === 0 ? 0 : Math.min(1, this.#matched(document, terms) / total) }];
    });
  }

  #preferNamed(candidates: number[], scores: Float64Array, terms: readonly QueryTerm[]): number[] {
    const own = new Set(terms.filter((term) => term.own).map((term) => term.token));
    for (const document of candidates) {
      const name = searchTokens(ownName(this.#tools[document]?.name ?? ''));
      if (name.length > 0 && name.every((token) => own.has(token))) scores[document] = (scores[document] as number) * NAMED;
    }
    // Stable, so that equal scores keep the order of the list.
    return candidates.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  }

  #post(token: string, document: number, count: number): void {
    const posting = this.#postings.get(token);
    if (posting) {
      posting.documents.push(document);
      posting.counts.push(count);
    } else this.#postings.set(token, { documents: [document], counts: [count] });
  }

  #scoreAll(terms: readonly QueryTerm[]): Float64Array {
    const size = this.#tools.length;
    if (this.#scores.length !== size) this.#scores = new Float64Array(size);
    const scores = this.#scores.fill(0);
    const average = this.#totalLength / Math.max(1, size);
    for (const { token, weight } of terms) {
      const posting = this.#postings.get(token);
      if (!posting) continue;
      const gain = weight * this.#rarity(token) * (K1 + 1);
      const { documents, counts } = posting;
      for (let i = 0; i < documents.length; i += 1) {
        const document = documents[i] as number;
        const count = counts[i] as number;
        scores[document] =
          (scores[document] as number) + (gain * count) / (count + K1 * (1 - B + (B * (this.#lengths[document] as number)) / average));
      }
    }
    return scores;
  }

  #rarity(token: string): number {
    const size = this.#tools.length;
    const inHowMany = this.#postings.get(token)?.documents.length ?? 0;
    return Math.log(1 + (size - inHowMany + 0.5) / (inHowMany + 0.5));
  }

  /** Rarity of the request's words that a document has, itself or by a related word. */
  #matched(document: number, terms: readonly QueryTerm[]): number {
    return terms.reduce((sum, { token, weight }) => {
      const found = this.#postings.get(token)?.documents;
      return found && includesSorted(found, document) ? sum + weight * this.#rarity(token) : sum;
    }, 0);
  }
}

interface QueryTerm {
  token: string;
  weight: number;
  /** A word of the request, not a related one. */
  own: boolean;
}

function queryTerms(query: string): QueryTerm[] {
  const text = query.slice(0, MAX_TEXT);
  const own = new Set(searchTokens(text).slice(0, MAX_QUERY_TERMS));
  const terms: QueryTerm[] = [...own].map((token) => ({ token, weight: ownShare(token), own: true }));
  for (const [token, share] of relatedTokens(text, own)) if (!own.has(token)) terms.push({ token, weight: RELATED * share, own: false });
  return terms;
}

/** The tool's own part of a model-facing name. */
const ownName = (name: string): string => name.replace(/^mcp__.*?__/, '');

function parameterNames(tool: Searchable): string {
  const properties = (tool.originalSchema ?? tool.inputSchema)?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).slice(0, 40).join(' ') : '';
}

/** Indexes of the `limit` highest scores above zero, by insertion into a short sorted list. */
function topOf(scores: Float64Array, limit: number): number[] {
  const top: number[] = [];
  let least = 0;
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number;
    if (score <= 0 || (top.length >= limit && score <= least)) continue;
    let at = top.length;
    while (at > 0 && (scores[top[at - 1] as number] as number) < score) at -= 1;
    top.splice(at, 0, i);
    if (top.length > limit) top.pop();
    least = scores[top[top.length - 1] as number] as number;
  }
  return top;
}

/** Postings grow in the order of documents. */
function includesSorted(sorted: readonly number[], value: number): boolean {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] as number;
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
