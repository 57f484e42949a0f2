/** Words that say nothing about which tool is meant; in a short list of tools rarity alone does not silence them. */
const STOP = new Set(
  (
    'a an the of to in on at for from by with and or is are be do does can could would will please me my i you your it this that these those what which how ' +
    'want need help tell show some any all us we our about into as so if then like ' +
    // Pairs of characters that Chinese requests are wrapped in.
    '帮我 我查 查一 一下 下我 请帮 请你 告诉 诉我 我要 要不 不要 我想 想要 能不 不能 可以 以帮 给我 我看 看看 看一 有没 没有 哪些 什么 怎么 么样 怎样 是多 多少 吗请 你帮'
  ).split(' '),
);

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const RUNS = new RegExp(`[${CJK}]+|[[\\p{L}\\p{N}]--[${CJK}]]+`, 'gv');
const isCjk = new RegExp(`^[${CJK}]`, 'v');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the border of ASCII
const isAscii = /^[\u0000-\u007F]*$/;

/**
 * The terms of a text: words in a light stem for spaced scripts (`forecasts`, `getForecast` and `get_forecast` all give
 * `forecast`), pairs of neighbouring characters for Chinese, Japanese and Korean.
 */
export function searchTokens(text: string): string[] {
  const tokens: string[] = [];
  if (isAscii.test(text)) {
    // Most text by far, and without Unicode properties several times quicker.
    const parted = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
    for (const word of parted.toLowerCase().match(/[a-z\d]+/g) ?? []) push(tokens, stemmed(word));
    return tokens;
  }
  for (const [run] of splitCase(text.normalize('NFKC')).toLowerCase().matchAll(RUNS)) {
    if (!isCjk.test(run)) push(tokens, stemmed(run));
    else if (run.length === 1) push(tokens, run);
    else for (let i = 0; i + 1 < run.length; i += 1) push(tokens, run.slice(i, i + 2));
  }
  return tokens;
}

function push(tokens: string[], token: string): void {
  if (!STOP.has(token)) tokens.push(token);
}

const splitCase = (text: string): string => text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');

/** The words of tool descriptions are few and come again and again. */
const stems = new Map<string, string>();
const MAX_STEMS = 20_000;

function stemmed(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_STEMS) stems.clear();
  const made = stem(word);
  stems.set(word, made);
  return made;
}

/** Plurals, -ing, -ed and a last -e; the same on both sides, so an odd stem does no harm. */
export function stem(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return withoutE(word.slice(0, -1));
  if (word.endsWith('ing') && word.length > 5) return undoubled(word.slice(0, -3));
  if (word.endsWith('ed') && word.length > 4) return undoubled(word.slice(0, -2));
  return withoutE(word);
}

const withoutE = (word: string): string => (word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word);
const undoubled = (word: string): string => (/([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);
