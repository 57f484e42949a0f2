import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseCli } from '../../main/cli/arguments.ts';
import { createOutput } from '../../main/cli/output.ts';
import { runCommand } from '../../main/cli/run.ts';
import { systemClock } from '../../main/core/base/clock.ts';
import { createFileLogger } from '../../main/core/logs/fileLogger.ts';
import { createRedactor } from '../../main/core/logs/redact.ts';
import { noTools, resolveRule } from '../../main/core/permissions/rules.ts';
import type { HostEvent } from '../../preload/contract/mirror.ts';
import { scriptedBrowser } from '../core/auth/kit.ts';
import { openAiAnswer, openAiError, startFakeOpenAi } from '../servers/fakeOpenAi.ts';
import { startLeakyLogin } from '../servers/leakyLogin.ts';
import { FakeWindow, makeHome, removeHome, root } from './appUnderTest.ts';
import { plantedEntries } from './plantedEntries.ts';
import { Plants } from './plants.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const TOOLS = ['echo', 'refuse', 'die'];

/** A home, servers that leak, and an environment; nothing runs yet. */
async function stage() {
  const plants = new Plants();
  const login = await startLeakyLogin({
    access: plants.word('access token'),
    refresh: plants.word('refresh token'),
    code: plants.word('code'),
    clientSecret: plants.word('registered client secret'),
  });
  undo.push(() => login.close());
  const home = makeHome({}, { welcomeDone: true });
  undo.push(() => removeHome(home));
  fs.mkdirSync(path.join(home, 'owner'));
  const file = path.join(home, 'mcp.json');
  fs.writeFileSync(file, JSON.stringify(plantedEntries(plants, login.base, path.join(home, 'owner')), null, 2));
  const env = { ...process.env, QUAYSIDE_TEST_OUTER: plants.plant('outer variable'), QUAYSIDE_TEST_KEY: plants.word('key by variable') };
  return { plants, login, home, file, env };
}

const allowed = [...TOOLS.map((tool) => `mcp__local__${tool}`), 'mcp__cloud__look'].flatMap((tool) => {
  const resolved = resolveRule(tool, noTools);
  return resolved.ok
    ? [{ ...resolved.value.rule, effect: 'allow' as const, scope: { kind: 'always' as const }, source: 'command-line' as const }]
    : [];
});

/** What of the events may hold the content of tools and of the person's own words. */
const CONTENT = ['chats', 'conversations', 'approvals', 'elicitations', 'trials'];
function withoutContent(event: HostEvent): unknown {
  if (event.kind === 'patches') return event.patches.filter(({ path: [first] }) => !CONTENT.includes(String(first)));
  return Object.fromEntries(Object.entries(event.state).filter(([key]) => !CONTENT.includes(key)));
}
const contentOnly = (event: HostEvent): unknown =>
  event.kind === 'patches'
    ? event.patches.filter(({ path: [first] }) => CONTENT.includes(String(first)))
    : CONTENT.map((key) => event.state[key as keyof typeof event.state]);

/** The user's own files, and the secret store. */
const OWN = ['mcp.json', 'secrets.json', 'owner/.env', 'owner/project/.mcp.json'];
/** Where conversations and results live: the content of tools is kept there. */
const KEPT = /^(quayside\.db|results\/)/;

