import type { Found } from './claims.ts';

function all(text: string, pattern: RegExp, group = 0): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match[group];
    if (value === undefined || value === '') continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ value, start, end: start + value.length });
  }
  return found;
}

/** Sentence ends do not belong to an address. */
const trimmed = (found: Found): Found => {
  const value = found.value.replace(/[.,;:!?)\]}'"]+$/, '');
  return { value, start: found.start, end: found.start + value.length };
};

export const findUrls = (text: string): Found[] => all(text, /\bhttps?:\/\/[^\s"'<>，。；！？、「」『』“”（）]+/gi).map(trimmed);
export const findEmails = (text: string): Found[] => all(text, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g).map(trimmed);

const QUOTES = /「([^」]*)」|『([^』]*)』|“([^”]*)”|‘([^’]*)’|《([^》]*)》|`([^`]*)`|"([^"]*)"|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])/gu;

/** Quoted texts without their quotes; the place includes the quotes. */
export function findQuoted(text: string): Found[] {
  return [...text.matchAll(QUOTES)].flatMap((match) => {
    const value = match.slice(1).find((group) => group !== undefined);
    return value === undefined || value === '' ? [] : [{ value, start: match.index, end: match.index + match[0].length }];
  });
}

const PATH = /(?:~|\.{1,2})?\/(?:[^\s"'`，。；！？、：「」『』“”()（）<>|*?]+\/?)*|[A-Za-z]:\\[^\s"'`，。；！？、「」“”<>|*?]+/g;
const FILE_NAME = /(?<![\w@/.\\-])[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/@])/gu;
const LATIN_FILE = /[A-Za-z0-9_-][A-Za-z0-9_.-]*\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/** Paths and file names. A Chinese sentence runs into the name without a gap: only the Latin end of such a piece is the name. */
export function findPaths(text: string): Found[] {
  const paths = all(text, PATH)
    .map(cutHan)
    .map(trimmed)
    .filter(({ value, start }) => value !== '/' || /(^|[\s在到从])$/.test(text.slice(0, start)))
    .filter(({ value, start }) => value !== '' && !/[\w:]$/.test(text.slice(Math.max(0, start - 1), start)));
  const names = all(text, FILE_NAME)
    .map(trimmed)
    .flatMap((found) => {
      if (!/\p{Script=Han}/u.test(found.value)) return [found];
      const latin = LATIN_FILE.exec(found.value);
      return latin ? [{ value: latin[0], start: found.start + latin.index, end: found.end }] : [];
    })
    .filter(({ start, end }) => !paths.some((path) => start < path.end && end > path.start));
  return [...paths, ...names].sort((a, b) => a.start - b.start);
}

/** `/tmp/a.txt的内容`: a Chinese tail after a file ending or after Latin text is the sentence, not the path. */
function cutHan(found: Found): Found {
  const tail = /^(.*?[\w.~/-])(?=\p{Script=Han})(?:的|里|中|下|到|这|目|文|和|为|移|重|改|读|写|内)/u.exec(found.value);
  if (!tail?.[1]) return found;
  return { value: tail[1], start: found.start, end: found.start + tail[1].length };
}

/** Glob patterns such as *.md. */
export const findGlobs = (text: string): Found[] =>
  all(text, /(?<![\w*])[\w./-]*[*?][\w.*?/{},-]*/g)
    .map(trimmed)
    .filter(({ value }) => /[\w]/.test(value));

/** `name=value`, `name: value`, `name 为 value` for a given name. The place covers the whole assignment. */
export function findAssigned(text: string, names: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const name of names) {
    if (name.trim() === '') continue;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const edge = /^[\w]/.test(name) ? '(?<![\\w])' : '';
    const value = '(?:「([^」]+)」|“([^”]+)”|"([^"]+)"|\'([^\']+)\'|(\\[[^\\]]*\\]|\\{.*\\})|([^\\s,，;；。]+))';
    const pattern = new RegExp(`${edge}${escaped}\\s*(?:=|:|：|为|是(?!不是|否))\\s*${value}`, 'giu');
    for (const match of text.matchAll(pattern)) {
      const read = match.slice(1).find((group) => group !== undefined);
      // A scheme is not an assignment: `file://…`, `http://…`.
      if (read !== undefined && !read.startsWith('//')) found.push({ value: read, start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}
