import type { FileRef, ResultBlock, ToolResultView } from '../../../preload/contract/chat.ts';
import { withTextNumbers } from '../base/exactJson.ts';
import { revealHidden, stripHidden } from '../base/hiddenText.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Logger } from '../ports.ts';
import { type ContentItem, readContent, saysError } from './contentItems.ts';
import { TEXT } from './fileKinds.ts';
import { type ItemParts, partsOf } from './itemParts.ts';
import { inParts, pause } from './pause.ts';
import { joined, jsonPieces, type Pieces } from './pieces.ts';
import type { ModelImage, ProcessedResult, ProcessResult } from './result.ts';
import { resultMeta } from './resultMeta.ts';
import { type ResultStore, resultId } from './resultStore.ts';
import { type ImageLimits, type Shrunk, shrinkImage } from './shrinkImage.ts';
import { type StructuredPart, structuredPart, type ValidateStructured } from './structuredPart.ts';
import { headOf } from './truncateText.ts';
import { fitView } from './viewSize.ts';

export interface ResultLimits extends ImageLimits {
  /** Of the text for the model (CAL-5). */
  maxTokens: number;
}

export interface ProcessResultDeps {
  store: ResultStore;
  limits: () => ResultLimits;
  /** For structuredContent; without it nothing is checked. */
  validate?: ValidateStructured;
  log: Logger;
  cleanForModel?: (text: string) => string;
  showForPeople?: (text: string) => string;
  shrink?: (file: string, mimeType: string, limits: ImageLimits) => Promise<Shrunk>;
}

/** More images of one result do not go to the model. */
const MAX_IMAGES = 20;
/** More items of one result are not taken apart one by one. */
const MAX_ITEMS = 1_000;
export const NO_CONTENT = '(no content)';
export const EMPTY_ERROR = '(the tool reported an error and sent no text)';

export function createProcessResult(deps: ProcessResultDeps): ProcessResult {
  const { cleanForModel = stripHidden, showForPeople = revealHidden, shrink = shrinkImage } = deps;
  const tools = { cleanForModel, showForPeople, shrink, ...deps };
  return async (raw, context) => {
    try {
      return await processOne(raw, context.outputSchema, tools);
    } catch (error) {
      deps.log.error('A tool result could not be processed.', { ...context, outputSchema: undefined, error: toErrorInfo(error).message });
      return unreadable(raw);
    }
  };
}

type Tools = ProcessResultDeps & Required<Pick<ProcessResultDeps, 'cleanForModel' | 'showForPeople' | 'shrink'>>;

async function processOne(raw: unknown, outputSchema: Record<string, unknown> | undefined, tools: Tools): Promise<ProcessedResult> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return processOne({ content: [{ type: 'result', value: raw }] }, undefined, tools);
  const fields = raw as Record<string, unknown>;
  const { items, notes } = readContent(fields);
  const structured = await structuredPart(fields, items, outputSchema, tools.validate);
  const { meta, note } = resultMeta(fields);
  const parts = await allParts(items, tools);
  const whole = (): Pieces => joined(textsOf(parts, structured));
  const isError = saysError(fields);
  const { text, full, cleaned } = await modelText(whole, isError, tools, fitView.mustSave(parts, structured));
  const images = parts.flatMap(({ image }) => (image ? [image] : []));
  const shown = withTextNumbers(structured.value);
  const view: ToolResultView = {
    isError,
    blocks: await fitView.blocks(parts, tools.showForPeople),
    ...(structured.value !== undefined && structured.small ? { structured: shown } : {}),
    ...(meta ? { meta } : {}),
    text,
    ...(full ? { full } : {}),
    notes: [...notes, ...parts.flatMap((part) => part.notes), ...structured.notes, ...(note ? [note] : []), ...cleaned].slice(0, 100),
  };
  return { view, images, ...(shown !== structured.value && structured.small ? { structured: structured.value } : {}) };
}