test('a whole session of the window leaks no secret into files, events, answers, logs, exports or errors', async () => {
  const { plants, login, home, file, env } = await stage();
  const apiKey = plants.word('provider key');
  const provider = await startFakeOpenAi([
    openAiError(401, `Incorrect API key provided: ${apiKey}`),
    openAiAnswer({ calls: [{ id: 'c1', name: 'mcp__local__refuse', arguments: {} }] }),
    openAiAnswer({ calls: [{ id: 'c2', name: 'mcp__local__echo', arguments: {} }] }),
    openAiAnswer({ calls: [{ id: 'c3', name: 'mcp__local__die', arguments: { password: plants.plant('argument') } }] }),
    openAiAnswer({ text: ['done'] }),
  ]);
  undo.push(() => provider.close());
  const redact = createRedactor();
  const logger = createFileLogger({ folder: path.join(home, 'logs'), redact, clock: systemClock });
  const window = new FakeWindow(home, { redact, logger, env, rules: allowed });
  undo.push(() => window.desktop.dispose());
  const { secrets, config } = window.desktop;
  await secrets.set('mcp.stored', plants.plant('stored secret'), 'file');
  await config.setInput(file, 'asked', plants.plant('asked'), 'file');
  const answers: unknown[] = [];
  const ask = async (name: Parameters<typeof window.send>[0], input: unknown): Promise<void> =>
    void answers.push([name, await window.try(name, input)]);

  await window.desktop.start();
  await window.desktop.servers.settled();
  const signIn = async (): Promise<void> => {
    const done = ask('server.signIn', { name: 'cloud', remember: 'file' });
    const seen = window.opened.length;
    await vi.waitFor(() => expect(window.opened.length).toBeGreaterThan(seen), 10_000);
    await scriptedBrowser().open(window.opened.at(-1) ?? '');
    await done;
  };
  await signIn();
  await window.until((state) => state.servers.cloud?.state.kind === 'connected');
  for (const [at, verifier] of login.verifiers.entries()) plants.add(`verifier ${at}`, verifier);

  await window.send('settings.update', { provider: { kind: 'openai-compatible', baseUrl: `${provider.origin}/v1`, model: 'm' } });
  await window.send('settings.setApiKey', { apiKey, remember: 'file' });
  const { id } = await window.send('chat.create', {});
  await window.send('chat.open', { id });
  await window.send('chat.send', { id, text: 'hello' });
  await window.answer(id);
  await window.send('chat.send', { id, text: 'again' });
  await vi.waitFor(() => expect(provider.requests).toHaveLength(5), 20_000);
  await window.answer(id);

  // A project's servers are shown before they are trusted, and remembered then.
  const project = path.join(home, 'owner/project');
  fs.mkdirSync(project);
  const args = ['--key', plants.plant('project flag'), `--url=https://h.test/x?token=${plants.word('project query')}`];
  const address = `https://me:${plants.word('project userinfo')}@h.test/mcp?sig=${plants.word('project signature')}`;
  const ofProject = {
    tool: { command: 'no-such-program', args, env: { A_TOKEN: plants.plant('project env') } },
    site: { url: address, disabled: true },
  };
  fs.writeFileSync(path.join(project, '.mcp.json'), JSON.stringify({ mcpServers: ofProject }));
  await ask('project.open', { folder: project });
  const { contentHash } = await window.until((state) => state.project.trust);
  await ask('project.trust', { contentHash, accept: true });
  await window.until((state) => state.servers.tool);

  for (const name of Object.keys(window.state?.servers ?? {})) {
    await ask('server.logs', { name });
    await ask('server.draft', { name });
    const draft = await window.try('server.draft', { name });
    if (draft.ok) await ask('server.test', { testId: name, ...draft.value, replaces: name });
  }
  await window.desktop.servers.restart('local');
  for (const original of ['refuse', 'die']) await ask('tools.call', { server: 'local', original, arguments: {} });
  await ask('settings.testProvider', {});
  await ask('servers.export', {});
  await ask('servers.importPreview', { text: fs.readFileSync(file, 'utf8') });
  await ask('permissions.audit', {});
  await ask('permissions.auditExport', { format: 'jsonl' });
  await ask('permissions.auditExport', { format: 'csv' });
  await ask('permissions.rules', {});
  await ask('runtimes.check', {});
  // The login dies with a server that repeats what it refuses.
  login.revoke();
  await ask('tools.call', { server: 'cloud', original: 'look', arguments: {} });
  await window.desktop.servers.restart('cloud');
  await signIn();
  await ask('server.signOut', { name: 'cloud' });
  for (const [at, verifier] of login.verifiers.entries()) plants.add(`verifier ${at}`, verifier);
  window.open();
  await window.desktop.dispose();
  await logger.flush();

  expect(JSON.stringify(window.events)).toContain('local');
  expect(fs.readFileSync(path.join(home, 'logs/quayside.log'), 'utf8')).toContain('***');
  const finds = [
    // A setting of an entry that nothing marks as a secret is exported as it is; here it is the text a tool gives.
    ...answers
      .flatMap((answer) => plants.find(`answer ${String((answer as [string])[0])}`, answer))
      .filter((find) => find !== 'answer servers.export: tool result'),
    ...window.events.flatMap((event) => plants.find('event', withoutContent(event))),
    ...window.events
      .flatMap((event) => plants.find('chat', contentOnly(event)))
      .filter((find) => !['chat: tool result', 'chat: argument'].includes(find)),
    ...plants.findInFiles(home, OWN).filter((find) => !(KEPT.test(find) && /: (tool result|argument)$/.test(find))),
  ];
  expect([...new Set(finds)]).toEqual([]);
  // What a tool gives is its own: it reaches the conversation as it is.
  expect(plants.in(JSON.stringify(window.events.map(contentOnly)))).toContain('tool result');
}, 60_000);

