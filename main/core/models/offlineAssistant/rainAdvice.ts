import { isoDate } from './dates.ts';

/** What a result says about rain on the day in question. */
export interface RainFacts {
  /** Percent, when the result has one. */
  probability?: number;
  /** The words about the sky that decided, as they stand in the result. */
  words?: string;
  wet: boolean;
}

/** The person wants to know whether it will be wet. */
export const asksAboutRain = (question: string): boolean => /伞|下雨|雨具|雨衣|有雨|umbrella|raincoat|\brain(?:y|ing)?\b|\bwet\b/i.test(question);

const RAIN_KEY = /precip|rain|降水|降雨|\bpop\b/i;
const CHANCE_KEY = /prob|chance|percent|概率|可能|\bpop\b|pct|rate/i;
const AMOUNT_KEY = /mm|amount|sum|量|total|intensity/i;
const SKY_KEY = /condition|weather|sky|summary|descr|text|phrase|天气|现象|状况/i;
const WET =
  /(?:小|中|大|暴|阵|雷阵|毛毛|冻)?雨(?:夹雪)?|雷暴|\b(?:light |heavy |moderate )?(?:rain(?:y|ing)?|showers?|drizzle|thunderstorms?|storms?|sleet)\b/iu;
const DRY = /无雨|没有雨|不下雨|无降水|\bno (?:rain|precipitation)\b|\bdry\b|\bwithout rain\b/iu;
/** The name of a measure is no forecast of rain. */
const MEASURE_WORDS =
  /(?:降雨|降水|下雨)(?:概率|量|几率|可能性?)|雨[衣伞具]|\b(?:chance|probability|risk|amount) of (?:rain|precipitation)\b|\b(?:rain|precipitation)[ _-]?(?:chance|probability|amount|fall|sum)\b/giu;
/** Percent from which taking an umbrella is the better bet. */
export const UMBRELLA_FROM = 40;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entry of a list of days that the question is about; `days` counts from today. */
function entryFor(list: readonly unknown[], days: number, now: number): unknown {
  const wanted = isoDate(now + days * 86_400_000);
  const byDate = list.find((item) => isObject(item) && Object.values(item).some((value) => typeof value === 'string' && value.startsWith(wanted)));
  return byDate ?? list[Math.min(Math.max(days, 0), list.length - 1)];
}

/** Reads structured content, whatever its names: numbers under names about rain, words under names about the sky. */
export function rainFromJson(value: unknown, days: number, now: number): RainFacts | undefined {
  let probability: number | undefined;
  let amount: number | undefined;
  let words: string | undefined;
  const walk = (node: unknown, key: string, depth: number): void => {
    if (depth > 8) return;
    if (Array.isArray(node)) {
      const daily = node.length > 0 && node.every(isObject);
      const series = node.length > 0 && node.every((item) => typeof item === 'number' || typeof item === 'string');
      if (daily || series) walk(entryFor(node, days, now), key, depth + 1);
      else for (const item of node) walk(item, key, depth + 1);
    } else if (isObject(node))
      for (const [name, inner] of Object.entries(node))
        walk(inner, isObject(inner) || Array.isArray(inner) ? `${key} ${name}` : `${lastWord(key)} ${name}`, depth + 1);
    else if (typeof node === 'number' || (typeof node === 'string' && /^\s*\d+(?:\.\d+)?\s*%?\s*$/.test(node))) {
      if (!RAIN_KEY.test(key)) return;
      const number = Number(String(node).replace('%', ''));
      if (AMOUNT_KEY.test(key) && !CHANCE_KEY.test(key)) amount = Math.max(amount ?? 0, number);
      // Some give a share of one; a whole 1 under a "percent" name stays one percent.
      else probability = Math.max(probability ?? 0, number > 0 && number < 1 ? number * 100 : number);
    } else if (typeof node === 'string' && SKY_KEY.test(key)) words ??= skyWords(node);
  };
  walk(value, '', 0);
  return decide(probability, amount, words);
}

const lastWord = (key: string): string => key.split(' ').at(-1) ?? '';

/** The same from plain text: "降水概率 73%", "chance of rain 73%", "light rain". */
export function rainFromText(text: string): RainFacts | undefined {
  let probability: number | undefined;
  const near =
    /(?:降水|降雨|下雨)[^\d%。\n]{0,8}(\d{1,3})\s*%|(?:rain|precipitation|pop)[^\d%.\n]{0,24}(\d{1,3})\s*%|(\d{1,3})\s*%\s*(?:chance|probability|risk)[^.\n]{0,12}(?:rain|precip|showers?)/giu;
  for (const match of text.matchAll(near)) {
    const number = Number(match[1] ?? match[2] ?? match[3]);
    probability = Math.max(probability ?? 0, number);
  }
  return decide(probability, undefined, skyWords(text));
}

function skyWords(text: string): string | undefined {
  const dry = DRY.exec(text);
  if (dry) return dry[0];
  return WET.exec(text.replace(MEASURE_WORDS, ' '))?.[0];
}

function decide(probability: number | undefined, amount: number | undefined, words: string | undefined): RainFacts | undefined {
  if (probability === undefined && amount === undefined && words === undefined) return undefined;
  const rains = words !== undefined && !DRY.test(words);
  // A number is the better witness; words decide where there is none.
  const wet = probability !== undefined ? probability >= UMBRELLA_FROM : amount !== undefined ? amount > 0.2 || rains : rains;
  return { wet, ...(probability === undefined ? {} : { probability: Math.round(probability) }), ...(words === undefined ? {} : { words }) };
}
