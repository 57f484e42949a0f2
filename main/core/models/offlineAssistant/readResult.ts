/** A result as it reached the model: plain text, and the JSON in it where there is some. */
export interface ReadResult {
  text: string;
  json?: unknown;
}

/** The whole text as JSON, or the last JSON object or list in it that begins a line (structured content behind a text). */
export function readResult(text: string): ReadResult {
  const whole = parse(text.trim());
  if (whole !== undefined) return { text: '', json: whole };
  const starts = [...text.matchAll(/(?:^|\n)[^\S\n]*(?:[\w -]{0,40}:\s*)?([[{])/g)];
  for (const start of starts) {
    const from = start.index + start[0].length - 1;
    const json = parse(text.slice(from).trim());
    if (json !== undefined) return { text: text.slice(0, start.index).trim(), json };
  }
  return { text };
}

function parse(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_ROWS = 20;
const MAX_DEPTH = 3;

/** Data as short markdown lists that a person reads without knowing JSON. Long lists are cut and the rest is counted. */
export function jsonAsText(value: unknown, more: (left: number) => string, depth = 0): string {
  const pad = '  '.repeat(depth);
  if (Array.isArray(value)) {
    const rows = value.slice(0, MAX_ROWS).map((item) => `${pad}- ${inline(item, more, depth)}`);
    if (value.length > MAX_ROWS) rows.push(`${pad}- ${more(value.length - MAX_ROWS)}`);
    return rows.join('\n');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .slice(0, MAX_ROWS * 2)
      .map(([key, inner]) => (isFlat(inner) ? `${pad}- ${label(key)}: ${inline(inner, more, depth)}` : nested(key, inner, more, depth)))
      .join('\n');
  }
  return `${pad}${scalar(value)}`;
}

function nested(key: string, inner: unknown, more: (left: number) => string, depth: number): string {
  const pad = '  '.repeat(depth);
  if (depth >= MAX_DEPTH) return `${pad}- ${label(key)}: ${JSON.stringify(inner).slice(0, 200)}`;
  return `${pad}- ${label(key)}:\n${jsonAsText(inner, more, depth + 1)}`;
}

function inline(value: unknown, more: (left: number) => string, depth: number): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value)) return value.map(scalar).join(', ');
  const entries = Object.entries(value);
  if (entries.every(([, inner]) => isFlat(inner))) return entries.map(([key, inner]) => `${label(key)}: ${inline(inner, more, depth)}`).join(' · ');
  return depth >= MAX_DEPTH ? JSON.stringify(value).slice(0, 200) : `\n${jsonAsText(value, more, depth + 1)}`;
}

const isFlat = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every((item) => typeof item !== 'object'));

const scalar = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–');

/** `temperatureHighC` → "temperature high C". */
const label = (key: string): string =>
  key.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/** When a text says the same in two languages line by line, only the lines of the wanted one. */
export function linesFor(text: string, chinese: boolean): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || lines.length > 6) return text;
  const han = lines.filter((line) => script(line) === 'han');
  const latin = lines.filter((line) => script(line) === 'latin');
  if (han.length === 0 || latin.length === 0 || han.length + latin.length < lines.length) return text;
  return (chinese ? han : latin).join('\n');
}

/** A name in the other script does not change the language of a line: one Han character weighs as much as two letters. */
function script(line: string): 'han' | 'latin' | 'none' {
  const han = line.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = line.match(/[A-Za-z]/g)?.length ?? 0;
  if (han === 0 && letters < 3) return 'none';
  return han * 2 >= letters ? 'han' : 'latin';
}
