import { isTree, type Tree } from '../entryTemplate.ts';
import { ENV_KEYS, HEADER_KEYS } from '../parseEntry.ts';
import type { InputDefinition } from '../readConfigFile.ts';
import { isSecretValue, type StoredSecret, storedSecret } from '../secretRefs.ts';

/** The entry as our own file can hold it: the answers VS Code's `inputs` suggest become defaults, because the questions stay behind. Unknown keys come along. */
export function adoptable(value: unknown, inputs: readonly InputDefinition[]): unknown {
  const defaults = new Map(
    inputs.flatMap(({ id, password, default: fallback }) => (fallback !== undefined && !password ? [[id, fallback] as const] : [])),
  );
  if (defaults.size === 0) return value;
  return mapTexts(value, (text) =>
    text.replace(/\$\{input:([^{}:]+)\}/g, (all, id: string) => {
      const fallback = defaults.get(id);
      return fallback === undefined || /[{}]/.test(fallback) ? all : `\${input:${id}:-${fallback}}`;
    }),
  );
}

/** Takes literal secrets out of `env` and headers and puts references in their place (CFG-8). */
export function withoutSecrets(value: Tree, server: string): { value: Tree; secrets: StoredSecret[] } {
  const secrets: StoredSecret[] = [];
  const clean = (table: unknown): unknown => {
    if (!isTree(table)) return table;
    return Object.fromEntries(
      Object.entries(table).map(([name, item]) => {
        if (typeof item !== 'string' || !isSecretValue(name, item)) return [name, item];
        const stored = storedSecret(item, server, name);
        secrets.push(stored);
        return [name, stored.reference];
      }),
    );
  };
  const copy: Tree = { ...value };
  for (const key of [...ENV_KEYS, ...HEADER_KEYS]) if (Object.hasOwn(copy, key)) copy[key] = clean(copy[key]);
  if (isTree(copy.requestInit)) copy.requestInit = { ...copy.requestInit, headers: clean(copy.requestInit.headers) };
  return { value: copy, secrets };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return isTree(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)])) : value;
}
