import { type Node, parseRegex, RegexError, type Test } from './regexParse.ts';

type Step =
  | { op: 'set'; test: Test; next: number }
  | { op: 'split'; next: number; other: number }
  | { op: 'assert'; what: 'start' | 'end' | 'word' | 'not-word'; next: number }
  | { op: 'match' };

/** `full`: the whole text matches. `part`: some part of it does. `none`. `too-long`: not decided, the text or pattern is too big. */
export type RegexResult = 'full' | 'part' | 'none' | 'too-long';

export const MAX_PATTERN = 1_000;
const MAX_STEPS = 4_000;
/** Text length × program size: about 50 ms of work at most. */
const MAX_WORK = 4_000_000;

/** A compiled rule pattern. Matching takes time linear in the text: all states are followed at once, nothing is tried again. */
export class LinearRegex {
  readonly #steps: Step[] = [];
  readonly #start: number;

  /** Throws RegexError for what is not supported or not well-formed. */
  constructor(pattern: string) {
    if (pattern.length > MAX_PATTERN) throw new RegexError(`The pattern is longer than ${MAX_PATTERN} characters.`);
    this.#start = this.#compile(parseRegex(pattern), this.#push({ op: 'match' }));
  }

  test(text: string): RegexResult {
    if (text.length * this.#steps.length > MAX_WORK) return 'too-long';
    const points = Array.from(text, (char) => char.codePointAt(0) ?? -1);
    if (this.#run(points, false)) return 'full';
    return this.#run(points, true) ? 'part' : 'none';
  }

  /** `anywhere`: a match may begin and end at any place; otherwise only the whole text counts. */
  #run(points: number[], anywhere: boolean): boolean {
    let live = new Set<number>();
    for (let at = 0; at <= points.length; at += 1) {
      if (at === 0 || anywhere) this.#follow(this.#start, points, at, live);
      const matched = [...live].some((index) => this.#steps[index]?.op === 'match');
      if (matched && (anywhere || at === points.length)) return true;
      const point = points[at];
      if (point === undefined || (live.size === 0 && !anywhere)) return false;
      const next = new Set<number>();
      for (const index of live) {
        const step = this.#steps[index];
        if (step?.op === 'set' && step.test(point)) this.#follow(step.next, points, at + 1, next);
      }
      live = next;
    }
    return false;
  }

  /** Adds a step and everything reachable from it without reading a character. */
  #follow(index: number, points: number[], at: number, live: Set<number>): void {
    const waiting = [index];
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      if (live.has(current)) continue;
      live.add(current);
      const step = this.#steps[current];
      if (step?.op === 'split') waiting.push(step.other, step.next);
      else if (step?.op === 'assert' && holds(step.what, points, at)) waiting.push(step.next);
    }
  }

  #push(step: Step): number {
    if (this.#steps.length >= MAX_STEPS) throw new RegexError('The pattern is too large: its counted repeats multiply.');
    return this.#steps.push(step) - 1;
  }

  /** Builds from the end backwards; returns where the node begins. */
  #compile(node: Node, next: number): number {
    switch (node.kind) {
      case 'set':
        return this.#push({ op: 'set', test: node.test, next });
      case 'assert':
        return this.#push({ op: 'assert', what: node.what, next });
      case 'sequence':
        return node.items.reduceRight((after, item) => this.#compile(item, after), next);
      case 'choice':
        return node.items.map((item) => this.#compile(item, next)).reduceRight((other, start) => this.#push({ op: 'split', next: start, other }));
      case 'repeat':
        return this.#repeat(node.item, node.min, node.max, next);
    }
  }

  #repeat(item: Node, min: number, max: number, next: number): number {
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop: Step & { op: 'split' } = { op: 'split', next: -1, other: next };
      after = this.#push(loop);
      loop.next = this.#compile(item, after);
    } else {
      for (let i = min; i < max; i += 1) after = this.#push({ op: 'split', next: this.#compile(item, after), other: next });
    }
    for (let i = 0; i < min; i += 1) after = this.#compile(item, after);
    return after;
  }
}

const isWord = (point: number | undefined): boolean => point !== undefined && /\w/.test(String.fromCodePoint(point));

function holds(what: 'start' | 'end' | 'word' | 'not-word', points: number[], at: number): boolean {
  if (what === 'start') return at === 0;
  if (what === 'end') return at === points.length;
  const boundary = isWord(points[at - 1]) !== isWord(points[at]);
  return (what === 'word') === boundary;
}

const compiled = new Map<string, LinearRegex | RegexError>();

/** The compiled pattern, or why there is none. Remembers the last few hundred. */
export function regexOf(pattern: string): LinearRegex | RegexError {
  let found = compiled.get(pattern);
  if (found) return found;
  try {
    found = new LinearRegex(pattern);
  } catch (error) {
    found = error instanceof RegexError ? error : new RegexError('The pattern cannot be read.');
  }
  if (compiled.size >= 300) compiled.clear();
  compiled.set(pattern, found);
  return found;
}
