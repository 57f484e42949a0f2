const own = (value: Record<string, unknown>, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** The value at a JSON pointer (`#/a/b`); undefined where there is none. */
export function atPointer(root: unknown, pointer: string): unknown {
  let node = root;
  for (const part of pointer.replace(/^#?\/?/, '').split('/')) {
    if (part === '') continue;
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null) return undefined;
    node = own(node as Record<string, unknown>, key);
  }
  return node;
}
