import type { EraChoice, SecretText, ServerDraft } from '../../../../preload/contract/servers.ts';

/** One row of variables or headers. A stored value is `kept`: the window never had it. */
export interface SecretRow {
  key: number;
  name: string;
  value: string;
  kept: boolean;
}

/** What the form holds: everything as text, so that nothing typed is lost before it is checked. */
export interface DraftForm {
  name: string;
  level: ServerDraft['level'];
  transport: ServerDraft['transport'];
  command: string;
  args: string;
  cwd: string;
  env: SecretRow[];
  url: string;
  headers: SecretRow[];
  timeoutSeconds: string;
  era: EraChoice;
  disabled: boolean;
  startOnFirstUse: boolean;
}

export const emptyForm: DraftForm = {
  name: '',
  level: 'user',
  transport: 'stdio',
  command: '',
  args: '',
  cwd: '',
  env: [],
  url: '',
  headers: [],
  timeoutSeconds: '',
  era: 'auto',
  disabled: false,
  startOnFirstUse: false,
};

let nextKey = 1;
export const newRow = (name = '', value = '', kept = false): SecretRow => {
  const key = nextKey;
  nextKey += 1;
  return { key, name, value, kept };
};

const rows = (record: Record<string, SecretText> | undefined): SecretRow[] =>
  Object.entries(record ?? {}).map(([name, value]) => (typeof value === 'string' ? newRow(name, value) : newRow(name, '', true)));

export function fromDraft(draft: ServerDraft): DraftForm {
  return {
    name: draft.name,
    level: draft.level,
    transport: draft.transport,
    command: draft.command ?? '',
    args: (draft.args ?? []).join('\n'),
    cwd: draft.cwd ?? '',
    env: rows(draft.env),
    url: draft.url ?? '',
    headers: rows(draft.headers),
    timeoutSeconds: draft.timeoutMs === undefined ? '' : String(draft.timeoutMs / 1000),
    era: draft.era ?? 'auto',
    disabled: draft.disabled ?? false,
    startOnFirstUse: draft.startOnFirstUse ?? false,
  };
}

const secrets = (list: readonly SecretRow[]): Record<string, SecretText> =>
  Object.fromEntries(list.filter((row) => row.name.trim()).map((row) => [row.name.trim(), row.kept ? { keep: true as const } : row.value]));

/** The entry the form describes. Fields of the other transport are left out, empty ones too. */
export function toDraft(form: DraftForm): ServerDraft {
  const local = form.transport === 'stdio';
  const args = form.args.split('\n').filter((line) => line !== '');
  const seconds = Number(form.timeoutSeconds);
  const env = secrets(form.env);
  const headers = secrets(form.headers);
  return {
    name: form.name.trim(),
    level: form.level,
    transport: form.transport,
    ...(local ? { command: form.command.trim() } : { url: form.url.trim() }),
    ...(local && args.length > 0 ? { args } : {}),
    ...(local && form.cwd.trim() ? { cwd: form.cwd.trim() } : {}),
    ...(local && Object.keys(env).length > 0 ? { env } : {}),
    ...(!local && Object.keys(headers).length > 0 ? { headers } : {}),
    ...(form.timeoutSeconds.trim() && seconds > 0 ? { timeoutMs: Math.round(seconds * 1000) } : {}),
    ...(form.era === 'auto' ? {} : { era: form.era }),
    ...(form.disabled ? { disabled: true } : {}),
    ...(form.startOnFirstUse ? { startOnFirstUse: true } : {}),
  };
}

export type DraftProblem = 'needName' | 'nameTaken' | 'needCommand' | 'needUrl';
const URL_START = /^(?:https?|wss?):\/\/[^\s/]/i;
/** `${VAR}` may stand for a whole address; main expands and checks it. */
const VARIABLE = /\$\{[^}]+\}/;

/** What keeps the form from being saved, by field. */
export function checkForm(form: DraftForm, otherNames: readonly string[]): { name?: DraftProblem; command?: DraftProblem; url?: DraftProblem } {
  const name = form.name.trim();
  return {
    ...(name === '' ? { name: 'needName' as const } : otherNames.includes(name) ? { name: 'nameTaken' as const } : {}),
    ...(form.transport === 'stdio' && form.command.trim() === '' ? { command: 'needCommand' as const } : {}),
    ...(form.transport !== 'stdio' && !URL_START.test(form.url.trim()) && !VARIABLE.test(form.url) ? { url: 'needUrl' as const } : {}),
  };
}

/** Whether a value was typed that may be a secret; a text that only names variables (`${TOKEN}`) is none. */
export function hasTypedValues({ transport, env, headers }: DraftForm): boolean {
  const rows = transport === 'stdio' ? env : headers;
  return rows.some(({ kept, name, value }) => !kept && name.trim() !== '' && value.trim() !== '' && !/^(?:\w+\s+)?\$\{[^{}]+\}$/.test(value.trim()));
}
