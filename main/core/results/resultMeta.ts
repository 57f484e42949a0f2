import { jsonSize } from './sizes.ts';

const MAX_META = 16_000;
type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a result says about itself and its items (`_meta`, `annotations`): kept for people and for extensions, never given to the model.
 * Undefined when there is none or it is too large; then `note` says so.
 */
export function resultMeta(raw: Fields): { meta?: Fields; note?: string } {
  const items = (Array.isArray(raw.content) ? raw.content.slice(0, 1_000) : []).flatMap((item, index) => {
    if (!isFields(item)) return [];
    const { _meta, annotations } = item;
    const inner = isFields(item.resource) ? item.resource._meta : undefined;
    const found = Object.fromEntries(Object.entries({ _meta, annotations, resource: inner }).filter(([, value]) => value !== undefined));
    return Object.keys(found).length > 0 ? [[String(index), found] as const] : [];
  });
  const meta: Fields = {
    ...(raw._meta === undefined ? {} : { _meta: raw._meta }),
    ...(items.length > 0 ? { items: Object.fromEntries(items) } : {}),
  };
  if (Object.keys(meta).length === 0) return {};
  return jsonSize(meta, MAX_META) > MAX_META ? { note: 'The _meta of the result is too large to be kept.' } : { meta };
}
