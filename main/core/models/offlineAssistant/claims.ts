/** A value found in a text, with the place it was read from. */
export interface Found<T = string> {
  value: T;
  start: number;
  end: number;
}

/** Remembers which characters of a request already gave a value, so that none is used for two arguments. */
export class Claims {
  readonly text: string;
  #taken: boolean[];

  constructor(text: string) {
    this.text = text;
    this.#taken = Array.from({ length: text.length }, () => false);
  }

  free({ start, end }: { start: number; end: number }): boolean {
    for (let i = start; i < end; i++) if (this.#taken[i]) return false;
    return true;
  }

  /** Takes the first free one. */
  take<T>(candidates: Iterable<Found<T>>): Found<T> | undefined {
    for (const found of candidates) {
      if (!this.free(found)) continue;
      this.mark(found);
      return found;
    }
    return undefined;
  }

  mark({ start, end }: { start: number; end: number }): void {
    this.#taken.fill(true, start, end);
  }

  /** The text with what was taken cut out; each hole is one separator that no word survives. */
  rest(): string {
    let rest = '';
    for (let i = 0; i < this.text.length; i++) rest += this.#taken[i] ? '\u0001' : (this.text[i] ?? '');
    return rest;
  }
}
