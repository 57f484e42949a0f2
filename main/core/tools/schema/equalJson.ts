/** Deep equality of JSON values; the order of keys does not count. Runs over whole lists of tools, hence the plain loops. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return !Array.isArray(b) && equalMaps(a as Record<string, unknown>, b as Record<string, unknown>);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (!equalJson(a[i], b[i])) return false;
  return true;
}

function equalMaps(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    // An inherited `constructor` must not pass for an own one.
    if (!Object.hasOwn(b, key) || !equalJson(a[key], b[key])) return false;
  }
  return true;
}
