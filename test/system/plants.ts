import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Marked secrets and the search for them. Each plant is a made-up value without the look of a token, so that only knowing it as a secret can hide it.
 */
export class Plants {
  readonly #values = new Map<string, string>();

  /** A new secret; the same name gives the same one. */
  plant(name: string): string {
    const value = this.#values.get(name) ?? `plant ${name}/${markOf(name)}`;
    this.#values.set(name, value);
    return value;
  }
  /** The same for places that take no blank. */
  word(name: string): string {
    const value = this.#values.get(name) ?? `plant~${name.replaceAll(' ', '-')}~${markOf(name)}`;
    this.#values.set(name, value);
    return value;
  }
  /** A secret that was made elsewhere. */
  add(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** The names of the secrets that a text holds, in any writing. */
  in(text: string): string[] {
    return [...this.#values].filter(([, value]) => writingsOf(value).some((writing) => text.includes(writing))).map(([name]) => name);
  }

  /** Finds in a value, as `place: name`. */
  find(place: string, value: unknown): string[] {
    return this.in(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).map((name) => `${place}: ${name}`);
  }

  /** Finds in all files below a folder, but those named. */
  findInFiles(folder: string, except: readonly string[]): string[] {
    return fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((name) => !except.includes(name))
      .flatMap((name) => this.find(name, fs.readFileSync(path.join(folder, name)).toString('latin1')));
  }
}

/** Its own for each name, so that half a secret is known by it. */
const markOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 12);

function writingsOf(value: string): string[] {
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]).toString('base64');
    const sure = text.slice(offset === 0 ? 0 : offset + 1, text.length - 4);
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  // The last part alone is a find too: half a secret is one.
  return [value, value.slice(Math.floor(value.length / 2)), encodeURIComponent(value), form, JSON.stringify(value).slice(1, -1), ...base64];
}