/** One after the other: order is kept, and a result of many images does not take the whole machine. */
async function allParts(items: readonly ContentItem[], tools: Tools): Promise<ItemParts[]> {
  const { store, shrink, showForPeople: reveal } = tools;
  const parts: ItemParts[] = [];
  let imagesLeft = MAX_IMAGES;
  const rest = items.slice(MAX_ITEMS);
  const last: ContentItem[] = rest.length > 0 ? [{ kind: 'unknown', type: `more items (${rest.length})`, value: rest }] : [];
  for (const item of [...items.slice(0, MAX_ITEMS), ...last]) {
    const part = await partsOf(item, { store, shrink, limits: tools.limits(), reveal, imagesLeft }).catch((error: unknown) =>
      failedPart(item, error, tools),
    );
    if (part.image) imagesLeft -= 1;
    parts.push(part);
    if (parts.length % 50 === 0) await pause();
  }
  return parts;
}

/** One item that cannot be saved costs that item only. */
function failedPart(item: ContentItem, error: unknown, tools: Tools): ItemParts {
  const { message } = toErrorInfo(error);
  tools.log.warn('An item of a tool result could not be kept.', { kind: item.kind, error: message });
  const sentence = `[An item of kind ${item.kind} could not be kept]`;
  return {
    blocks: [{ kind: 'text', text: sentence }],
    text: () => [sentence],
    notes: [`An item of kind ${item.kind} could not be kept: ${message}`],
  };
}

function textsOf(parts: readonly ItemParts[], structured: StructuredPart): Pieces[] {
  const texts = parts.map((part) => part.text());
  return structured.missingInText ? [...texts, jsonPieces(structured.value)] : texts;
}

interface ModelText {
  text: string;
  full?: FileRef;
  cleaned: string[];
}

/** The text for the model: cut, cleaned, never empty, with a pointer to the rest. */
async function modelText(whole: () => Pieces, isError: boolean, tools: Tools, alsoSave: boolean): Promise<ModelText> {
  const head = headOf(whole(), tools.limits().maxTokens);
  const clean = await inParts(head.text, tools.cleanForModel);
  const cleaned =
    clean === head.text || clean === head.text.replaceAll('\r\n', '\n')
      ? []
      : ['Hidden or control characters were removed before the model got the text.'];
  const full = head.cut || alsoSave ? await saveWhole(whole, tools) : undefined;
  if (!head.cut) return { text: clean.trim() === '' ? (isError ? EMPTY_ERROR : NO_CONTENT) : clean, ...(full ? { full } : {}), cleaned };
  return { text: `${clean}\n\n${pointer(Buffer.byteLength(head.text), full)}`, ...(full ? { full } : {}), cleaned };
}

async function saveWhole(whole: () => Pieces, tools: Tools): Promise<FileRef | undefined> {
  try {
    return (await tools.store.saveText(whole(), TEXT)).ref;
  } catch (error) {
    tools.log.warn('The whole of a large result could not be saved.', { error: toErrorInfo(error).message });
    return undefined;
  }
}

function pointer(shown: number, full: FileRef | undefined): string {
  if (!full) return '[The result goes on, but the rest could not be saved. Ask for less at a time.]';
  const call = JSON.stringify({ id: resultId(full), offset: shown });
  return `[The first ${shown} of ${full.bytes} bytes are shown. Read on with read_result ${call}. The whole is saved as ${full.path}]`;
}

/** The last resort: nothing is claimed about the content, and the conversation stays usable. */
function unreadable(raw: unknown): ProcessedResult {
  const isError = typeof raw === 'object' && raw !== null && Object.hasOwn(raw, 'isError');
  const text = 'The tool answered, but its result could not be processed.';
  const blocks: ResultBlock[] = [{ kind: 'text', text }];
  const images: ModelImage[] = [];
  return { view: { isError, blocks, text, notes: [text] }, images };
}
