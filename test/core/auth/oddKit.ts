import { afterEach } from 'vitest';
import { accountKey } from '../../../main/core/auth/account.ts';
import type { AuthDeps } from '../../../main/core/auth/authService.ts';
import { HostError } from '../../../main/core/base/hostError.ts';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';
import { type OddAnswers, type OddLogin, startOddLogin } from '../../servers/oddLogin.ts';
import { authStage, type ScriptedBrowser, type Stage } from './kit.ts';

export interface OddStage {
  one: Stage;
  server: OddLogin;
  config: RemoteConfig;
}

type More = Partial<AuthDeps> & { browser?: ScriptedBrowser; folder?: string; entry?: Partial<RemoteConfig>; name?: string };

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A stage of its own with a login server that answers oddly. Everything is closed after the test. */
export async function oddStage(answers: OddAnswers = {}, { entry = {}, name = 's', ...more }: More = {}): Promise<OddStage> {
  const server = await startOddLogin(answers);
  open.push(() => server.close());
  const one = authStage(more);
  open.push(() => one.end());
  return { one, server, config: remoteConfig(name, { url: server.url, ...entry }) };
}

/** Connects, signs in by one click, and waits until it is connected. */
export async function oddSignIn({ one, config }: OddStage): Promise<void> {
  await one.up(config);
  await one.auth.signIn(config);
  await one.reaches(config.name, 'connected');
}

/** What a person reads of a failed sign-in. Throws when it went well. */
export async function oddFailure({ one, config }: OddStage): Promise<{ code: string; text: string }> {
  await one.up(config);
  const error = await one.auth.signIn(config).then(
    () => new Error('The sign-in went well.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof HostError)) throw error;
  return { code: error.code, text: `${error.message} ${error.info.fix ?? ''}` };
}

/** A login from an earlier day, whose token is over unless `expiresAt` says otherwise. */
export async function oddStore({ one, server, config }: OddStage, tokens: object = {}, client: object = {}): Promise<void> {
  const account = {
    version: 1,
    issuer: server.base,
    resource: server.url,
    endpoints: { url: server.base, token: `${server.base}/token`, revocation: `${server.base}/revoke` },
    client: { id: 'old-client', source: 'registered', redirectUri: 'http://127.0.0.1:0/callback', ...client },
    tokens: { access: 'at-old', refresh: 'rt-old', obtainedAt: 0, expiresAt: 1, ...tokens },
    remember: 'session',
  };
  await one.secrets.set(accountKey(config), JSON.stringify(account), 'session');
}
