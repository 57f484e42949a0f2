import type { SecretText, ServerDraft } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import { MASK } from '../logs/redact.ts';
import type { FieldChange } from './configWriter.ts';
import { maskedAddress, maskedArgs } from './describeServer.ts';
import { pick } from './entryFields.ts';
import { type EntryTemplate, isTree, type Tree } from './entryTemplate.ts';
import { COMMAND_KEYS, ENV_KEYS, HEADER_KEYS, URL_KEYS } from './parseEntry.ts';
import { isReferenceOnly, isSecretValue, type StoredSecret, storedSecret } from './secretRefs.ts';

/** An entry that a draft edits: as written and as understood. */
export interface DraftBase {
  value: Tree;
  template: EntryTemplate;
}

/**
 * What the form gets (SEC-2). A written value of `env` or `headers` never leaves main, and a stored one has no name for people: both stand as `{ keep: true }`. Secrets in arguments and in the
 * address are masked; saved back unchanged they mean the old text.
 */
export function draftOf(name: string, level: ServerDraft['level'], template: EntryTemplate): ServerDraft {
  const { transport } = template;
  if (transport !== 'stdio' && transport !== 'http' && transport !== 'sse' && transport !== 'ws') {
    throw new HostError('host.bad_input', `The server ${name} uses the transport ${transport}, which has no form.`, {
      fix: 'Edit the entry in its file.',
    });
  }
  const common = {
    name,
    level,
    transport,
    disabled: template.disabled,
    era: template.era,
    ...(template.timeoutMs === undefined ? {} : { timeoutMs: template.timeoutMs }),
    ...(template.startOnFirstUse ? { startOnFirstUse: true } : {}),
  };
  if (template.transport === 'stdio') {
    const { command, args, cwd, env } = template;
    return { ...common, command, args: maskedArgs(args), env: hidden(env), ...(cwd === undefined ? {} : { cwd }) };
  }
  return { ...common, url: maskedAddress(template.url), headers: hidden(template.headers) };
}

const hidden = (table: Record<string, string>): Record<string, SecretText> =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]) => [name, isReferenceOnly(value) && !value.includes('${secret:') ? value : { keep: true as const }]),
  );

export interface DraftEdit {
  changes: FieldChange[];
  /** Values that go to the secret store instead of the file. */
  secrets: StoredSecret[];
}

/**
 * The changes that make an entry say what the draft says; an untouched field makes no change. A draft is complete: what is not in it goes, except
 * keys the form does not know. Foreign spellings (`serverUrl`, `cmd`) are kept.
 */
export function changesFor(draft: ServerDraft, base: DraftBase | undefined): DraftEdit {
  const edit: DraftEdit = { changes: [], secrets: [] };
  if (draft.transport === 'stdio') stdioChanges(draft, base, edit);
  else remoteChanges(draft, base, edit);
  timeoutChange(draft, base, edit);
  const era = draft.era ?? 'auto';
  if (era !== (base?.template.era ?? 'auto')) edit.changes.push({ path: ['era'], value: era === 'auto' ? undefined : era });
  const onFirstUse = draft.startOnFirstUse ?? false;
  if (onFirstUse !== (base?.template.startOnFirstUse ?? false)) edit.changes.push({ path: ['startOnFirstUse'], value: onFirstUse || undefined });
  return edit;
}

function stdioChanges(draft: ServerDraft, base: DraftBase | undefined, edit: DraftEdit): void {
  const old = base?.template.transport === 'stdio' ? base.template : undefined;
  const value = base?.value ?? {};
  if (base && !old) {
    dropKeys(value, [...URL_KEYS, ...HEADER_KEYS, 'requestInit', 'type', 'transport', 'transportType'], edit);
  }
  const command = draft.command?.trim() ?? '';
  if (command === '')
    throw new HostError('host.bad_input', 'A local server needs a command.', {
      fix: 'Write the program to start, for example npx.',
      params: { field: 'command' },
    });
  const args = unmask('args', draft.args ?? [], old?.args ?? [], maskedArgs);
  if (!old || command !== old.command || !same(args, old.args)) {
    const written = pick(value, COMMAND_KEYS);
    const key = typeof written?.value === 'string' ? written.key : 'command';
    if (!old || command !== old.command || value[key] !== command) edit.changes.push({ path: [key], value: command });
    if (!old || !same(args, value.args ?? []))
      edit.changes.push({ path: ['args'], value: args.length > 0 || value.args !== undefined ? args : undefined });
  }
  tableChanges(draft.env, old?.env ?? {}, pick(value, ENV_KEYS)?.key ?? 'env', draft, edit);
  const cwd = draft.cwd?.trim() || undefined;
  if (cwd !== old?.cwd) edit.changes.push({ path: [pick(value, ['cwd', 'workingDirectory', 'working_directory'])?.key ?? 'cwd'], value: cwd });
}

