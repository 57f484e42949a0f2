import { afterEach, expect, test, vi } from 'vitest';
import { scriptedBrowser } from '../core/auth/kit.ts';
import { caseScenario, startFake } from '../servers/fakeHttp.ts';
import { FakeWindow, makeHome, removeHome } from './appUnderTest.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test('a person signs in, renames, signs out and removes by commands; the window sees the account and never a token', async () => {
  const scenario = caseScenario('a08-wrong-state');
  delete (scenario.oauth as Record<string, unknown>).wrongState;
  const fake = await startFake(scenario);
  undo.push(() => fake.close());
  const home = makeHome({ cloud: { type: 'http', url: fake.url } });
  undo.push(() => removeHome(home));
  const window = new FakeWindow(home);
  undo.push(() => window.desktop.dispose());
  await window.desktop.start();

  const needy = await window.until((state) => state.servers.cloud?.state.kind === 'needs-auth' && state.servers.cloud);
  expect(needy.account).toEqual({ signedIn: false });
  expect(window.opened).toEqual([]);

  const cancelled = window.send('server.signIn', { name: 'cloud' });
  await vi.waitFor(() => expect(window.opened).toHaveLength(1), 10_000);
  await window.send('server.cancelSignIn', { name: 'cloud' });
  await expect(cancelled).resolves.toEqual({});

  const done = window.send('server.signIn', { name: 'cloud', remember: 'file' });
  await window.until((state) => state.servers.cloud?.account?.signingIn);
  await vi.waitFor(() => expect(window.opened).toHaveLength(2), 10_000);
  await scriptedBrowser().open(window.opened[1] ?? '');
  await done;
  const signedIn = await window.until((state) => state.servers.cloud?.state.kind === 'connected' && state.servers.cloud);
  expect(signedIn.account).toMatchObject({ signedIn: true, issuer: fake.base, scopes: ['files:read'], remember: 'file' });

  const { draft } = await window.send('server.draft', { name: 'cloud' });
  await window.send('server.save', { draft: { ...draft, name: 'office' }, replaces: 'cloud' });
  await window.until((state) => state.servers.office?.state.kind === 'connected');

  await window.send('server.signOut', { name: 'office' });
  const out = await window.until((state) => state.servers.office?.state.kind === 'needs-auth' && state.servers.office);
  expect(out.account).toEqual({ signedIn: false });
  await window.send('server.remove', { name: 'office' });
  await window.until((state) => !state.servers.office);
  for (const secret of ['at-1', 'rt-1']) expect(JSON.stringify(window.events)).not.toContain(secret);
});
