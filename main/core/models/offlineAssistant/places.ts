import { CITY_NAMES } from './cities.ts';
import type { Found } from './claims.ts';
import { wordsOf } from './words.ts';

const latin = CITY_NAMES.filter((name) => /^[A-Z]/.test(name)).map((name) => name.replace(/'/g, "['’]?"));
const han = CITY_NAMES.filter((name) => !/^[A-Z]/.test(name));
const KNOWN = new RegExp(`(?<![\\p{L}])(?:${latin.join('|')})(?![\\p{L}])|(?:${han.join('|')})市?`, 'giu');
const PREPOSITION = /\b(?:in|for|at|near|around|of|to|from)\s+(?:the\s+)?((?:[\p{L}][\p{L}.'’-]*)(?:\s+[\p{L}][\p{L}.'’-]*){0,3})/giu;
const CAPITALISED = /(?<=\S\s)\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,3}/gu;

/**
 * Names of places, surest first: known cities, then what stands after a preposition or is written like a name, then the piece of a
 * Chinese sentence that is no known word. `text` may contain holes (claims.ts), which no name crosses.
 */
export function findPlaces(text: string): Found[] {
  const found: Found[] = [];
  const put = (value: string, start: number): void => {
    const end = start + value.length;
    if (value !== '' && !found.some((other) => start < other.end && end > other.start)) found.push({ value, start, end });
  };
  for (const match of text.matchAll(KNOWN)) put(match[0].length > 2 ? match[0].replace(/市$/, '') : match[0], match.index);
  for (const match of text.matchAll(PREPOSITION)) {
    const phrase = match[1] ?? '';
    const name = leadingName(phrase);
    if (name !== '') put(name, match.index + match[0].length - phrase.length);
  }
  for (const match of text.matchAll(CAPITALISED)) {
    const name = leadingName(match[0]);
    if (name !== '') put(name, match.index);
  }
  for (const word of wordsOf(text)) {
    if (word.kind === 'other' && /^\p{Script=Han}{2,10}$/u.test(word.text)) put(word.text.replace(/(?<=..)市$/, ''), word.start);
  }
  return found;
}

/** The words of a phrase up to the first one that has a meaning of its own: "new york tomorrow" → "new york". */
function leadingName(phrase: string): string {
  let end = 0;
  for (const { kind, text, start, end: wordEnd } of wordsOf(phrase)) {
    const adjective = /^(new|old|san|los|las|saint|st|great|north|south|east|west|upper|lower|long)$/i.test(text);
    if (!adjective && (kind === 'stop' || kind === 'time' || kind === 'noun' || kind === 'verb')) break;
    if (/^\d/.test(text) || (start > 0 && !/^[\s'’.-]*$/.test(phrase.slice(end, start)))) break;
    end = wordEnd;
  }
  const name = phrase.slice(0, end);
  return /^(new|old|great|long)$/i.test(name) ? '' : name;
}
