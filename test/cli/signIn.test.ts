import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCli } from '../../main/cli/arguments.ts';
import type { Output } from '../../main/cli/output.ts';
import { runCommand } from '../../main/cli/run.ts';
import { scriptedBrowser } from '../core/auth/kit.ts';
import { caseScenario, type FakeHttp, type Scenario, startFake } from '../servers/fakeHttp.ts';

const undo: (() => unknown)[] = [];
let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-cli-'));
  undo.push(() => fs.rmSync(home, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function cloud(change: (scenario: Scenario) => void = () => undefined): Promise<FakeHttp> {
  const scenario = caseScenario('a08-wrong-state');
  delete (scenario.oauth as Record<string, unknown>).wrongState;
  change(scenario);
  const fake = await startFake(scenario);
  undo.push(() => fake.close());
  fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: { cloud: { url: fake.url }, other: { command: 'never-started' } } }));
  return fake;
}

/** One run of the command line without a terminal. Whoever sees an address of a login server opens it. */
async function quayside(argv: string[], { browser = scriptedBrowser(), signal = new AbortController().signal } = {}) {
  const said = { json: [] as unknown[], text: [] as string[], notes: [] as string[] };
  const out: Output = {
    json: (value) => void said.json.push(value),
    text: (line) => void said.text.push(line),
    note(line) {
      said.notes.push(line);
      const [, address] = /^Sign in at this address:\n(\S+)$/.exec(line) ?? [];
      if (address) void browser.open(address);
    },
    flush: async () => undefined,
    isTerminal: false,
  };
  const parsed = parseCli([...argv, '--home', home]);
  if (parsed.kind !== 'run') throw new Error('no command');
  const world = { env: { PATH: process.env.PATH }, appRoot: home, version: '0', isTerminal: false };
  return { exit: await runCommand(parsed.args, world, out, signal), ...said };
}

describe('sign-in and sign-out', () => {
  test('signs in once, shares login and finding with every other run, and signs out', async () => {
    const fake = await cloud();
    const before = await quayside(['tools', 'cloud']);
    expect(before.exit).toBe(4);
    expect(before.notes.join('\n')).toContain('quayside sign-in cloud');

    const made = await quayside(['sign-in', 'cloud', '--json', '--remember', 'file']);
    expect(made).toMatchObject({
      exit: 0,
      json: [{ server: 'cloud', signedIn: true, issuer: fake.base, scopes: ['files:read'], remember: 'file', state: 'connected', tools: 1 }],
      text: [],
    });
    expect(JSON.stringify(made)).not.toMatch(/at-1|rt-1|code-/);
    // The finding "needs sign-in" is gone with it: the next run connects.
    expect((await quayside(['tools', 'cloud'])).exit).toBe(0);

    // A place once chosen is not asked for again.
    const chosen = await quayside(['sign-in', 'cloud', '--scope', 'files:read,files:list']);
    expect(chosen).toMatchObject({ exit: 0 });
    expect(chosen.text.join('\n')).toContain('Signed in to cloud');
    expect(chosen.notes.join('\n')).toContain('scope=files%3Aread+files%3Alist');

    expect(await quayside(['sign-out', 'cloud', '--json'])).toMatchObject({ exit: 0, json: [{ server: 'cloud', signedIn: false, revoked: false }] });
    expect(fs.readFileSync(path.join(home, 'secrets.json'), 'utf8')).not.toContain('at-');
    expect((await quayside(['tools', 'cloud', '--json'])).exit).toBe(4);
  });

  test('without a terminal nothing is asked: where a login may be kept must be said', async () => {
    const fake = await cloud();
    const refused = await quayside(['sign-in', 'cloud', '--json']);
    expect(refused).toMatchObject({ exit: 2, json: [{ error: { code: 'host.bad_input', fix: expect.stringContaining('--remember file') } }] });
    expect(fake.log).toHaveLength(0);
    expect(() => parseCli(['sign-in', 'cloud', '--remember', 'session'])).toThrow(/--remember/);
  });

  test('a refusal, an interruption and servers without a login end with their own code', async () => {
    await cloud();
    const declined = scriptedBrowser((back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
      return back;
    });
    expect(await quayside(['sign-in', 'cloud', '--json', '--remember', 'file'], { browser: declined })).toMatchObject({
      exit: 1,
      json: [{ error: { code: 'auth.refused' } }],
    });
    const stop = new AbortController();
    const closed = scriptedBrowser(() => {
      stop.abort();
      return undefined;
    });
    expect((await quayside(['sign-in', 'cloud', '--remember', 'file'], { browser: closed, signal: stop.signal })).exit).toBe(130);
    expect(await quayside(['sign-in', 'other', '--json', '--remember', 'file'])).toMatchObject({
      exit: 1,
      json: [{ error: { code: 'host.unavailable' } }],
    });
    const unknown = await quayside(['sign-in', 'cluod', '--json', '--remember', 'file']);
    expect(unknown).toMatchObject({ exit: 1, json: [{ error: { code: 'host.not_found', fix: 'There are: cloud, other.' } }] });
  });
});
