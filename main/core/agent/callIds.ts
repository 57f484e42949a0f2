/**
 * Makes call ids unique. Some model servers number calls anew in each step ("call_0"), and an id names a card, an approval and a
 * history entry. The first user of an id keeps it.
 */
export type UniqueId = (wanted: string) => string;

export function createUniqueIds(taken: Iterable<string> = []): UniqueId {
  const used = new Set(taken);
  return (wanted) => {
    const base = wanted.trim() === '' ? 'call' : wanted;
    let id = base;
    for (let n = 2; used.has(id); n++) id = `${base}_${n}`;
    used.add(id);
    return id;
  };
}
