import type { Claims, Found } from './claims.ts';
import { originalName } from './rankTools.ts';
import { wordsOf } from './words.ts';

/** Words after which the rest of a sentence is what is to be searched, said or written. */
const MARKERS: readonly RegExp[] = [
  /(?:\b(?:search|look|find|query|check)\w*\s+(?:[\w-]+\s+){0,3}?(?:for|about)|\babout|\bregarding)\s+(.+)$/iu,
  /\b(?:remember|note|say|saying|says|echo|repeat|write|type|print)\s*(?:after me|that\s+|down\s+|the (?:text|message|words?)\s+)?[:,]?\s*(.+)$/iu,
  /\b(?:named|called|titled|with (?:the )?(?:content|text|message|body|title|name))\s*[:,]?\s*(.+)$/iu,
  /(?:内容|文字|文本|消息|标题|名字|主题|关键词|问题)(?:为|是|叫|改为)?\s*[::]?\s*(.+)$/u,
  /(?:记住|记下|记一下|回显|复述|重复|说|叫做|名叫|名为|关于|有关)\s*(?:一下)?\s*[::,,]?\s*(.+)$/u,
  /(?:搜索一下|搜索|搜一下|搜|查找|查询|检索|寻找|查一下|查|找一下|找)\s*(?:一下)?(?:关于|有关)?\s*[::]?\s*(.+)$/u,
  /[::]\s*(.+)$/u,
];

const EDGE = /^[\s,，。.!！?？;；:：、"'“”「」的了吧呢吗啊]+|[\s,，。!！?？;；:：、"'“”「」的了吧呢吗啊]+$/gu;
/** What stands between a text and the path that was cut out of it. */
const LEADING = /^(?:(?:the|an?|to|in|into|at|on|from|please|me)\s+|(?:把|将|在|给|用|对|请|帮我|一个|这个|那个)\s*)(?=\S)/iu;
const TRAILING =
  /\s*(?:\b(?:to|in|into|at|on|from|under|inside|please|file|to the file)|里面?|中|到|写入|写到|保存到?|存到?|文件|里的文件|的文件|这个文件|进)$/iu;

/**
 * What a request is about once the sentence around it is taken off: "search for cats in /tmp" → "cats", 「回显 你好」 → 「你好」.
 * Undefined when nothing is left. The place covers the whole text, as nothing else can use it then.
 */
export function findContent(claims: Claims, toolName: string): Found | undefined {
  const rest = claims.rest();
  const pieces = rest.split('\u0001').map((piece) => piece.replace(EDGE, ''));
  const whole = pieces.filter((piece) => piece !== '').join(' ');
  const marked = pieces.map(afterMarker).find((piece) => piece !== undefined && piece !== '');
  const text = strip(marked === undefined ? withoutCommand(whole, toolName) : withoutCommand(marked, toolName, true)) || strip(marked ?? '');
  if (text === '' || !hasOwnMeaning(text)) return undefined;
  return { value: text, start: 0, end: claims.text.length };
}

function afterMarker(piece: string): string | undefined {
  for (const marker of MARKERS) {
    const match = marker.exec(piece)?.[1];
    if (match === undefined) continue;
    const text = strip(match);
    if (text !== '' && hasOwnMeaning(text)) return text;
  }
  return undefined;
}

/** Takes the tool's own words off the front, and verbs and polite words unless `ownOnly`. */
function withoutCommand(text: string, toolName: string, ownOnly = false): string {
  const own = new Set(wordsOf(originalName(toolName).replaceAll('_', ' ')).flatMap((word) => word.keys));
  let start = 0;
  for (const word of wordsOf(text)) {
    const command = !ownOnly && (word.kind === 'stop' || word.kind === 'verb');
    if (!command && !word.keys.some((key) => own.has(key))) break;
    start = word.end;
  }
  return text.slice(start);
}

function strip(text: string): string {
  let stripped = text.replace(EDGE, '');
  for (let before = ''; before !== stripped; ) {
    before = stripped;
    stripped = stripped.replace(LEADING, '').replace(TRAILING, '').replace(EDGE, '');
  }
  return stripped;
}

const hasOwnMeaning = (text: string): boolean =>
  wordsOf(text).some((word) => word.kind !== 'stop') || /[^\s\p{P}]/u.test(text.replace(/[\p{L}\p{N}]/gu, ''));

/** "Alice, Bob and Carol", 「甲、乙和丙」 as single names. */
export function splitList(text: string): string[] {
  return text
    .split(/\s*(?:,|，|、|;|；|\band\b|\bor\b|和|与|及|以及|跟)\s*/iu)
    .map((item) => item.replace(EDGE, ''))
    .filter((item) => item !== '');
}
