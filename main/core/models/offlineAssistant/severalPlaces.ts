import type { Choice } from './chooseTool.ts';
import { CITY_NAMES } from './cities.ts';
import { fieldsOf } from './fields.ts';

const MOST = 5;
const NAMES = CITY_NAMES.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
const LIST = new RegExp(`(?:${NAMES})(?:市)?(?:\\s*(?:,|，|、|/|\\band\\b|&|和|与|跟|还有)\\s*(?:and\\s+)?(?:${NAMES})(?:市)?)+`, 'iu');
const ONE = new RegExp(NAMES, 'giu');

/**
 * "weather in Paris and London": one call for each city, at most five, when the tool takes exactly one place. Only known cities in a row
 * count; a guess must not multiply calls.
 */
export function argumentSets(question: string, { tool, filled }: Choice): Record<string, unknown>[] {
  const places = fieldsOf(tool.inputSchema).filter((field) => field.kind === 'place');
  const [place] = places;
  const row = LIST.exec(question)?.[0];
  if (places.length !== 1 || !place || place.list || row === undefined || !Object.hasOwn(filled.values, place.name)) return [filled.values];
  const cities = [...new Set(row.match(ONE) ?? [])].slice(0, MOST);
  return cities.map((city) => ({ ...filled.values, [place.name]: city }));
}
