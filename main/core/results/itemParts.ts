import type { ResultBlock } from '../../../preload/contract/chat.ts';
import type { ContentItem } from './contentItems.ts';
import { Base64Error, decodeBase64, unwrapDataUrl } from './decodeBase64.ts';
import { BROWSER_IMAGES, JSON_TEXT } from './fileKinds.ts';
import { firstChars, jsonPieces, type Pieces, slices } from './pieces.ts';
import type { ModelImage } from './result.ts';
import type { ResultStore, SavedFile } from './resultStore.ts';
import type { ImageLimits, Shrunk } from './shrinkImage.ts';
import { bytesText } from './sizes.ts';

/** What one content item becomes: blocks for people, text and perhaps an image for the model. */
export interface ItemParts {
  blocks: ResultBlock[];
  /** Whole and uncleaned; may be made more than once. */
  text: () => Pieces;
  image?: ModelImage;
  notes: string[];
}

export interface ItemDeps {
  store: ResultStore;
  shrink: (file: string, mimeType: string, limits: ImageLimits) => Promise<Shrunk>;
  limits: ImageLimits;
  /** Makes hidden characters visible for people. */
  reveal: (text: string) => string;
  /** How many images this result may still give to the model. */
  imagesLeft: number;
}

/** Longer JSON of unknown items goes to a file of its own. */
const MAX_JSON = 2_000;
/** A larger original is not shown in the chat as it is. */
const MAX_SHOWN_BYTES = 5_000_000;

export async function partsOf(item: ContentItem, deps: ItemDeps): Promise<ItemParts> {
  switch (item.kind) {
    case 'text':
      return { blocks: [{ kind: 'text', text: item.text }], text: () => slices(item.text), notes: [] };
    case 'link':
      return linkParts(item, deps);
    case 'resource': {
      const heading = `[Resource ${item.uri}${item.mimeType ? ` (${item.mimeType})` : ''}]\n`;
      const { kind: _, ...block } = item;
      return { blocks: [{ kind: 'resource', ...block }], text: () => chain(heading, item.text), notes: [] };
    }
    case 'binary':
      return binaryParts(item, deps);
    case 'unknown':
      return unknownParts(item, deps);
  }
}

function* chain(...texts: string[]): Pieces {
  for (const text of texts) yield* slices(text);
}
const said =
  (text: string): (() => Pieces) =>
  () => [text];

function linkParts(item: ContentItem & { kind: 'link' }, { reveal }: ItemDeps): ItemParts {
  const { uri, name, mimeType, description } = item;
  const details = [mimeType, description].filter((part) => part !== undefined).join(', ');
  return {
    blocks: [
      {
        kind: 'link',
        uri,
        name: reveal(name.slice(0, 1_000)),
        ...(mimeType === undefined ? {} : { mimeType: reveal(mimeType.slice(0, 200)) }),
        ...(description === undefined ? {} : { description: reveal(description.slice(0, 4_000)) }),
      },
    ],
    text: () => chain(`[Link to resource ${JSON.stringify(name)}: ${uri}${details ? ` (${details})` : ''}]`),
    notes: [],
  };
}

async function unknownParts(item: ContentItem & { kind: 'unknown' }, { store, reveal }: ItemDeps): Promise<ItemParts> {
  const { text, more } = firstChars(jsonPieces(item.value), MAX_JSON);
  const label = `Content of type ${item.type}`;
  if (!more) return { blocks: [{ kind: 'unknown', json: reveal(text) }], text: said(`[${label}: ${text}]`), notes: [] };
  const { ref } = await store.saveText(jsonPieces(item.value), JSON_TEXT);
  return {
    blocks: [
      { kind: 'unknown', json: reveal(`${text}…`) },
      { kind: 'file', file: ref, note: `${label}, whole` },
    ],
    text: said(`[${label}: ${text}… The whole is saved as ${ref.path}]`),
    notes: [],
  };
}

