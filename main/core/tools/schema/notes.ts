/** Notes per schema; a hostile one could otherwise fill memory with complaints. */
const MAX_NOTES = 20;

/** Collects what was repaired or left out, each with its JSON pointer (RFC 6901). */
export class SchemaNotes {
  readonly list: string[] = [];
  #more = 0;

  add(pointer: string, text: string): void {
    if (this.list.length < MAX_NOTES) this.list.push(`${pointer === '' ? '(root)' : pointer}: ${text}`);
    else this.#more += 1;
  }

  all(): readonly string[] {
    return this.#more === 0 ? this.list : [...this.list, `… and ${this.#more} more`];
  }
}

/** One reference token of a JSON pointer. Nearly every key is one as it stands, and long lists ask for millions. */
export const pointerToken = (key: string): string => (key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key);