function remoteChanges(draft: ServerDraft, base: DraftBase | undefined, edit: DraftEdit): void {
  const old = base && base.template.transport !== 'stdio' ? base.template : undefined;
  const value = base?.value ?? {};
  if (base && !old) dropKeys(value, [...COMMAND_KEYS, 'args', ...ENV_KEYS, 'cwd', 'envFile', 'type', 'transport', 'transportType'], edit);
  const url = draft.url?.trim() ?? '';
  if (url === '')
    throw new HostError('host.bad_input', 'A remote server needs an address.', {
      fix: 'Write an address such as https://host/mcp.',
      params: { field: 'url' },
    });
  const [plain = url] = unmask('url', [url], old ? [old.url] : [], (urls) => urls.map(maskedAddress));
  const urlKey = pick(value, URL_KEYS)?.key ?? 'url';
  if (draft.transport !== old?.transport) {
    const typeKey = pick(value, ['type', 'transport', 'transportType'])?.key ?? 'type';
    // Without a type a new server may still turn out to speak legacy SSE.
    const type = draft.transport === 'http' && !old ? undefined : draft.transport;
    if (type !== undefined || (old && Object.hasOwn(value, typeKey))) edit.changes.push({ path: [typeKey], value: type });
  }
  if (plain !== old?.url) edit.changes.push({ path: [urlKey], value: plain });
  tableChanges(draft.headers, old?.headers ?? {}, pick(value, HEADER_KEYS)?.key ?? 'headers', draft, edit);
}

function tableChanges(
  wanted: Record<string, SecretText> | undefined,
  old: Record<string, string>,
  key: string,
  draft: ServerDraft,
  edit: DraftEdit,
): void {
  for (const name of Object.keys(old)) if (!wanted || !Object.hasOwn(wanted, name)) edit.changes.push({ path: [key, name] });
  for (const [name, given] of Object.entries(wanted ?? {})) {
    if (typeof given !== 'string') {
      if (Object.hasOwn(old, name)) continue;
      throw new HostError('host.bad_input', `${key}.${name} has no value to keep.`, { fix: 'Enter the value.', params: { field: `${key}.${name}` } });
    }
    if (given === old[name]) continue;
    const stored = isSecretValue(name, given) ? storedSecret(given, draft.name, name) : undefined;
    if (stored) edit.secrets.push(stored);
    edit.changes.push({ path: [key, name], value: stored?.reference ?? given });
  }
}

function timeoutChange(draft: ServerDraft, base: DraftBase | undefined, edit: DraftEdit): void {
  if (draft.timeoutMs === base?.template.timeoutMs) return;
  const key = base && pick(base.value, ['timeoutMs', 'timeout_ms', 'timeout'])?.key;
  // Below a second only a key that says milliseconds is understood as such.
  const fits = key && (key !== 'timeout' || (draft.timeoutMs ?? 1000) >= 1000);
  if (key && !fits) edit.changes.push({ path: [key] });
  edit.changes.push({ path: [fits ? key : 'timeoutMs'], value: draft.timeoutMs });
}

function dropKeys(value: Tree, keys: readonly string[], edit: DraftEdit): void {
  for (const key of keys) if (Object.hasOwn(value, key)) edit.changes.push({ path: [key] });
}

/**
 * Masked texts that come back as they were given out stand for what they masked; each original is used once, its own place first. A text that was
 * edited around its mask cannot be told apart from one that means stars, so it is refused and nothing is lost.
 */
function unmask(field: string, given: readonly string[], old: readonly string[], mask: (texts: readonly string[]) => string[]): string[] {
  const shown = mask(old);
  const free = new Set(old.keys());
  return given.map((text, i) => {
    const at = free.has(i) && shown[i] === text ? i : [...free].find((index) => shown[index] === text && given[index] !== text);
    if (at !== undefined) {
      free.delete(at);
      return old[at] ?? text;
    }
    if (!text.includes(MASK) || old.includes(text) || !shown.some((one, index) => one !== old[index])) return text;
    throw new HostError('host.bad_input', `${field} still holds ${MASK}, which stands for a secret that is not shown.`, {
      fix: 'Leave the text as it was, or write the whole of it.',
      params: { field },
    });
  });
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A new entry from a draft: the changes applied to nothing. */
export function entryFromChanges(changes: readonly FieldChange[]): Tree {
  const entry: Tree = {};
  for (const { path, value } of changes) {
    if (value === undefined) continue;
    const [first = '', second] = path;
    if (second === undefined) entry[first] = value;
    else entry[first] = { ...(isTree(entry[first]) ? entry[first] : {}), [second]: value };
  }
  return entry;
}
