import { EraChoice } from '../../../preload/contract/servers.ts';
import { checkScheme } from './addresses.ts';
import { type CommandContext, commandOf, splitCommandLine } from './commandLine.ts';
import { duration, toolTimeouts } from './durations.ts';
import { isDisabled, pick, suggestedAllow, textTable } from './entryFields.ts';
import {
  EntryProblem,
  type EntryTemplate,
  isTree,
  kindOf,
  type Remark,
  type RemoteTemplate,
  type StdioTemplate,
  type Tree,
} from './entryTemplate.ts';
import { usableHeaders } from './headerFields.ts';
import { unknownKeyRemarks, wordFor } from './knownKeys.ts';
import { oauthOf } from './oauthFields.ts';
import { namedTransport, type TransportChoice } from './transportNames.ts';

export type EntryOutcome = { template: EntryTemplate; remarks: Remark[] } | { problem: EntryProblem; remarks: Remark[]; disabled: boolean };

/** `httpUrl` first: where it stands beside `url` it is the one that is meant. */
export const URL_KEYS = ['httpUrl', 'url', 'serverUrl', 'baseUrl', 'uri', 'server_url', 'base_url'] as const;
export const COMMAND_KEYS = ['command', 'cmd'] as const;
export const ENV_KEYS = ['env', 'environment', 'envs'] as const;
export const HEADER_KEYS = ['headers', 'http_headers', 'customHeaders'] as const;

/** Judges one entry on its own (CFG-2, CFG-3): whatever is wrong with it costs no other entry. Nothing is expanded, nothing is touched. */
export function parseEntry(value: unknown, context: CommandContext): EntryOutcome {
  const remarks: Remark[] = [];
  let disabled = false;
  try {
    if (!isTree(value))
      throw new EntryProblem('', `the entry must be an object, not ${kindOf(value)}`, 'Write { "command": … } or { "url": … }, or remove the entry.');
    disabled = isDisabled(value, remarks);
    const transport = decideTransport(value, remarks);
    remarks.push(...unknownKeyRemarks(value));
    const common = commonFields(value, disabled, remarks);
    const template =
      transport.kind === 'stdio'
        ? stdioTemplate(value, common, context, remarks)
        : remoteTemplate(value, common, { ...transport, kind: transport.kind }, remarks);
    return { template, remarks };
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    return { problem: error, remarks, disabled };
  }
}

type Common = Pick<EntryTemplate, 'disabled' | 'timeoutMs' | 'connectTimeoutMs' | 'toolTimeoutsMs' | 'era' | 'suggestedAllow' | 'startOnFirstUse'>;

function commonFields(entry: Tree, disabled: boolean, remarks: Remark[]): Common {
  const timeoutMs = duration(entry, ['timeoutMs', 'timeout_ms', 'timeout'], remarks);
  const connectTimeoutMs = duration(entry, ['connectTimeoutMs', 'connectTimeout', 'startupTimeoutMs', 'startup_timeout_ms'], remarks);
  const toolTimeoutsMs = toolTimeouts(entry, remarks);
  const era = EraChoice.safeParse(entry.era ?? 'auto');
  if (!era.success)
    remarks.push({ field: 'era', severity: 'warning', reason: 'era is not known, so auto counts', fix: 'Write auto, legacy or modern.' });
  return {
    disabled,
    era: era.data ?? 'auto',
    suggestedAllow: suggestedAllow(entry),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    ...(toolTimeoutsMs === undefined ? {} : { toolTimeoutsMs }),
    ...(entry.startOnFirstUse === true ? { startOnFirstUse: true } : {}),
  };
}

/** Blank fields count as missing while another field can decide; some apps write all of them. */
const filled = (entry: Tree, keys: readonly string[]): boolean =>
  keys.some(
    (key) =>
      Object.hasOwn(entry, key) && entry[key] !== undefined && entry[key] !== null && !(typeof entry[key] === 'string' && entry[key].trim() === ''),
  );

