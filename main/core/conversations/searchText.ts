import type { Message } from '../../../preload/contract/chat.ts';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Sets each CJK character apart, so that unicode61 makes one token of each and a word of any length is a phrase.
 * (The trigram tokenizer finds no Chinese word of one or two characters.)
 */
export const spread = (text: string): string => text.replace(CJK, ' $& ');

/** An FTS5 query that finds `query` as a phrase; the last Latin word may be unfinished. Undefined when nothing searchable is in it. */
export function phraseQuery(query: string): string | undefined {
  const tokens = spread(query.normalize('NFKC')).match(/[\p{L}\p{N}\p{M}]+/gu);
  if (!tokens) return undefined;
  const unfinished = /[\p{L}\p{N}]$/u.test(query) && !/\p{Script=Han}$/u.test(query);
  return `"${tokens.join(' ')}"${unfinished ? ' *' : ''}`;
}

/** What a message is found by: its own text and the text of its tool results, without the bulk of large ones. */
export function searchableText(message: Message): string {
  const parts = message.parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'tool') return `${part.call.title} ${part.call.original} ${part.call.result?.text.slice(0, 20_000) ?? ''}`;
    return '';
  });
  return parts.filter(Boolean).join('\n');
}

/** About 80 characters round the first place where a token of the query stands. FTS5's own snippet() would show the spread text. */
export function snippet(text: string, query: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const lower = flat.toLowerCase();
  const words = [query.trim(), ...(query.match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => word.toLowerCase());
  const at = words.map((word) => lower.indexOf(word)).find((index) => index >= 0) ?? 0;
  const start = Math.max(0, at - 24);
  const piece = flat.slice(start, start + 88);
  return `${start > 0 ? '…' : ''}${piece}${start + 88 < flat.length ? '…' : ''}`;
}
