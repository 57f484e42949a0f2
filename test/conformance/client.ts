/**
 * The program the official conformance suite drives: the product's own connections, tool table and sign-in, with three ports replaced:
 * the browser is a script, the key store is memory, and who answers elicitations says yes. Address of the server: the last argument.
 */
import os from 'node:os';
import path from 'node:path';
import { createAuthService } from '../../main/core/auth/authService.ts';
import { systemClock } from '../../main/core/base/clock.ts';
import type { OAuthConfig, RemoteConfig } from '../../main/core/config/serverConfig.ts';
import type { Logger, Secrets } from '../../main/core/ports.ts';
import { createServerHost, type ServerManager } from '../../main/core/servers/serverManager.ts';
import type { Raw } from '../../main/core/servers/session.ts';
import type { Tool } from '../../main/core/tools/tool.ts';
import { ServerToolTable } from '../../main/core/tools/toolTable.ts';
import { createTransport } from '../../main/core/transports/createTransport.ts';
import { createLoginFetch } from '../../main/core/transports/httpClient/loginFetch.ts';
import { Settings } from '../../preload/contract/settings.ts';
import { acceptElicitation, argumentsFor } from './answers.ts';

/** A sign-in that does not help is not repeated for ever. */
const MOST_SIGN_INS = 3;
const NAME = 'conformance';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  client_id?: string;
  client_secret?: string;
  private_key_pem?: string;
  signing_algorithm?: string;
  toolCalls?: { name: string; arguments: Raw }[];
};
const config: RemoteConfig = {
  name: NAME,
  origin: { level: 'file', file: 'conformance' },
  hides: [],
  disabled: false,
  era: 'auto',
  suggestedAllow: [],
  transport: 'http',
  url: process.argv.at(-1) ?? '',
  headers: {},
  fallbackToSse: true,
  ...(context.client_id ? { oauth: oauthOf(context.client_id) } : {}),
};

/** What a person would write into the entry's `oauth`. */
function oauthOf(clientId: string): OAuthConfig {
  return {
    clientId,
    ...(context.client_secret ? { clientSecret: context.client_secret } : {}),
    ...(context.private_key_pem ? { privateKey: context.private_key_pem } : {}),
    ...(context.signing_algorithm ? { signingAlgorithm: context.signing_algorithm } : {}),
    ...(scenario.includes('client-credentials') ? { grant: 'client_credentials' } : {}),
  };
}

const note = (message: string, details?: unknown): void => console.error(message, details === undefined ? '' : JSON.stringify(details));
const logger: Logger = { info: note, warn: note, error: note };
const memory = new Map<string, string>();
const secrets: Secrets = {
  canEncrypt: false,
  get: async (key) => memory.get(key),
  whereKept: async (key) => (memory.has(key) ? 'session' : undefined),
  set: async (key, value) => void memory.set(key, value),
  delete: async (key) => void memory.delete(key),
};
const auth = createAuthService({
  secrets,
  clock: systemClock,
  logger,
  lockFolder: path.join(os.tmpdir(), `quayside-conformance-${process.pid}`),
  fetchFor: (of) => createLoginFetch(of, undefined),
  async openExternal(url) {
    const answer = await fetch(url, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (!location) throw new Error(`The login server answered ${answer.status} without sending the browser back.`);
    void fetch(location).catch((error: unknown) => note('The way back failed.', String(error)));
  },
  language: () => 'en',
  mask: () => undefined,
  documentUrl: 'https://conformance-test.local/client-metadata.json',
  onLogin: () => undefined,
});
const tools = new ServerToolTable({ trusts: () => false });
const settings = Settings.parse({}).mcp;
const host: ServerManager = createServerHost({
  settings: () => settings,
  createTransport,
  transportDeps: {
    clock: systemClock,
    logger,
    ladder: settings.stopAtMs,
    maxMessageBytes: settings.maxMessageBytes,
    childEnvironment: async () => ({}),
    bearer: auth.bearer,
    refreshBearer: auth.refreshBearer,
    onChallenge: auth.noteChallenge,
  },
  clock: systemClock,
  logger,
  clientInfo: { name: 'quayside', version: '1.0.0' },
  handlers: () => ({ elicitation: acceptElicitation, capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } } }),
});
host.onTools((found) => tools.apply(found));

let signIns = 0;

/** Signs in as a person would who sees the state, and connects anew. */
async function signIn(): Promise<void> {
  signIns += 1;
  if (signIns > MOST_SIGN_INS) throw new Error(`Signed in ${MOST_SIGN_INS} times, to no avail.`);
  await auth.signIn(config);
  await host.restart(NAME);
}

async function connected(): Promise<void> {
  for (;;) {
    const state = host.get(NAME)?.state;
    if (state?.kind === 'connected') return;
    if (state?.kind !== 'needs-auth') throw new Error(`The server is ${JSON.stringify(state)}.`);
    await signIn();
  }
}

const options = () => ({ signal: AbortSignal.timeout(25_000), timeoutMs: 20_000 });

async function callTool(tool: Tool, args: Raw): Promise<void> {
  for (;;) {
    const outcome = await host.callTool(NAME, tool.original, args, { ...options(), repeatable: false, toolDefinition: tool.definition });
    if (outcome.ok) return note(`${tool.original} ok`, outcome.value);
    if (outcome.error.code !== 'auth.required') return note(`${tool.original} failed`, outcome.error);
    await signIn();
    await connected();
  }
}

async function run(): Promise<void> {
  host.apply([config]);
  await host.settled();
  await connected();
  for (const part of tools.quarantined()) note('left out', part);
  const wanted = context.toolCalls?.map(({ name, arguments: args }) => ({ tool: tools.find(NAME, name), args }));
  const calls = wanted ?? tools.ofServer(NAME).map((tool, _, all) => ({ tool, args: argumentsFor(tool, all) }));
  for (const { tool, args } of calls) if (tool) await callTool(tool, args);
  if (scenario === 'http-standard-headers') await readAndPrompt();
}

async function readAndPrompt(): Promise<void> {
  for (const resource of await listed('resources')) note('read', await host.readResource(NAME, String(resource.uri), options()));
  for (const prompt of await listed('prompts')) note('prompt', await host.getPrompt(NAME, String(prompt.name), {}, options()));
}

async function listed(kind: 'resources' | 'prompts'): Promise<Raw[]> {
  const outcome = await host.listAll(NAME, kind, options());
  return outcome.ok ? (outcome.value as Raw[]) : [];
}

try {
  await run();
} catch (error) {
  note('failed', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  auth.dispose();
  await host.stopAll();
}
