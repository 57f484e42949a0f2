import type { InputView, SecretView } from '../../../preload/contract/entrySetup.ts';
import { isSecretName } from '../logs/secretNames.ts';
import type { Secrets } from '../ports.ts';
import type { LoadedEntry } from './loadFiles.ts';
import { inputKey, secretKey, secretNamesIn } from './secretRefs.ts';

/** What a person may set about an entry besides its text: its questions, and where its secrets are kept. Holds no value. */
export interface EntryFacts {
  /** The file whose questions these are; an answer belongs to it. */
  file: string;
  inputs: InputView[];
  secrets: SecretView[];
}

const INPUT = /\$\{input:([^{}]+?)(:-[^{}]*)?\}/g;

/** The facts of each effective entry that has any, by name. `entries` go from weak to strong. */
export async function factsOf(entries: readonly LoadedEntry[], secrets: Secrets): Promise<Record<string, EntryFacts>> {
  const effective = new Map(entries.map((entry) => [entry.raw.name, entry]));
  const facts: [string, EntryFacts][] = [];
  for (const [name, entry] of effective) {
    const found = { file: entry.raw.file, inputs: await inputsOf(entry, secrets), secrets: await secretsOf(entry, secrets) };
    if (found.inputs.length > 0 || found.secrets.length > 0) facts.push([name, found]);
  }
  return Object.fromEntries(facts);
}

/** A store that cannot be read holds nothing for now; the entries that need it say so, and the others must not suffer. */
const isStored = (secrets: Secrets, key: string): Promise<boolean> =>
  secrets.get(key).then(
    (value) => value !== undefined,
    () => false,
  );

async function inputsOf({ raw }: LoadedEntry, secrets: Secrets): Promise<InputView[]> {
  const asked = new Map<string, { fallback: boolean }>();
  for (const [, id = '', fallback] of JSON.stringify(raw.value).matchAll(INPUT)) {
    const known = asked.get(id.trim());
    // Needed as soon as one place has no default of its own.
    asked.set(id.trim(), { fallback: fallback !== undefined && (known?.fallback ?? true) });
  }
  const views: InputView[] = [];
  for (const [id, { fallback }] of asked) {
    const definition = raw.inputs.find((input) => input.id === id);
    // A question that came without its definition may well ask for a key.
    const password = definition?.password ?? isSecretName(id);
    const answered = await isStored(secrets, inputKey(raw.file, id));
    const without = fallback || (definition?.default !== undefined && !password);
    views.push({
      id,
      password,
      state: answered ? 'answered' : without ? 'default' : 'missing',
      ...(definition?.description ? { description: definition.description } : {}),
      ...(definition?.options ? { options: definition.options } : {}),
      ...(definition?.default !== undefined && !password ? { default: definition.default } : {}),
    });
  }
  return views;
}

async function secretsOf({ template }: LoadedEntry, secrets: Secrets): Promise<SecretView[]> {
  if (!template) return [];
  const table = template.transport === 'stdio' ? template.env : template.headers;
  const views: SecretView[] = [];
  for (const [field, value] of Object.entries(table)) {
    for (const name of secretNamesIn(value)) {
      const readable = await isStored(secrets, secretKey(name));
      views.push({ field, kept: (readable ? await secrets.whereKept(secretKey(name)) : undefined) ?? 'gone' });
    }
  }
  return views;
}
