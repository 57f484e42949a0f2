/** One place where two JSON values differ. `path` is what a person reads: `options.path`, `files[2]`. */
export interface JsonChange {
  path: string;
  before: unknown;
  after: unknown;
}

const MAX_CHANGES = 100;
const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (map: Record<string, unknown>, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);

/** The smallest places where two values differ; `undefined` stands for "not there". */
export function diffJson(before: unknown, after: unknown): JsonChange[] {
  const changes: JsonChange[] = [];
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (Object.is(a, b) || changes.length >= MAX_CHANGES) return;
    if (isMap(a) && isMap(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) walk(own(a, key), own(b, key), path === '' ? key : `${path}.${key}`);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      for (let i = 0; i < Math.max(a.length, b.length); i += 1) walk(a[i], b[i], `${path}[${i}]`);
    } else changes.push({ path, before: a, after: b });
  };
  walk(before, after, '');
  return changes;
}
