import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../main/core/base/clock.ts';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import type { Clock } from '../../../main/core/ports.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { authStage, cookieBrowser, type Stage } from './kit.ts';

interface Provider {
  base: string;
  url: string;
  counts: { refreshes: number; refusedRefreshes: number; revoked: number; calls: number };
  expireTokens(): void;
  close(): Promise<void>;
}

let provider: Provider;
const stages: Stage[] = [];
beforeEach(async () => {
  const { startAuthorizationServer } = (await import(new URL('../../servers/authorizationServer.mjs', import.meta.url).href)) as {
    startAuthorizationServer(): Promise<Provider>;
  };
  provider = await startAuthorizationServer();
});
afterEach(async () => {
  for (const stage of stages.splice(0).reverse()) await stage.end();
  await provider.close();
});

/** The system's clock, put forward at will. */
function shiftedClock(): Clock & { shift: number } {
  const clock = { shift: 0, now: () => systemClock.now() + clock.shift, after: systemClock.after };
  return clock;
}

async function signedIn(more: Parameters<typeof authStage>[0] = {}): Promise<{ one: Stage; config: RemoteConfig }> {
  const one = authStage({ browser: cookieBrowser(), ...more });
  stages.push(one);
  const config = remoteConfig('s', { url: provider.url });
  await one.up(config);
  await one.auth.signIn(config, 'file');
  await one.reaches('s', 'connected');
  return { one, config };
}

const twenty = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, work));

describe('a real authorization server with rotating refresh tokens', () => {
  test('20 parallel calls over an expiry that the app sees coming: one renewal, no login lost', async () => {
    const clock = shiftedClock();
    const { one, config } = await signedIn({ clock });
    expect(one.auth.stateOf(config)).toMatchObject({ signedIn: true, issuer: provider.base, remember: 'file', scopes: ['mcp:use'] });
    clock.shift = 3_600_000;
    const outcomes = await twenty(() => one.call('s'));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(provider.counts).toMatchObject({ refreshes: 1, refusedRefreshes: 0, calls: 20 });
    expect(one.host.get('s')?.state.kind).toBe('connected');
  });

  test('20 parallel calls over an expiry that only the server knows of: one renewal, no login lost', async () => {
    const { one } = await signedIn();
    provider.expireTokens();
    const outcomes = await twenty(() => one.call('s'));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(provider.counts).toMatchObject({ refreshes: 1, refusedRefreshes: 0, calls: 20 });
  });

  test('two runs over one data folder share a renewal', async () => {
    const { one, config } = await signedIn();
    const other = authStage({ folder: one.folder });
    stages.push(other);
    await other.up(config);
    expect(other.host.get('s')?.state.kind).toBe('connected');
    provider.expireTokens();
    const outcomes = await Promise.all([one, other].flatMap((stage) => Array.from({ length: 5 }, () => stage.call('s'))));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(provider.counts).toMatchObject({ refreshes: 1, refusedRefreshes: 0 });
  });

  test('sign-out revokes and forgets', async () => {
    const { one, config } = await signedIn();
    const refresh = JSON.parse((await one.secrets.get((await import('../../../main/core/auth/account.ts')).accountKey(config))) ?? '{}').tokens
      .refresh;
    await one.auth.signOut(config);
    await one.reaches('s', 'needs-auth');
    expect(provider.counts.revoked).toBeGreaterThan(0);
    expect(await one.auth.bearer(config)).toBeUndefined();
    expect(one.auth.stateOf(config)).toEqual({ signedIn: false });
    const again = await fetch(`${provider.base}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: 'any' }),
    });
    expect(again.ok).toBe(false);
  });
});
