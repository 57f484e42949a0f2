import { stripVTControlCharacters } from 'node:util';
import { LineSplitter } from './lineSplitter.ts';

const LINES = 200;
const LINE_LENGTH = 4000;

/**
 * A server's stderr as readable lines, secrets removed; the last of them are kept for the reason of an exit. It takes whatever comes, as
 * fast as it comes: a pipe that nobody empties blocks the server.
 */
export class StderrRing {
  readonly #mask: (text: string) => string;
  readonly #onLine: (text: string) => void;
  readonly #splitter: LineSplitter;
  #lines: string[] = [];
  #long: string | undefined;

  constructor(mask: (text: string) => string, onLine: (text: string) => void) {
    this.#mask = mask;
    this.#onLine = onLine;
    this.#splitter = new LineSplitter(
      {
        line: (bytes) => this.#add(bytes.toString('utf8')),
        longPart: (bytes) => {
          this.#long ??= bytes.toString('utf8', 0, LINE_LENGTH * 2);
        },
        longEnd: () => {
          this.#add(`${this.#long ?? ''} …`);
          this.#long = undefined;
        },
      },
      LINE_LENGTH * 4,
    );
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  /** The last `count` lines, oldest first; blank lines are not among them. */
  last(count: number): string[] {
    return this.#lines.slice(-count);
  }

  #add(raw: string): void {
    // A progress bar rewrites its line with CR; the last state is the one to read.
    const shown = raw.replace(/\r+$/, '').split('\r').at(-1) ?? '';
    const plain = stripVTControlCharacters(shown);
    if (plain.trim() === '') return;
    // Masked before it is cut, so that no half secret is left at the edge.
    const text = this.#mask(plain).slice(0, LINE_LENGTH).trimEnd();
    this.#lines.push(text);
    if (this.#lines.length > LINES * 2) this.#lines = this.#lines.slice(-LINES);
    this.#onLine(text);
  }
}
