import { fold, MAX_TEXT } from './match.ts';

/** The values an argument path points at. */
export interface Found {
  values: unknown[];
  /** Some list member on the way lacks the rest of the path. */
  gaps: boolean;
  /** There was more than is looked at. */
  more: boolean;
}

/** The path that stands for all arguments together: `. = {…}` says that there are no others. */
export const WHOLE = '.';

const MAX_VALUES = 1_000;
const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Follows a dotted path through own properties only; lists on the way are entered (`files.path` looks at every file).
 * A key that itself holds dots is found too, and then both readings are returned. Nothing and null count as absent.
 *
 * Two tricks are seen through: a key that some servers take for the same one (`Path` beside `path`), and an object that comes as
 * JSON text. What they hold is returned too, always with `gaps`, so that an allow rule never rests on it.
 */
export function findValues(root: unknown, path: string): Found {
  if (path === WHOLE) return { values: [root], gaps: isTree(root) && Object.hasOwn(root, WHOLE), more: false };
  const found: Found = { values: [], gaps: false, more: false };
  collect(root, path.split('.'), found, false);
  return found;
}

function collect(node: unknown, keys: readonly string[], found: Found, inList: boolean): void {
  if (found.values.length >= MAX_VALUES) {
    found.more = true;
    return;
  }
  if (keys.length === 0) {
    if (node === undefined || node === null) found.gaps ||= inList;
    else found.values.push(node);
    return;
  }
  if (typeof node === 'string') {
    collectText(node, keys, found);
    return;
  }
  if (Array.isArray(node) && !Object.hasOwn(node, keys[0] ?? '')) {
    if (node.length > MAX_VALUES) found.more = true;
    for (const item of node.slice(0, MAX_VALUES)) collect(item, keys, found, true);
    return;
  }
  let any = false;
  if (isTree(node)) {
    for (let used = 1; used <= keys.length; used += 1) {
      const key = keys.slice(0, used).join('.');
      for (const alike of lookalikes(node, key, found)) collect(node[alike], keys.slice(used), found, inList);
      if (!Object.hasOwn(node, key)) continue;
      any = true;
      collect(node[key], keys.slice(used), found, inList);
    }
  }
  if (!any) found.gaps ||= inList;
}

/** Other keys that a careless reader takes for this one: other case, full width, hidden characters, surrounding space. */
function lookalikes(node: Record<string, unknown>, key: string, found: Found): string[] {
  const keys = Object.keys(node);
  if (keys.length > MAX_VALUES) {
    found.more = true;
    return [];
  }
  const wanted = fold(key);
  const alike = keys.filter((other) => other !== key && fold(other) === wanted);
  if (alike.length > 0) found.gaps = true;
  return alike;
}

/** An object or list written as JSON text, which some servers read as if it were one. */
function collectText(text: string, keys: readonly string[], found: Found): void {
  if (!/^\s*[[{]/.test(text)) return;
  if (text.length > MAX_TEXT) {
    found.more = true;
    return;
  }
  try {
    const inside: unknown = JSON.parse(text);
    const before = found.values.length;
    collect(inside, keys, found, false);
    if (found.values.length > before) found.gaps = true;
  } catch {
    // Plain text that begins with a bracket.
  }
}

/** List members in place of lists, at any depth, bounded; for conditions that speak about one text or number. */
export function spread(found: Found): Found {
  const out: Found = { ...found, values: [] };
  const visit = (value: unknown, depth: number): void => {
    if (out.values.length >= MAX_VALUES || depth > 8) out.more = true;
    else if (!Array.isArray(value)) out.values.push(value);
    else {
      if (value.length > MAX_VALUES) out.more = true;
      for (const item of value.slice(0, MAX_VALUES)) visit(item, depth + 1);
    }
  };
  for (const value of found.values) visit(value, 0);
  return out;
}
