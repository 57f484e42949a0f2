import type { ModelTool } from '../model.ts';
import { type Word, wordsOf } from './words.ts';

/** How well a tool fits a request. `evidence` does not depend on the other tools and decides whether the tool fits at all. */
export interface Ranked {
  tool: ModelTool;
  score: number;
  evidence: number;
}

/** A tool's words with the weight of the strongest place they stand in. */
interface ToolWords {
  weights: Map<string, number>;
  name: Word[];
  original: string;
}

const KIND_WEIGHT: Record<Word['kind'], number> = { noun: 1, verb: 0.6, other: 0.9, time: 0, stop: 0 };
const WEIGHT = { name: 3, title: 2.5, server: 1.2, first: 1.2, rest: 0.4, property: 0.7, propertyText: 0.3 };
/** Words of names that say nothing about what a tool is for. */
const NEUTRAL = new Set(['get', 'tool', 'mcp', 'text', 'do', '#fetch', '#content']);
/** Verbs that exclude each other: a request to read is never a request to delete. */
const ACTIONS = ['#read', '#write', '#edit', '#create', '#delete', '#list', '#search', '#move', '#copy', '#send'];
const DANGEROUS = new Set(['#delete', '#edit', '#move', '#send', '#write']);
/** A request for one of these is only met by a tool that says it does so; showing a file is no answer to deleting it. */
const BINDING: readonly (readonly [asked: string, does: readonly string[]])[] = [
  ['#delete', ['#delete']],
  ['#move', ['#move', '#copy']],
  ['#write', ['#write', '#create', '#edit', '#note', '#remember']],
  ['#edit', ['#edit', '#write', '#update']],
];
const PLUS = /\d\s*[+＋]\s*\d/;

/** The server's own name in a model-facing name: mcp__server__tool. */
export function originalName(name: string): string {
  const parts = name.split('__');
  return parts.length >= 3 && parts[0] === 'mcp' ? parts.slice(2).join('__') : name;
}

function read(tool: ModelTool): ToolWords {
  const weights = new Map<string, number>();
  const put = (words: readonly Word[], weight: number): void => {
    for (const { keys, kind } of words) if (kind !== 'stop') for (const key of keys) weights.set(key, Math.max(weights.get(key) ?? 0, weight));
  };
  const original = originalName(tool.name);
  const name = wordsOf(original.replaceAll('_', ' '));
  put(name, WEIGHT.name);
  if (original !== tool.name) put(wordsOf((tool.name.split('__')[1] ?? '').replaceAll('_', ' ')), WEIGHT.server);
  put(wordsOf(tool.title ?? ''), WEIGHT.title);
  const end = /[.。!！\n]/.exec(tool.description)?.index ?? tool.description.length;
  put(wordsOf(tool.description.slice(0, end)), WEIGHT.first);
  put(wordsOf(tool.description.slice(end, end + 1000)), WEIGHT.rest);
  const properties = tool.inputSchema.properties;
  if (typeof properties === 'object' && properties !== null)
    for (const [property, schema] of Object.entries(properties)) {
      put(wordsOf(property.replaceAll('_', ' ')), WEIGHT.property);
      const about = (schema as { description?: unknown } | null)?.description;
      if (typeof about === 'string') put(wordsOf(about.slice(0, 300)), WEIGHT.propertyText);
    }
  return { weights, name, original };
}

/** All tools that share a word with the request, best first. Pure; linear in the number of tools. */
export function rankTools(query: string, tools: readonly ModelTool[]): Ranked[] {
  const words = wordsOf(PLUS.test(query) ? `${query} sum` : query).filter((word) => word.keys.length > 0 && KIND_WEIGHT[word.kind] > 0);
  const known = tools.map(read);
  const counts = new Map<string, number>();
  const wanted = new Set(words.flatMap((word) => word.keys));
  for (const { weights } of known) for (const key of wanted) if (weights.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const rarity = (key: string): number => 0.6 + Math.log(1 + tools.length / (counts.get(key) ?? 1)) / 2;

  const ranked = tools.map((tool, index): Ranked => {
    const { weights, name, original } = known[index] as ToolWords;
    let score = 0;
    let evidence = 0;
    const matched = new Set<string>();
    for (const { keys, kind, text } of words) {
      let best = 0;
      let bestKey = '';
      for (const key of keys) {
        const weight = weights.get(key) ?? 0;
        if (weight > best) [best, bestKey] = [weight, key];
      }
      // The same thing said twice is not twice the evidence.
      if (best === 0 || matched.has(bestKey)) continue;
      matched.add(bestKey);
      for (const key of keys) matched.add(key);
      const own = KIND_WEIGHT[kind] * best;
      score += own * rarity(bestKey);
      if (best >= 1) evidence += own;
      if (text.toLowerCase() === original.toLowerCase()) [score, evidence] = [score + 2, evidence + 2];
    }
    // A tool whose whole name is one word is meant when that word falls, in whatever language.
    const telling = name.filter((word) => word.keys.length > 0 && !word.keys.some((key) => NEUTRAL.has(key)));
    if (telling.length === 1 && telling[0]?.keys.some((key) => matched.has(key))) evidence += 1;
    const missed = name.filter((word) => word.keys.length > 0 && word.keys.every((key) => !matched.has(key) && !NEUTRAL.has(key))).length;
    score -= missed * 0.35 + conflict(words, name) + (/deprecated/i.test(`${tool.title ?? ''} ${tool.description.slice(0, 200)}`) ? 1 : 0);
    return { tool, score, evidence: evidence - (conflict(words, name) >= 5 || !meets(words, weights) ? 5 : 0) };
  });
  return ranked.filter(({ evidence }) => evidence > 0).sort((a, b) => b.score - a.score);
}

/** A penalty when the tool's name says another action than the request; a large one when that action could do harm. */
function conflict(words: readonly Word[], name: readonly Word[]): number {
  const asked = ACTIONS.filter((action) => words.some((word) => word.keys.includes(action)));
  const does = ACTIONS.filter((action) => name.some((word) => word.keys.includes(action)));
  if (does.length === 0 || does.some((action) => asked.includes(action))) return 0;
  if (does.some((action) => DANGEROUS.has(action)) && does.includes('#delete')) return 5;
  return asked.length > 0 ? 1.5 : does.some((action) => DANGEROUS.has(action)) ? 2.5 : 0;
}

const meets = (words: readonly Word[], weights: ReadonlyMap<string, number>): boolean =>
  BINDING.every(([asked, does]) => !words.some((word) => word.keys.includes(asked)) || does.some((action) => (weights.get(action) ?? 0) >= 1));
