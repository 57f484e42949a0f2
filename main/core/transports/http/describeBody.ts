import { mediaType } from '../httpClient/mediaType.ts';

const SHOWN = 200;

/** Why a body is no answer, as a clause after "…answered 200": for a web page its title, else its beginning. */
export function describeBody(text: string, contentType: string): string {
  const type = mediaType(contentType);
  const trimmed = text.trim();
  if (trimmed === '') return 'with an empty body';
  if (isHtml(trimmed, type)) {
    const title = htmlTitle(trimmed);
    return `with a web page${title ? ` ("${title}")` : ''} instead of JSON, as proxies and login pages do`;
  }
  const beginning = oneLine(trimmed, SHOWN);
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    return isJson(trimmed) ? `with JSON that is no answer: ${beginning}` : `with broken JSON: ${beginning}`;
  }
  return `with ${type || 'a body without a content type'} instead of JSON: ${beginning}`;
}

/** The reason an error answer gives: the message in its JSON, its page title, or the beginning of its text. Empty when it says nothing. */
export function reasonOf(text: string, contentType: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (isHtml(trimmed, mediaType(contentType))) return htmlTitle(trimmed) ?? '';
  return oneLine(messageInJson(trimmed) ?? trimmed, SHOWN);
}

/** The JSON-RPC error in an error answer's body, if there is one. `id` as it came. */
export function rpcErrorIn(text: string): { id: unknown; code: number; message: string; data?: unknown } | undefined {
  const value = parse(text);
  const item: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(item) || !isObject(item.error)) return undefined;
  const { code, message, data } = item.error;
  if (typeof code !== 'number') return undefined;
  return { id: item.id, code, message: typeof message === 'string' ? message : '', ...(data === undefined ? {} : { data }) };
}

function messageInJson(text: string): string | undefined {
  const value = parse(text);
  if (!isObject(value)) return undefined;
  const { error } = value;
  const inner = isObject(error) ? error.message : undefined;
  const said = [value.error_description, inner, value.message, value.detail, error].find((part) => typeof part === 'string' && part !== '');
  return typeof said === 'string' ? said : undefined;
}

const isHtml = (text: string, type: string): boolean =>
  type === 'text/html' || type === 'application/xhtml+xml' || /^<(!doctype|html|head|body)/i.test(text);

function htmlTitle(html: string): string | undefined {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(html)?.[1];
  return title ? oneLine(unescapeHtml(title), 120) || undefined : undefined;
}

const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' })[name] ?? ' ');

/** One line without control characters, cut at `limit`. */
export function oneLine(text: string, limit: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = text.replace(/[\u0000-\u0020\u007f-\u009f]+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

const isJson = (text: string): boolean => parse(text) !== undefined;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