async function binaryParts(item: ContentItem & { kind: 'binary' }, deps: ItemDeps): Promise<ItemParts> {
  let saved: SavedFile;
  try {
    const { text, mimeType } = unwrapDataUrl(item.data);
    if (text === '') return lost(item, 'it is empty');
    saved = await deps.store.saveBytes(decodeBase64(text), item.mimeType ?? mimeType);
  } catch (error) {
    if (error instanceof Base64Error) return lost(item, `its data cannot be read: ${error.message}`);
    return lost(item, `it could not be saved (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  const notes = saved.mismatch === undefined ? [] : [`${item.label}: ${saved.mismatch}`];
  const isImage = saved.kind.mimeType.startsWith('image/');
  if (isImage || item.as === 'image') return imageParts(item, saved, notes, deps);
  const described = `[${item.label} (${saved.kind.mimeType}, ${bytesText(saved.ref.bytes)}) saved as ${saved.ref.path}]`;
  const block: ResultBlock = saved.kind.mimeType.startsWith('audio/')
    ? { kind: 'audio', file: saved.ref }
    : item.as === 'resource'
      ? { kind: 'resource', uri: item.uri ?? '', mimeType: saved.kind.mimeType, file: saved.ref }
      : { kind: 'file', file: saved.ref, ...(saved.mismatch === undefined ? {} : { note: saved.mismatch }) };
  return { blocks: [block], text: said(described), notes };
}

function lost(item: ContentItem & { kind: 'binary' }, reason: string): ItemParts {
  const sentence = `${item.label}${item.mimeType ? ` (${item.mimeType.slice(0, 100)})` : ''} not shown: ${reason}`;
  return { blocks: [{ kind: 'text', text: `[${sentence}]` }], text: said(`[${sentence}]`), notes: [sentence] };
}

/** The picture for people, and one for the model where it can take it. */
async function imageParts(item: ContentItem & { kind: 'binary' }, saved: SavedFile, notes: string[], deps: ItemDeps): Promise<ItemParts> {
  const { ref, kind } = saved;
  const shrunk = await deps.shrink(ref.path, kind.mimeType, deps.limits);
  if (shrunk.kind === 'none') {
    const reason = `${item.label} cannot be given to the model: ${shrunk.reason}.`;
    // That it is no image at all is reason enough.
    const all = saved.mismatch !== undefined && !kind.mimeType.startsWith('image/') ? notes : [...notes, reason];
    const block: ResultBlock = { kind: 'file', file: ref, note: all.join(' ') };
    const text = said(`[${item.label} (${kind.mimeType}, ${bytesText(ref.bytes)}) is not shown here: ${shrunk.reason}. It is saved as ${ref.path}]`);
    return { blocks: [block], text, notes: all };
  }
  const small = shrunk.kind === 'made' ? (await deps.store.saveBytes([shrunk.data])).ref : ref;
  const size = { width: shrunk.width, height: shrunk.height };
  const noted = shrunk.kind === 'made' ? [...notes, ...shrunk.notes] : notes;
  const note = noted.length > 0 ? { note: noted.join(' ') } : {};
  const original = BROWSER_IMAGES.has(kind.mimeType) && ref.bytes <= MAX_SHOWN_BYTES;
  const blocks: ResultBlock[] = original
    ? [{ kind: 'image', file: ref, ...(small === ref ? size : {}), ...note }]
    : [
        { kind: 'image', file: small, ...size, ...note },
        { kind: 'file', file: ref, note: 'The original' },
      ];
  if (deps.imagesLeft <= 0) {
    const text = said(`[${item.label} (${kind.mimeType}) saved as ${ref.path}; too many images to show them all]`);
    return { blocks, text, notes: noted };
  }
  const image: ModelImage = { path: small.path, mimeType: small.mimeType };
  return { blocks, text: said(`[${item.label} (${kind.mimeType}, ${size.width}×${size.height}) is shown]`), image, notes: noted };
}
