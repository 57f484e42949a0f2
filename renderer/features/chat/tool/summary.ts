const MAX_VALUE = 60;
const MAX_SUMMARY = 200;

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : (JSON.stringify(value) ?? '');
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
};

/** Arguments in one line, for the closed card: `city: 杭州, days: 2`. */
export function summary(args: Record<string, unknown>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [key, value] of Object.entries(args)) {
    const part = `${key}: ${short(value)}`;
    length += part.length;
    if (length > MAX_SUMMARY) return `${parts.join(', ')} …`;
    parts.push(part);
  }
  return parts.join(', ');
}
