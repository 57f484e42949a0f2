/** Something the subset does not know. Refusing is right: a guess could start another program than the one that was meant. */
export class YamlProblem extends Error {
  override name = 'YamlProblem';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

interface Line {
  number: number;
  indent: number;
  text: string;
}

/**
 * The YAML that programs write: block maps and lists, scalars plain or quoted, empty `{}` and `[]`, one-line flow lists, block texts (`|`, `>`).
 * Anchors, tags, multi-line plain scalars and flow maps are refused with their line.
 */
export function parseYaml(text: string): unknown {
  const lines = text.split(/\r?\n/).flatMap((raw, i): Line[] => {
    const content = raw.trimEnd();
    if (content.trim() === '' || /^\s*#/.test(content) || content === '---') return [];
    if (/^\t|^ *\t/.test(content)) throw new YamlProblem(i + 1, 'a tab is used for indentation');
    return [{ number: i + 1, indent: content.length - content.trimStart().length, text: content.trimStart() }];
  });
  const reader = new Reader(lines, text.split(/\r?\n/));
  const value = reader.block(0);
  reader.end();
  return value;
}

class Reader {
  #at = 0;
  readonly #lines: readonly Line[];
  readonly #raw: readonly string[];

  constructor(lines: readonly Line[], raw: readonly string[]) {
    this.#lines = lines;
    this.#raw = raw;
  }

  block(indent: number): unknown {
    const first = this.#lines[this.#at];
    if (!first || first.indent < indent) return null;
    return first.text === '-' || first.text.startsWith('- ') ? this.#list(first.indent) : this.#map(first.indent);
  }

  end(): void {
    const rest = this.#lines[this.#at];
    if (rest) throw new YamlProblem(rest.number, 'the indentation does not fit');
  }

  #map(indent: number): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (let line = this.#lines[this.#at]; line?.indent === indent; line = this.#lines[this.#at]) {
      const [, key, rest = ''] = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^\s"'&*!|>{[][^:]*?)\s*:(?:\s+(.*))?$/.exec(line.text) ?? [];
      if (key === undefined) throw new YamlProblem(line.number, 'this line is more than this reader understands');
      this.#at += 1;
      Object.defineProperty(out, String(scalar(key, line.number)), {
        value: this.#value(rest, line, indent),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return out;
  }

  #list(indent: number): unknown[] {
    const out: unknown[] = [];
    for (let line = this.#lines[this.#at]; line?.indent === indent && /^-(\s|$)/.test(line.text); line = this.#lines[this.#at]) {
      const rest = line.text.slice(1).trimStart();
      if (/^[^\s"'[{][^:]*:(\s|$)/.test(rest)) throw new YamlProblem(line.number, 'a list of maps is more than this reader understands');
      this.#at += 1;
      out.push(this.#value(rest, line, indent));
    }
    return out;
  }

  #value(rest: string, line: Line, indent: number): unknown {
    if (/^[|>][+-]?\d?$/.test(rest)) return this.#blockText(rest, line, indent);
    const bare = rest.replace(/(^|\s)#.*$/, '').trim();
    if (bare !== '') return scalar(rest, line.number);
    const next = this.#lines[this.#at];
    // A list may stand at the indentation of its key.
    const isList = next && next.indent === indent && /^-(\s|$)/.test(next.text) && !line.text.startsWith('- ');
    return isList ? this.#list(indent) : next && next.indent > indent ? this.block(indent + 1) : null;
  }

  #blockText(style: string, line: Line, indent: number): string {
    const texts: string[] = [];
    let n = line.number;
    for (; n < this.#raw.length; n += 1) {
      const raw = this.#raw[n] ?? '';
      if (raw.trim() !== '' && raw.length - raw.trimStart().length <= indent) break;
      texts.push(raw);
    }
    while ((this.#lines[this.#at]?.number ?? Number.POSITIVE_INFINITY) <= n) this.#at += 1;
    const margin = Math.min(...texts.filter((text) => text.trim()).map((text) => text.length - text.trimStart().length));
    const body = texts.map((text) => text.slice(margin)).join(style.startsWith('>') ? ' ' : '\n');
    return style.includes('-') ? body.trimEnd() : `${body.trimEnd()}\n`;
  }
}

function scalar(text: string, line: number): unknown {
  const flow = /^\[(.*)\]\s*(?:#.*)?$/.exec(text);
  if (flow) return flowItems(flow[1] ?? '', line);
  if (/^\{\s*\}/.test(text)) return {};
  const single = /^'((?:''|[^'])*)'\s*(?:#.*)?$/.exec(text);
  if (single) return (single[1] ?? '').replaceAll("''", "'");
  if (text.startsWith('"')) return doubleQuoted(text, line);
  if (/^[&*!|>{[\]%@`']/.test(text)) throw new YamlProblem(line, 'this value is more than this reader understands');
  const plain = text.replace(/\s+#.*$/, '').trim();
  if (/^(true|false)$/i.test(plain)) return plain.toLowerCase() === 'true';
  if (/^(null|~|)$/i.test(plain)) return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}

function doubleQuoted(text: string, line: number): string {
  const [, body] = /^("(?:\\.|[^"\\])*")\s*(?:#.*)?$/.exec(text) ?? [];
  try {
    return JSON.parse(body ?? '') as string;
  } catch {
    throw new YamlProblem(line, 'this text in quotes is more than this reader understands');
  }
}

const flowItems = (text: string, line: number): unknown[] =>
  [...text.matchAll(/\s*("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,]+?)\s*(?:,|$)/g)].map((match) => scalar(match[1] ?? '', line));
