/** What the guard compares: a call and what came of it. */
export interface CallRecord {
  name: string;
  arguments: Record<string, unknown>;
  text: string;
}

/** Counts how often the same call with the same arguments had the same result in one run (AGT-5). */
export interface ProgressGuard {
  /** True when this record was seen `limit` times: going on is useless. */
  seen(record: CallRecord): boolean;
}

export function createProgressGuard(limit: number): ProgressGuard {
  const counts = new Map<string, number>();
  return {
    seen({ name, arguments: args, text }) {
      const key = JSON.stringify([name, ordered(args), text]);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count >= limit;
    },
  };
}

/** Key order carries no meaning: a model may write the same arguments in another order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}
