import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Core, composeCore } from '../../main/compose/core.ts';
import { systemClock } from '../../main/core/base/clock.ts';
import { createRedactor } from '../../main/core/logs/redact.ts';
import { createPaths } from '../../main/core/settings/paths.ts';
import { scriptedBrowser } from '../core/auth/kit.ts';
import { caseScenario, countIn, startFake } from '../servers/fakeHttp.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const scenario = () => {
  const made = caseScenario('a08-wrong-state');
  delete (made.oauth as Record<string, unknown>).wrongState;
  return made;
};

/** The whole core over one data folder, as the window and the command line have it. */
function core(home: string, file: string, logged: string[], browser = scriptedBrowser()): Core {
  const redact = createRedactor();
  const log = (message: string, details?: unknown): void => void logged.push(redact(`${message} ${JSON.stringify(details ?? {})}`));
  const made = composeCore({
    paths: createPaths(home),
    env: { PATH: process.env.PATH },
    platform: process.platform,
    homeDir: home,
    clock: systemClock,
    logger: { info: log, warn: log, error: log },
    redact,
    fromTerminal: true,
    interactive: false,
    watch: false,
    explicitFiles: [file],
    openExternal: browser.open,
    version: '0',
  });
  undo.push(() => made.dispose());
  return made;
}

const state = (of: Core) => of.servers.get('cloud')?.state.kind;

function becomes(of: Core, kind: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (state(of) === kind) resolve();
    };
    undo.push(of.servers.onChange(look));
    look();
  });
}

test('a login is found missing once, made with one click, kept over runs, and never shown', async () => {
  const fake = await startFake(scenario());
  undo.push(() => fake.close());
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-signin-'));
  undo.push(() => fs.rmSync(home, { recursive: true, force: true }));
  const file = path.join(home, 'servers.json');
  fs.writeFileSync(file, JSON.stringify({ mcpServers: { cloud: { url: fake.url } } }));
  const cache = path.join(home, 'caches', 'mcp-needs-auth-cache.json');
  const needy = (): string[] => Object.keys(JSON.parse(fs.readFileSync(cache, 'utf8')).servers);
  const logged: string[] = [];
  const browser = scriptedBrowser();

  const first = core(home, file, logged);
  await first.start();
  await first.servers.settled();
  expect(state(first)).toBe('needs-auth');
  await first.dispose();
  expect(needy()).toHaveLength(1);
  const asked = countIn(fake, 'POST');

  // Another run believes the finding and does not even ask (AUT-2).
  const second = core(home, file, logged, browser);
  await second.start();
  await second.servers.settled();
  expect(state(second)).toBe('needs-auth');
  expect(countIn(fake, 'POST')).toBe(asked);
  expect(browser.opened).toHaveLength(0);

  const { config } = second.servers.get('cloud') ?? {};
  if (!config) throw new Error('The server is gone.');
  await second.auth.signIn(config, 'file');
  await becomes(second, 'connected');
  expect(browser.opened).toHaveLength(1);
  expect(second.auth.stateOf(config)).toMatchObject({ signedIn: true, remember: 'file' });
  await second.dispose();
  expect(needy()).toHaveLength(0);
  const secrets = path.join(home, 'secrets.json');
  expect(fs.readFileSync(secrets, 'utf8')).toContain('at-1');
  if (process.platform !== 'win32') expect(fs.statSync(secrets).mode & 0o077).toBe(0);

  const third = core(home, file, logged);
  await third.start();
  await third.servers.settled();
  expect(state(third)).toBe('connected');
  expect(JSON.stringify(third.auth.stateOf(config))).not.toMatch(/at-1|rt-1/);

  const others = fs.readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'secrets.json');
  const written = others.map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  const told = [...logged, ...written, JSON.stringify(third.servers.get('cloud')), JSON.stringify(third.servers.logs('cloud'))].join('\n');
  for (const secret of ['"at-1"', 'at-1 ', 'rt-1', 'code-']) expect(told).not.toContain(secret);
});
