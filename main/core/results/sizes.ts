interface Level {
  items: readonly unknown[];
  next: number;
}

/** About how many characters a value has as JSON, up to `most`: stops there, so that a huge value costs no more than a large one. */
export function jsonSize(value: unknown, most: number): number {
  let size = 0;
  const levels: Level[] = [{ items: [value], next: 0 }];
  for (let level = levels.at(-1); level && size <= most; level = levels.at(-1)) {
    if (level.next >= level.items.length) {
      levels.pop();
      continue;
    }
    const node = level.items[level.next];
    level.next += 1;
    if (typeof node === 'string') size += node.length + 2;
    else if (typeof node !== 'object' || node === null) size += 6;
    else {
      const items = Array.isArray(node) ? node : valuesOf(node, (key) => (size += key.length + 3));
      size += 2 + items.length;
      levels.push({ items, next: 0 });
    }
  }
  return size;
}

function valuesOf(node: object, onKey: (key: string) => void): unknown[] {
  return Object.entries(node).map(([key, item]) => {
    onKey(key);
    return item;
  });
}

export const bytesText = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
