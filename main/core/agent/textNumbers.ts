import { isExactNumber } from '../tools/arguments/exactJson.ts';

/**
 * Arguments as data that can be shown, stored and cloned: a number that no JavaScript number can hold (exactJson.ts) becomes its digits as
 * text. Shares what holds none.
 */
export function textNumbers(args: Record<string, unknown>): Record<string, unknown> {
  return walk(args) as Record<string, unknown>;
}

function walk(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) {
    const items = value.map(walk);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const entries = Object.entries(value).map(([key, before]) => [key, before, walk(before)] as const);
  return entries.every(([, before, after]) => before === after) ? value : Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}
