/** One item of a result's content (MCP 2025-11-25 § ContentBlock), believed only as far as it was checked. */
export type ContentItem =
  | { kind: 'text'; text: string }
  /** `as` is what the server says it is; the bytes decide. */
  | { kind: 'binary'; as: 'image' | 'audio' | 'resource' | 'other'; data: string; mimeType?: string; uri?: string; label: string }
  | { kind: 'link'; uri: string; name: string; mimeType?: string; description?: string }
  | { kind: 'resource'; uri: string; mimeType?: string; text: string }
  | { kind: 'unknown'; type: string; value: unknown };

export interface ReadContent {
  items: ContentItem[];
  /** Oddities, for people: one plain sentence each. */
  notes: string[];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const optional = <K extends string>(key: K, value: unknown): { [P in K]?: string } =>
  typeof value === 'string' ? ({ [key]: value } as { [P in K]?: string }) : {};

/** Members of a result that mean something; the rest is kept and mentioned. */
const KNOWN = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType', 'toolResult', 'task', 'ttlMs', 'cacheScope']);

/** Said in another way than with `true`, an error is an error all the same; what plainly says no is none. */
export const saysError = ({ isError }: Fields): boolean =>
  typeof isError === 'string' ? !/^(?:|false|no|0)$/i.test(isError.trim()) : Boolean(isError);

/** The content of a raw tools/call result. Item by item: an odd one never costs the others (CAL-4, CAL-6). */
export function readContent(raw: Fields): ReadContent {
  const notes: string[] = [];
  const items: ContentItem[] = [];
  const add = (value: unknown): void => {
    const { item, note } = readItem(value);
    if (item) items.push(item);
    if (note) notes.push(note);
  };
  const { content } = raw;
  if (Array.isArray(content)) for (const value of content) add(value);
  else if (content !== undefined && content !== null) {
    notes.push('The content of the result is not a list.');
    add(typeof content === 'string' ? { type: 'text', text: content } : content);
  } else if (content === null) notes.push('The content of the result is null.');
  // Revision 2024-10-07 had one value in place of the list.
  if (raw.toolResult !== undefined && items.length === 0)
    add(typeof raw.toolResult === 'string' ? { type: 'text', text: raw.toolResult } : { type: 'toolResult', value: raw.toolResult });
  if (raw.isError !== undefined && typeof raw.isError !== 'boolean') notes.push('The isError of the result is not true or false.');
  const extra = Object.keys(raw).filter((key) => !KNOWN.has(key));
  if (extra.length > 0) {
    notes.push(`The result has members the protocol does not know: ${extra.slice(0, 10).join(', ').slice(0, 200)}.`);
    items.push({ kind: 'unknown', type: 'other members', value: Object.fromEntries(extra.map((key) => [key, raw[key]])) });
  }
  return { items, notes };
}

interface One {
  item?: ContentItem;
  note?: string;
}

function readItem(value: unknown): One {
  if (typeof value === 'string') return { item: { kind: 'text', text: value }, note: 'A content item is plain text in place of an object.' };
  if (!isFields(value)) return { item: { kind: 'unknown', type: 'unknown', value }, note: 'A content item is not an object.' };
  switch (value.type) {
    case 'text':
      return readText(value);
    case 'image':
    case 'audio':
      return readBinary(value, value.type);
    case 'resource_link':
      return readLink(value);
    case 'resource':
      return readResource(value);
    default:
      return readUnknown(value);
  }
}

const unknown = (value: unknown, type: string, note: string): One => ({ item: { kind: 'unknown', type, value }, note });

function readText(value: Fields): One {
  const found = text(value.text);
  if (found !== undefined) return { item: { kind: 'text', text: found } };
  if (value.text === undefined || value.text === null) return { note: 'A text item has no text.' };
  return unknown(value.text, 'text', 'The text of a text item is not a string.');
}

function readBinary(value: Fields, as: 'image' | 'audio'): One {
  const data = text(value.data);
  const foreign = data === undefined ? foreignImage(value) : undefined;
  if (foreign) return { item: { kind: 'binary', as, label: 'Image', ...foreign }, note: `An ${as} item is written in the way of a model provider.` };
  if (data === undefined) return unknown(value, as, `An ${as} item has no data.`);
  return { item: { kind: 'binary', as, data, label: as === 'image' ? 'Image' : 'Audio', ...optional('mimeType', value.mimeType) } };
}

function readLink(value: Fields): One {
  const uri = text(value.uri);
  if (uri === undefined) return unknown(value, 'resource_link', 'A resource link has no address.');
  const name = text(value.name) ?? text(value.title) ?? uri;
  return { item: { kind: 'link', uri, name, ...optional('mimeType', value.mimeType), ...optional('description', value.description) } };
}

function readResource(value: Fields): One {
  const { resource } = value;
  if (!isFields(resource)) return unknown(value, 'resource', 'An embedded resource is empty.');
  const uri = text(resource.uri) ?? '';
  const mime = optional('mimeType', resource.mimeType);
  if (typeof resource.text === 'string') return { item: { kind: 'resource', uri, text: resource.text, ...mime } };
  if (typeof resource.blob === 'string')
    return { item: { kind: 'binary', as: 'resource', data: resource.blob, uri, label: `Resource ${uri}`.trim(), ...mime } };
  return unknown(value, 'resource', 'An embedded resource has neither text nor data.');
}

/**
 * A picture as model providers write it in their own messages: Anthropic's `source`, OpenAI's `image_url` with a data URL. An
 * address on the web is none: nothing is fetched because a server names it.
 */
function foreignImage(value: Fields): { data: string; mimeType?: string } | undefined {
  const { source, image_url: url } = value;
  if (isFields(source) && typeof source.data === 'string')
    return { data: source.data, ...optional('mimeType', source.media_type ?? source.mimeType) };
  const address = isFields(url) ? url.url : url;
  return typeof address === 'string' && address.startsWith('data:') ? { data: address } : undefined;
}

/** A kind from elsewhere or the future. Data that is clearly a file becomes one; everything else stays as JSON. */
function readUnknown(value: Fields): One {
  const type = text(value.type)?.slice(0, 100) ?? 'none';
  const note = `A content item of type ${type} is not part of the protocol.`;
  const picture = foreignImage(value);
  if (picture) return { item: { kind: 'binary', as: 'image', label: 'Image', ...picture }, note };
  const data = text(value.data) ?? text(value.blob);
  if (data !== undefined && data !== '' && typeof value.mimeType === 'string') {
    return { item: { kind: 'binary', as: 'other', data, mimeType: value.mimeType, label: `Content of type ${type}` }, note };
  }
  return unknown(value, type, note);
}
