import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Mode, type Rule } from '../../preload/contract/permissions.ts';
import type { CoreOptions, ModelChoice } from '../compose/options.ts';
import { WEATHER_NAME, weatherDraft } from '../compose/weatherExample.ts';
import { systemClock } from '../core/base/clock.ts';
import { HostError } from '../core/base/hostError.ts';
import { createRedactor } from '../core/logs/redact.ts';
import { createStderrLogger } from '../core/logs/stderrLogger.ts';
import { noTools, resolveRule } from '../core/permissions/rules.ts';
import { createPaths, defaultHome } from '../core/settings/paths.ts';
import type { CliArguments } from './arguments.ts';
import { DEMO_RULE } from './commands/demo.ts';
import { createOpenBrowser } from './openBrowser.ts';

export interface CliWorld {
  env: NodeJS.ProcessEnv;
  appRoot: string;
  version: string;
  isTerminal: boolean;
}

/** What the command line asks of the core. Throws `host.bad_input` for values that cannot be used. `cleanUp` removes what was made for it. */
export function coreOptions(args: CliArguments, world: CliWorld, note: (line: string) => void): { options: CoreOptions; cleanUp: () => void } {
  const { env } = world;
  const sandbox = args.command === 'demo' ? demoSandbox(world) : undefined;
  const redact = createRedactor();
  const home = sandbox?.home ?? (args.home ? path.resolve(args.home) : defaultHome(env));
  const files = sandbox ? [sandbox.config] : args.config.map(existingFile);
  const model = modelChoice(args, env, redact.register);
  const rules = [...(sandbox ? [DEMO_RULE] : args.allow).map((text) => ruleFrom(text, 'allow')), ...args.deny.map((text) => ruleFrom(text, 'deny'))];
  // Machine output is read by a program; a program cannot be asked.
  const interactive = world.isTerminal && !args.json && args.command !== 'demo';
  const options: CoreOptions = {
    paths: createPaths(home),
    env,
    platform: process.platform,
    homeDir: os.homedir(),
    clock: systemClock,
    logger: createStderrLogger({ redact, verbose: env.QUAYSIDE_LOG === 'verbose' }),
    redact,
    fromTerminal: true,
    interactive,
    openExternal: createOpenBrowser({ env, platform: process.platform, interactive, open: !args.noBrowser, note }),
    watch: args.command === 'chat',
    trustProject: args.trust,
    rules,
    version: world.version,
    ...(files.length > 0 ? { explicitFiles: files } : {}),
    ...(args.project === undefined ? {} : { projectFolder: existingFolder(args.project) }),
    ...(args.timeoutMs === undefined ? {} : { callTimeoutMs: args.timeoutMs }),
    ...(args.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: args.connectTimeoutMs }),
    ...(args.mode === undefined ? {} : { mode: modeFrom(args.mode) }),
    ...(model ? { model } : {}),
  };
  return { options, cleanUp: sandbox?.remove ?? (() => undefined) };
}

const bad = (message: string, fix?: string): HostError => new HostError('host.bad_input', message, fix ? { fix } : {});

function existingFile(file: string): string {
  const absolute = path.resolve(file);
  if (!fs.existsSync(absolute)) throw bad(`--config: there is no file ${absolute}.`);
  return absolute;
}

function existingFolder(folder: string): string {
  const absolute = path.resolve(folder);
  if (!fs.statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) throw bad(`--project: there is no folder ${absolute}.`);
  return absolute;
}

function modeFrom(text: string): Mode {
  const mode = Mode.safeParse(text);
  if (mode.success) return mode.data;
  throw bad(`--mode: "${text}" is no mode.`, `The modes are ${Mode.options.join(', ')}.`);
}

function ruleFrom(text: string, effect: Rule['effect']): Omit<Rule, 'id' | 'createdAt'> {
  const resolved = resolveRule(text, noTools);
  if (!resolved.ok) throw new HostError(resolved.error.code, resolved.error.message, resolved.error.fix ? { fix: resolved.error.fix } : {});
  return { ...resolved.value.rule, effect, scope: { kind: 'always' }, source: 'command-line' };
}

function modelChoice(args: CliArguments, env: NodeJS.ProcessEnv, mask: (secret: string) => unknown): ModelChoice | undefined {
  if (args.command === 'demo' || (args.offline && !args.provider)) return { kind: 'offline' };
  if (args.provider === undefined) {
    if (args.baseUrl ?? args.model ?? args.apiKeyEnv) throw bad('--base-url, --model and --api-key-env need --provider.');
    return undefined;
  }
  if (args.offline) throw bad('--offline and --provider exclude each other.');
  const { provider } = args;
  if (provider !== 'openai-compatible' && provider !== 'anthropic' && provider !== 'google') {
    throw bad(`--provider: "${provider}" is not known.`, 'Use openai-compatible, anthropic or google.');
  }
  if (!args.model) throw bad('--provider needs --model ID.');
  const apiKey = args.apiKeyEnv === undefined ? undefined : env[args.apiKeyEnv];
  if (args.apiKeyEnv !== undefined && !apiKey) throw bad(`--api-key-env: the variable ${args.apiKeyEnv} is not set.`);
  if (apiKey) mask(apiKey);
  return { kind: provider, model: args.model, ...(args.baseUrl ? { baseUrl: args.baseUrl } : {}), ...(apiKey ? { apiKey } : {}) };
}

/** The demo touches nothing of the user's: a data folder and a configuration of its own. */
function demoSandbox(world: CliWorld): { home: string; config: string; remove: () => void } {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-demo-'));
  const config = path.join(home, 'mcp.json');
  const { command, args } = weatherDraft(world.appRoot, { execPath: process.execPath, electron: false });
  fs.writeFileSync(config, JSON.stringify({ mcpServers: { [WEATHER_NAME]: { command, args } } }));
  return { home, config, remove: () => fs.rmSync(home, { recursive: true, force: true }) };
}