function decideTransport(entry: Tree, remarks: Remark[]): TransportChoice {
  const named = namedTransport(entry);
  const hasCommand = filled(entry, COMMAND_KEYS);
  const hasUrl = filled(entry, URL_KEYS);
  if (named) {
    if (hasCommand && hasUrl) {
      const field = named.kind === 'stdio' ? urlKey(entry) : 'command';
      remarks.push({
        field,
        severity: 'info',
        reason: `${field} is not used, because the type is ${named.kind}`,
        fix: `Remove ${field} or correct the type.`,
      });
    }
    return named;
  }
  if (hasCommand) {
    if (hasUrl)
      remarks.push({
        field: urlKey(entry),
        severity: 'warning',
        reason: `the entry has a command and a URL; the command is used`,
        fix: 'Add "type": "http" or remove one of them.',
      });
    return { kind: 'stdio', fallbackToSse: false };
  }
  if (hasUrl || pick(entry, URL_KEYS)) {
    const key = urlKey(entry);
    const url = entry[key];
    if (typeof url === 'string' && /^\s*wss?:/i.test(url)) return { kind: 'ws', fallbackToSse: false };
    return { kind: 'http', fallbackToSse: key !== 'httpUrl' };
  }
  if (pick(entry, COMMAND_KEYS)) return { kind: 'stdio', fallbackToSse: false };
  const near = wordFor(entry, [...COMMAND_KEYS, ...URL_KEYS]);
  throw new EntryProblem(
    'command',
    'the entry has neither a command nor a url',
    near ? `Did you mean ${near.known} where it says ${near.written}?` : 'Add "command" for a local server or "url" for a remote one.',
  );
}

const urlKey = (entry: Tree): string => URL_KEYS.find((key) => filled(entry, [key])) ?? pick(entry, URL_KEYS)?.key ?? 'url';

function stdioTemplate(entry: Tree, common: Common, context: CommandContext, remarks: Remark[]): StdioTemplate {
  const found = pick(entry, COMMAND_KEYS);
  const field = found?.key ?? 'command';
  const { line: written, more, env: innerEnv } = commandParts(found?.value, field, remarks);
  const { line, env: before } = leadingVariables(written, field, context, remarks);
  if (line.trim() === '')
    throw new EntryProblem(field, `${field} must name a program, but is ${kindOf(found?.value)}`, 'Write the program to start, for example "npx".');
  if (/^https?:\/\//i.test(line.trim()))
    throw new EntryProblem(field, `${field} is an address, not a program`, `Write "url": ${JSON.stringify(line.trim().slice(0, 200))} instead.`);
  if (line.includes('\0')) throw new EntryProblem(field, `${field} holds a character that no program name can have`, 'Remove it.');
  const args = [...more, ...argumentList(entry.args ?? entry.arguments, 'args', context.platform, remarks)];
  remarks.push(...argumentRemarks(args));
  const cwd = textField(entry, ['cwd', 'workingDirectory', 'working_directory']);
  const envFile = textField(entry, ['envFile', 'env_file']);
  return {
    ...common,
    transport: 'stdio',
    ...commandOf(line, args, context, remarks),
    env: {
      ...before,
      ...textTable(innerEnv === undefined ? undefined : { key: `${field}.env`, value: innerEnv }, remarks),
      ...textTable(pick(entry, ENV_KEYS), remarks),
    },
    ...(cwd === undefined ? {} : { cwd }),
    ...(envFile === undefined ? {} : { envFile }),
  };
}

/** `TOKEN=abc npx -y x`, as a shell takes it: variables of that program alone. */
function leadingVariables(line: string, field: string, { isFile }: CommandContext, remarks: Remark[]): { line: string; env: Record<string, string> } {
  const head = /^\s*(?:env\s+)?((?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)\s+)+)(?=\S)/.exec(line);
  if (!head || isFile(line)) return { line, env: {} };
  const { words } = splitCommandLine(head[1] ?? '');
  const env = Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  remarks.push({
    field,
    severity: 'info',
    reason: `${field} begins with variables (${Object.keys(env).join(', ')}), which are passed on as env`,
    fix: 'Write them in "env".',
  });
  return { line: line.slice(head[0].length), env };
}

