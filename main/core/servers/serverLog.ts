import type { LogLine } from '../../../preload/contract/servers.ts';

/** Lines kept per server, and characters kept per line (SEC-4). */
const MOST_LINES = 1_000;
const LONGEST_LINE = 4_000;

/** The last lines of one server's log, and how much of its stdout was not JSON-RPC (TRN-2). */
export class ServerLog {
  #lines: LogLine[] = [];
  #noise = 0;
  #lastNoise = '';
  readonly #mask: (text: string) => string;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  add(line: LogLine): void {
    this.#lines.push({ ...line, text: this.#tidy(line) });
    // Cut in bulk: shifting one by one would cost as much as the log is long.
    if (this.#lines.length > MOST_LINES * 1.25) this.#lines = this.#lines.slice(-MOST_LINES);
  }

  addNoise(text: string, at: number): void {
    this.#noise += 1;
    const line: LogLine = { at, source: 'stdout', text };
    this.#lastNoise = this.#tidy(line);
    this.add(line);
  }

  /** Masked before it is cut, so that no half secret is left at the edge. What the process printed comes masked from its transport. */
  #tidy({ source, text }: LogLine): string {
    return cut(source === 'stderr' || source === 'stdout' ? text : this.#mask(text.slice(0, LONGEST_LINE * 2)));
  }

  get noise(): { lines: number; last: string } | undefined {
    return this.#noise === 0 ? undefined : { lines: this.#noise, last: this.#lastNoise };
  }

  get lines(): readonly LogLine[] {
    return this.#lines.slice(-MOST_LINES);
  }
}

const cut = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text);
