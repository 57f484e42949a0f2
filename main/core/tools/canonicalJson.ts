/**
 * JSON with sorted keys and nothing between: two equal values give the same text whatever the order their keys came in
 * (RFC 8785 for everything a tool definition holds).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const map = value as Record<string, unknown>;
  const members: string[] = [];
  for (const key of Object.keys(map).sort()) if (map[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(map[key])}`);
  return `{${members.join(',')}}`;
}
