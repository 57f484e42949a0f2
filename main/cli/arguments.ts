import { parseArgs } from 'node:util';
import { HostError } from '../core/base/hostError.ts';

/** The options of every command; parseArgs lets them stand before or after the command. */
const OPTIONS = {
  config: { type: 'string', multiple: true },
  project: { type: 'string' },
  trust: { type: 'boolean' },
  home: { type: 'string' },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  'connect-timeout': { type: 'string' },
  args: { type: 'string' },
  allow: { type: 'string', multiple: true },
  deny: { type: 'string', multiple: true },
  mode: { type: 'string' },
  provider: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  'api-key-env': { type: 'string' },
  offline: { type: 'boolean' },
  write: { type: 'boolean' },
  scope: { type: 'string', multiple: true },
  remember: { type: 'string' },
  'no-browser': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type OptionName = keyof typeof OPTIONS;
const GLOBAL: readonly OptionName[] = ['config', 'project', 'trust', 'home', 'json', 'timeout', 'connect-timeout', 'help', 'version'];
const PROVIDER: readonly OptionName[] = ['provider', 'base-url', 'model', 'api-key-env', 'offline'];
const RULES: readonly OptionName[] = ['allow', 'deny', 'mode'];

interface CommandShape {
  /** Names of positional arguments; a trailing `?` marks one that may be left out. */
  positionals: readonly string[];
  options: readonly OptionName[];
  about: string;
}

/** Every command with what it takes. A new one is a row here and a file in commands/. */
export const COMMANDS = {
  servers: { positionals: [], options: [], about: 'connect to all servers and print their state' },
  doctor: { positionals: ['SERVER?'], options: [], about: 'show each stage of each server, with the fix for what fails' },
  tools: { positionals: ['SERVER?'], options: [], about: 'print the tool table' },
  call: { positionals: ['SERVER', 'TOOL'], options: ['args', ...RULES], about: 'call one tool through the gate' },
  read: { positionals: ['SERVER', 'URI'], options: [], about: 'read a resource' },
  prompt: { positionals: ['SERVER', 'NAME'], options: ['args'], about: 'get a prompt' },
  ask: { positionals: ['TEXT'], options: [...PROVIDER, ...RULES], about: 'one run of the assistant' },
  chat: { positionals: [], options: [...PROVIDER, ...RULES], about: 'the chat in the terminal' },
  demo: { positionals: [], options: [], about: 'ten seconds of the main job, without person or network' },
  'sign-in': {
    positionals: ['SERVER'],
    options: ['scope', 'remember', 'no-browser'],
    about: 'sign in to a server in the browser; the window shares the login',
  },
  'sign-out': { positionals: ['SERVER'], options: [], about: 'revoke and forget the login of a server' },
  import: { positionals: ['FILE'], options: ['write'], about: 'show, or with --write adopt, the servers of another app’s file' },
} as const satisfies Record<string, CommandShape>;

export type CommandName = keyof typeof COMMANDS;

export interface CliArguments {
  command: CommandName;
  positionals: string[];
  config: string[];
  project?: string;
  trust: boolean;
  home?: string;
  json: boolean;
  /** Per call, milliseconds. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  args?: string;
  allow: string[];
  deny: string[];
  mode?: string;
  provider?: string;
  baseUrl?: string;
  model?: string;
  apiKeyEnv?: string;
  offline: boolean;
  write: boolean;
  /** Scopes to ask for instead of what follows from the server. */
  scope: string[];
  remember?: 'file';
  noBrowser: boolean;
}

export type ParsedCli = { kind: 'run'; args: CliArguments } | { kind: 'help'; command?: CommandName } | { kind: 'version' };

const wrong = (message: string): HostError => new HostError('host.bad_input', message, { fix: 'quayside --help shows how.' });

/** Reads the command line. Throws a HostError (`host.bad_input`) that names what is wrong. */
export function parseCli(argv: readonly string[]): ParsedCli {
  const { values, positionals } = parse(argv);
  const [name, ...rest] = positionals;
  if (values.version) return { kind: 'version' };
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? (name as CommandName) : undefined;
  if (values.help || name === 'help' || name === undefined) return { kind: 'help', ...(command ? { command } : {}) };
  if (!command) throw wrong(`There is no command "${name}".`);
  checkPositionals(command, rest);
  for (const option of Object.keys(values) as OptionName[]) {
    const known: readonly OptionName[] = [...GLOBAL, ...COMMANDS[command].options];
    if (!known.includes(option)) throw wrong(`"${command}" takes no --${option}.`);
  }
  const text = (key: string, value: string | undefined): Record<string, string> => (value === undefined ? {} : { [key]: value });
  const args: CliArguments = {
    command,
    positionals: rest,
    config: values.config ?? [],
    trust: values.trust ?? false,
    json: values.json ?? false,
    allow: values.allow ?? [],
    deny: values.deny ?? [],
    offline: values.offline ?? false,
    write: values.write ?? false,
    scope: (values.scope ?? []).flatMap((words) => words.split(/[\s,]+/).filter(Boolean)),
    noBrowser: values['no-browser'] ?? false,
    ...rememberFrom(values.remember),
    ...text('project', values.project),
    ...text('home', values.home),
    ...text('args', values.args),
    ...text('mode', values.mode),
    ...text('provider', values.provider),
    ...text('baseUrl', values['base-url']),
    ...text('model', values.model),
    ...text('apiKeyEnv', values['api-key-env']),
    ...milliseconds('timeoutMs', '--timeout', values.timeout),
    ...milliseconds('connectTimeoutMs', '--connect-timeout', values['connect-timeout']),
  };
  return { kind: 'run', args };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function checkPositionals(command: CommandName, given: readonly string[]): void {
  const wanted: readonly string[] = COMMANDS[command].positionals;
  const missing = wanted.find((name, index) => !name.endsWith('?') && given[index] === undefined);
  if (missing) throw wrong(`"${command}" needs ${missing}.`);
  const extra = given[wanted.length];
  if (extra !== undefined) throw wrong(`"${command}" does not know what to do with "${extra}".`);
}

function rememberFrom(text: string | undefined): { remember?: 'file' } {
  if (text === undefined) return {};
  if (text !== 'file') throw wrong(`--remember: the command line can keep a login only in a "file", not "${text}".`);
  return { remember: text };
}

function milliseconds(key: string, option: string, text: string | undefined): Record<string, number> {
  if (text === undefined) return {};
  const value = Number(text);
  if (!Number.isInteger(value) || value <= 0) throw wrong(`${option} wants milliseconds, a whole number above 0, not "${text}".`);
  return { [key]: value };
}

/** The help text of all commands, or of one. */
export function helpText(command?: CommandName): string {
  const usage = (name: CommandName): string =>
    [`quayside ${name}`, ...COMMANDS[name].positionals.map((p) => (p.endsWith('?') ? `[${p.slice(0, -1)}]` : p))].join(' ');
  if (command) {
    const options = COMMANDS[command].options.map((name: OptionName) => `--${name}${OPTIONS[name].type === 'string' ? ' …' : ''}`);
    return `${usage(command)}\n  ${COMMANDS[command].about}\n${options.length ? `\noptions: ${options.join(' ')}\n` : ''}\nglobal options: quayside --help`;
  }
  const rows = (Object.keys(COMMANDS) as CommandName[]).map(
    (name) => `  ${usage(name).slice('quayside '.length).padEnd(22)} ${COMMANDS[name].about}`,
  );
  return [
    'quayside COMMAND [options]',
    '',
    ...rows,
    '',
    '  --json                 machine output on stdout; notices and logs go to stderr',
    '  --config FILE          use this configuration only (repeatable, later ones are stronger)',
    '  --project DIR          read the configuration of this folder too; --trust adopts its files',
    '  --home DIR             the data folder (or QUAYSIDE_HOME)',
    '  --timeout MS           per call          --connect-timeout MS',
    '',
    'quayside COMMAND --help shows the options of a command.',
  ].join('\n');
}