test('no command of the command line prints a secret, as text or as JSON', async () => {
  const { plants, home, file, env } = await stage();
  const provider = await startFakeOpenAi([
    openAiError(401, `Incorrect API key provided: ${plants.word('key by variable')}`),
    openAiError(401, `Incorrect API key provided: ${plants.word('key by variable')}`),
  ]);
  undo.push(() => provider.close());
  const store = { version: 1, secrets: { 'mcp.stored': { kind: 'plain', value: plants.plant('stored secret') } } };
  fs.writeFileSync(path.join(home, 'secrets.json'), JSON.stringify(store), { mode: 0o600 });
  const said: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  undo.push(() => stderr.mockRestore());
  const stdout = { on: () => undefined, write: (text: string) => said.push(text) > 0, isTTY: false };
  const quayside = async (...argv: string[]): Promise<number> => {
    const parsed = parseCli([...argv, '--home', home, '--timeout', '5000']);
    if (parsed.kind !== 'run') throw new Error('no command');
    const world = { env: { ...env, QUAYSIDE_LOG: 'verbose' }, appRoot: root, version: '0', isTerminal: false };
    return runCommand(parsed.args, world, createOutput(stdout as unknown as NodeJS.WriteStream, process.stderr), new AbortController().signal);
  };
  const commands = [
    ['servers'],
    ['doctor'],
    ['doctor', 'crash'],
    ['tools'],
    ['call', 'local', 'refuse', '--allow', 'mcp__local__refuse'],
    ['call', 'local', 'die', '--allow', 'mcp__local__die'],
    ['call', 'crash', 'anything'],
    ['call', 'keyed', 'anything'],
    ['read', 'local', 'x://y'],
    ['prompt', 'local', 'greet'],
    ['ask', 'hi', '--provider', 'openai-compatible', '--base-url', `${provider.origin}/v1`, '--model', 'm', '--api-key-env', 'QUAYSIDE_TEST_KEY'],
    ['import', file],
    ['sign-in', 'fixed', '--remember', 'file'],
    ['sign-out', 'cloud'],
  ];
  const finds: string[] = [];
  for (const argv of commands) {
    for (const json of [[], ['--json']]) {
      said.length = 0;
      await quayside(...argv, ...json);
      expect(said.join('')).not.toBe('');
      finds.push(...plants.find([...argv.slice(0, 3), ...json].join(' '), said.join('')));
    }
  }
  finds.push(...plants.findInFiles(home, OWN));
  expect([...new Set(finds)]).toEqual([]);
}, 90_000);