/** `"npx"`, `["npx", "-y", "x"]`, or Zed's `{ "path": …, "args": …, "env": … }`. */
function commandParts(value: unknown, field: string, remarks: Remark[]): { line: string; more: string[]; env?: unknown } {
  if (typeof value === 'string') return { line: value, more: [] };
  if (Array.isArray(value)) {
    const [first, ...more] = argumentList(value, field, 'linux', remarks);
    return { line: first ?? '', more };
  }
  if (isTree(value) && typeof value.path === 'string') {
    return { line: value.path, more: argumentList(value.args, `${field}.args`, 'linux', remarks), env: value.env };
  }
  throw new EntryProblem(field, `${field} must be text, not ${kindOf(value)}`, 'Write the program to start in double quotes.');
}

function argumentList(value: unknown, field: string, platform: NodeJS.Platform, remarks: Remark[]): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') {
    const { words, unbalanced } = splitCommandLine(value, platform);
    if (unbalanced) throw new EntryProblem(field, `${field} has a quote that is not closed`, `Write ${field} as a list of texts.`);
    remarks.push({ field, severity: 'info', reason: `${field} is text and is split at the blanks`, fix: `Write ${field} as a list of texts.` });
    return words;
  }
  if (!Array.isArray(value)) throw new EntryProblem(field, `${field} must be a list, not ${kindOf(value)}`, `Write ${field} as a list of texts.`);
  return value.map((item: unknown, i) => {
    const place = `${field}.${i}`;
    if (typeof item === 'string') {
      if (item.includes('\0')) throw new EntryProblem(place, `${place} holds a character that no argument can have`, 'Remove it.');
      return item;
    }
    if (typeof item !== 'number' && typeof item !== 'boolean')
      throw new EntryProblem(place, `${place} must be text, not ${kindOf(item)}`, 'Write it in double quotes.');
    remarks.push({
      field: place,
      severity: 'info',
      reason: `${place} is ${kindOf(item)} and is passed on as text`,
      fix: 'Write it in double quotes.',
    });
    return String(item);
  });
}

/** What is passed on as it is and was probably not meant so. */
const argumentRemarks = (args: readonly string[]): Remark[] =>
  args.flatMap((arg, i): Remark[] => {
    const field = `args.${i}`;
    if (/^~[\\/]/.test(arg))
      return [{ field, severity: 'info', reason: `${field} begins with ~, which only a shell replaces`, fix: 'Write ${userHome} instead.' }];
    if (/^-{1,2}[\w-]+ -{0,2}\S/.test(arg) && arg.length < 500)
      return [
        {
          field,
          severity: 'info',
          reason: `${field} holds a blank and is passed on as one argument`,
          fix: 'Write each argument as a text of its own, if that is meant.',
        },
      ];
    return [];
  });

function remoteTemplate(
  entry: Tree,
  common: Common,
  { kind, fallbackToSse }: { kind: Exclude<TransportChoice['kind'], 'stdio'>; fallbackToSse: boolean },
  remarks: Remark[],
): RemoteTemplate {
  const key = urlKey(entry);
  const url = entry[key];
  if (typeof url !== 'string' || url.trim() === '')
    throw new EntryProblem(key, `${key} must be the address of the server, but is ${kindOf(url)}`, 'Write an address such as "https://host/mcp".');
  if (!url.includes('${')) checkScheme(url.trim(), key);
  const headers = usableHeaders(
    {
      ...textTable(pick(isTree(entry.requestInit) ? entry.requestInit : {}, ['headers']), remarks),
      ...textTable(pick(entry, HEADER_KEYS), remarks),
    },
    remarks,
  );
  const bearer = pick(entry, ['bearerTokenEnvVar', 'bearer_token_env_var'])?.value;
  if (typeof bearer === 'string' && !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    headers.Authorization = `Bearer \${env:${bearer}}`;
  const oauth = oauthOf(entry, remarks);
  return {
    ...common,
    transport: kind,
    url: url.trim(),
    headers,
    fallbackToSse: kind === 'http' && fallbackToSse,
    ...(oauth ? { oauth } : {}),
    ...(entry.allowSelfSigned === true ? { allowSelfSigned: true } : {}),
  };
}

function textField(entry: Tree, keys: readonly string[]): string | undefined {
  const found = pick(entry, keys);
  if (!found || (typeof found.value === 'string' && found.value.trim() === '')) return undefined;
  if (typeof found.value !== 'string' || found.value.includes('\0'))
    throw new EntryProblem(found.key, `${found.key} must be text, not ${kindOf(found.value)}`, 'Write it in double quotes.');
  return found.value;
}
