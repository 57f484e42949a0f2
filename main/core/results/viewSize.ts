import type { ResultBlock } from '../../../preload/contract/chat.ts';
import type { ItemParts } from './itemParts.ts';
import { inParts } from './pause.ts';
import { detached, safeEnd } from './pieces.ts';
import type { StructuredPart } from './structuredPart.ts';

/** Text of one result that crosses to the window and lies in the conversation; the rest is in the file of the whole. */
const MAX_VIEW_TEXT = 100_000;
const MAX_URI = 4_000;

const textLength = (block: ResultBlock): number => (block.kind === 'text' || block.kind === 'resource' ? (block.text?.length ?? 0) : 0);

/** Keeps what the window gets small (large data never crosses to it). */
export const fitView = {
  /** Whether people need the file of the whole, even if the model got all. */
  mustSave(parts: readonly ItemParts[], structured: StructuredPart): boolean {
    const length = parts.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + textLength(block), 0);
    return length > MAX_VIEW_TEXT || (structured.value !== undefined && !structured.small);
  },

  /** The blocks with their texts made visible and, together, cut to the limit. */
  async blocks(parts: readonly ItemParts[], reveal: (text: string) => string): Promise<ResultBlock[]> {
    let left = MAX_VIEW_TEXT;
    const cut = async (text: string): Promise<string> => {
      const end = safeEnd(text, Math.min(text.length, Math.max(left, 0)));
      left -= end;
      return end === text.length ? inParts(text, reveal) : `${await inParts(detached(text.slice(0, end)), reveal)}…`;
    };
    const out: ResultBlock[] = [];
    for (const block of parts.flatMap(({ blocks }) => blocks)) {
      if (block.kind === 'text') out.push({ ...block, text: await cut(block.text) });
      else if (block.kind === 'link') out.push({ ...block, uri: block.uri.slice(0, MAX_URI) });
      else if (block.kind === 'resource') {
        const { text, ...rest } = block;
        out.push({ ...rest, uri: block.uri.slice(0, MAX_URI), ...(text === undefined ? {} : { text: await cut(text) }) });
      } else out.push(block);
    }
    return out;
  },
};
