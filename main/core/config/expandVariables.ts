import { HostError } from '../base/hostError.ts';

/** Where the values of variables come from. Everything is asked for at most once per entry. */
export interface VariableScope {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** `workspaceFolder`, `userHome` …; a folder that does not apply is undefined and counts as missing. */
  folders: Readonly<Record<string, string | undefined>>;
  input(id: string): Promise<string | undefined>;
  secret(name: string): Promise<string | undefined>;
}

export interface Missing {
  /** As written, without braces and default: `NOPE`, `input:token`. */
  variable: string;
  /** Dotted: `headers.Authorization`. */
  field: string;
  kind: 'env' | 'input' | 'secret' | 'folder' | 'unknown';
}

/** `${NAME}` with anything but a closing brace inside. A bare `$NAME` is text (passwords hold dollars). */
const REFERENCE = /\$\{([^{}]+)\}/g;
const FORM = /^(?:(env|input|secret):)?([^:]+?|[^:].*?)(?::-(.*))?$/s;
const ENV_NAME = /^[A-Za-z_][\w.()-]*$/;

/**
 * Expands the texts of one entry (CFG-4): one pass, so what a value holds is never expanded again. Collects every missing variable instead of
 * stopping at the first, and every value that came from a secret or an input, so that it can be masked from then on.
 */
export class Expansion {
  readonly missing: Missing[] = [];
  readonly secretValues: string[] = [];
  readonly #scope: VariableScope;

  constructor(scope: VariableScope) {
    this.#scope = scope;
  }

  async text(template: string, field: string): Promise<string> {
    const nested = /\$\{[^{}]*\$\{/.exec(template);
    if (nested) {
      this.missing.push({ variable: nested[0].slice(2, 60), field, kind: 'unknown' });
      return '';
    }
    const parts: string[] = [];
    let from = 0;
    for (const match of template.matchAll(REFERENCE)) {
      parts.push(template.slice(from, match.index), await this.#value(match[1] ?? '', field));
      from = match.index + match[0].length;
    }
    return parts.join('') + template.slice(from);
  }

  async list(templates: readonly string[], field: string): Promise<string[]> {
    const out: string[] = [];
    for (const [i, template] of templates.entries()) out.push(await this.text(template, `${field}.${i}`));
    return out;
  }

  async table(templates: Readonly<Record<string, string>>, field: string): Promise<Record<string, string>> {
    const pairs: [string, string][] = [];
    for (const [name, template] of Object.entries(templates)) pairs.push([name, await this.text(template, `${field}.${name}`)]);
    return Object.fromEntries(pairs);
  }

  async #value(inner: string, field: string): Promise<string> {
    const [, prefix, name = '', fallback] = FORM.exec(inner) ?? [];
    const { kind, value } = await this.#look(prefix, name.trim());
    // As in a shell, `:-` also replaces a value that is set and empty.
    if (fallback !== undefined && (value === undefined || value === '')) return fallback;
    if (value !== undefined) {
      if (kind === 'secret' || kind === 'input') this.secretValues.push(value);
      return value;
    }
    this.missing.push({ variable: prefix && prefix !== 'env' ? `${prefix}:${name}` : name, field, kind });
    return '';
  }

  async #look(prefix: string | undefined, name: string): Promise<{ kind: Missing['kind']; value: string | undefined }> {
    const { env, platform, folders, input, secret } = this.#scope;
    if (prefix === 'input') return { kind: 'input', value: await input(name) };
    if (prefix === 'secret') return { kind: 'secret', value: await secret(name) };
    if (prefix === undefined && Object.hasOwn(folders, name)) return { kind: 'folder', value: folders[name] };
    if (!ENV_NAME.test(name)) return { kind: 'unknown', value: undefined };
    return { kind: 'env', value: lookUp(env, name, platform) };
  }
}

/** The names a text refers to, as written: `TOKEN`, `secret:NAME`. */
export const referencedNames = (text: string): string[] =>
  [...text.matchAll(REFERENCE)].map((match) => (match[1] ?? '').replace(/:-.*$/s, '').replace(/^env:/, '').trim());

/** Windows does not tell the case of variable names apart. */
function lookUp(env: VariableScope['env'], name: string, platform: NodeJS.Platform): string | undefined {
  if (Object.hasOwn(env, name)) return env[name];
  if (platform !== 'win32') return undefined;
  const key = Object.keys(env).find((other) => other.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

const FORMS = '${NAME}, ${NAME:-default}, ${env:NAME}, ${input:id} or ${secret:NAME}, one not inside another';
const FIXES: Record<Missing['kind'], (variable: string) => string> = {
  env: (variable) => `Set ${variable} in the environment Quayside is started from, or write a default: \${${variable}:-value}.`,
  input: (variable) => `Enter a value for ${variable.slice('input:'.length)} in the server's settings.`,
  secret: (variable) => `Store the secret ${variable.slice('secret:'.length)} again in the server's settings.`,
  folder: () => 'Open a project folder, or write the path itself.',
  unknown: () => `Write ${FORMS}.`,
};

/** The error of an entry whose variables are missing; names each of them with its field, and no value. */
export function missingVariables(name: string, missing: readonly Missing[]): HostError {
  const [first] = missing;
  const all = [...new Set(missing.map(({ variable, field }) => `${variable} (${field})`))].join(', ');
  const message = `${name} is not started, because ${missing.length > 1 ? 'these variables have' : 'a variable has'} no value: ${all}.`;
  return new HostError('config.variable', message, {
    fix: first ? FIXES[first.kind](first.variable) : '',
    params: { variable: first?.variable ?? '', field: first?.field ?? '', server: name },
  });
}
