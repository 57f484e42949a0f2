import { FRAMING_TEXT, type Framing } from './framingHint.ts';
import { foreignAnswer } from './stray.ts';
import type { Suspicion } from './transport.ts';

/** Lines kept for the reason of an exit. */
const LINES = 20;
/** Characters shown of a line that was never ended. */
const SHOWN = 200;
const NEWLINE = 0x0a;

/** What a stdio server prints besides its messages, and what that may mean when an answer does not come. */
export class OddOutput {
  readonly #now: () => number;
  readonly #mask: (text: string) => string;
  #lines: string[] = [];
  #suspicion: Suspicion | undefined;
  /** The end of what came last, when no newline stands behind it. */
  #unfinished: Buffer | undefined;

  constructor(now: () => number, mask: (text: string) => string) {
    this.#now = now;
    this.#mask = mask;
  }

  /** Looks at output before the server has spoken: a program that waits for a person prints its question and no newline. */
  chunk(chunk: Buffer): void {
    if (chunk.at(-1) === NEWLINE) this.#unfinished = undefined;
    else if (chunk.length > 0) this.#unfinished = chunk.subarray(chunk.lastIndexOf(NEWLINE) + 1);
  }

  /** `text`: without secrets. */
  line(text: string): void {
    this.#lines.push(text);
    if (this.#lines.length > LINES * 2) this.#lines = this.#lines.slice(-LINES);
  }

  /** The last lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines.slice(-LINES);
  }

  framing(server: string, framing: Framing): void {
    const { what, fix } = FRAMING_TEXT[framing];
    this.#suspect(`Server "${server}" ${what}.`, fix);
  }

  /** It sends our own requests back. A terminal does that, and a program that copies its input; a real server may still answer. */
  echo(): Suspicion {
    const text = 'It sends back what it is sent, as a terminal does.';
    return this.#suspect(text, 'Check the command; "docker run" needs -i without -t.');
  }

  /** Its messages come on stderr. */
  wrongPipe(): Suspicion {
    return this.#suspect('It writes its messages to stderr instead of stdout.', 'Update the server, or check how it is started.');
  }

  stray(id: string | number): Suspicion {
    this.#suspicion = foreignAnswer(id, this.#now());
    return this.#suspicion;
  }

  namelessError(message: string): Suspicion {
    return this.#suspect(`It sent an error that names no request: ${this.#mask(message).slice(0, 300)}`);
  }

  suspicion(spoke: boolean): Suspicion | undefined {
    if (this.#suspicion || spoke || !this.#unfinished) return this.#suspicion;
    const text = this.#mask(this.#unfinished.toString('utf8')).trim();
    if (text === '') return undefined;
    return {
      at: this.#now(),
      text: `It printed "${text.slice(0, SHOWN)}" and seems to wait for an answer.`,
      fix: 'Give it what it asks for by "args" or "env".',
    };
  }

  #suspect(text: string, fix?: string): Suspicion {
    this.#suspicion = { at: this.#now(), text, ...(fix !== undefined && { fix }) };
    return this.#suspicion;
  }
}
