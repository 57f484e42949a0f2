import type { ModelMessage } from '../model.ts';
import { findDates } from './dates.ts';
import { type Phrases, phrases } from './phrases.ts';
import { asksAboutRain, type RainFacts, rainFromJson, rainFromText } from './rainAdvice.ts';
import { jsonAsText, linesFor, readResult } from './readResult.ts';
import { isChinese } from './words.ts';

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

const MAX_TEXT = 6000;
const EDITED = /^Note: the user changed the arguments[^\n]*?What was sent: ([^\n]*)\n?/;
/** What the model reads in place of a picture; people see the picture itself. */
const SHOWN_IMAGE = /^\[[^\n]*\(image\/[^\n]*\) is shown\]\n?/gm;
const TOOL_ERROR = /^The tool reported an error:\n?/;
const FAILURE = /\(((?:call|auth|result|host|connect|spawn|config)\.[a-z_]+)\)/;

/** What came of the calls, in the language of the question. Never an empty text. */
export function report(question: string, results: readonly ToolMessage[], now: number): string {
  const chinese = isChinese(question);
  return results.map((result) => reportOne(question, result, chinese, now)).join('\n\n');
}

function reportOne(question: string, result: ToolMessage, chinese: boolean, now: number): string {
  const say = phrases(chinese);
  const lines: string[] = [];
  const edited = EDITED.exec(result.text)?.[1];
  const text = (edited === undefined ? result.text : result.text.replace(EDITED, '')).replace(SHOWN_IMAGE, '');
  if (edited !== undefined) lines.push(say.edited(edited));
  lines.push(...(result.isError ? [failure(text, say)] : success(question, text, result.images.length, chinese, say, now)));
  return lines.join('\n\n');
}

function failure(text: string, say: Phrases): string {
  if (TOOL_ERROR.test(text)) return say.toolError(text.replace(TOOL_ERROR, '').slice(0, MAX_TEXT));
  const code = FAILURE.exec(text)?.[1];
  if (code === 'call.denied') return say.denied(/Reason: ([^\n]*)/.exec(text)?.[1]?.replace(/[.。]$/, '') ?? '');
  if (code === 'call.cancelled') return say.cancelled;
  const fact = /^The call failed: ([\s\S]*?) \([a-z.]+_?[a-z]*\)/.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? '';
  const advice = code === undefined ? undefined : say.failures[code];
  return `${say.failed(`${fact}${code ? ` (${code})` : ''}`)}${advice ? `\n${advice}` : ''}`;
}

function success(question: string, text: string, images: number, chinese: boolean, say: Phrases, now: number): string[] {
  const lines: string[] = [];
  const { text: prose, json } = readResult(text);
  const days = findDates(question, now)[0]?.days ?? 0;
  const rain = asksAboutRain(question)
    ? ((json === undefined ? undefined : rainFromJson(json, days, now)) ?? rainFromText(prose === '' ? text : prose))
    : undefined;
  if (asksAboutRain(question) && (rain !== undefined || looksLikeWeather(text))) lines.push(umbrella(rain, say, chinese));

  // Structured data behind a text says the same again; alone it is turned into lists.
  const body = prose !== '' ? linesFor(prose, chinese) : json === undefined ? linesFor(text, chinese) : jsonAsText(json, say.more);
  if (body.trim() !== '') lines.push(body.length > MAX_TEXT ? `${body.slice(0, MAX_TEXT)}…\n\n${say.cut}` : body);
  if (images > 0) lines.push(say.images(images));
  if (lines.length === 0) lines.push(say.empty);
  return lines;
}

const looksLikeWeather = (text: string): boolean => /天气|气温|温度|weather|temperature|forecast|°/i.test(text);

function umbrella(rain: RainFacts | undefined, say: Phrases, chinese: boolean): string {
  if (!rain) return say.umbrellaUnknown;
  // Words of the other language would only confuse.
  const words = rain.words !== undefined && isChinese(rain.words) === chinese ? rain.words : undefined;
  return say.umbrella(rain.wet, rain.probability, words);
}
