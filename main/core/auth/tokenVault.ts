import path from 'node:path';
import type { FetchLike } from '@modelcontextprotocol/client';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { Clock, Logger, Secrets } from '../ports.ts';
import { withFileLock } from '../settings/files/fileLock.ts';
import { Account, accountKey, type Tokens } from './account.ts';
import { asLoginError, isDeadGrant, isUnknownClient } from './loginErrors.ts';
import { hasMoved } from './loginServer.ts';
import { isMachineLogin } from './machineLogin.ts';
import { renewTokens } from './tokenRequests.ts';

export interface VaultDeps {
  secrets: Secrets;
  clock: Clock;
  logger: Logger;
  lockFolder: string;
  fetchFor: (config: RemoteConfig) => FetchLike;
  /** Tokens for an entry that no person signs in to. */
  loginOfMachine: (config: RemoteConfig) => Promise<Account>;
  /** Makes a token known as a secret, so that no log or error shows it (CFG-8). */
  mask: (secret: string) => unknown;
  /** A login changed: signed in, renewed, died, forgotten. */
  onChange: (config: RemoteConfig, account: Account | undefined) => void;
}

/** Where the logins of servers live, and the one place where they are renewed (AUT-3). */
export interface TokenVault {
  read(config: RemoteConfig): Promise<Account | undefined>;
  /** The login as it was last seen here, without asking the store. */
  lastSeen(config: RemoteConfig): Account | undefined;
  save(config: RemoteConfig, account: Account): Promise<void>;
  forget(config: RemoteConfig): Promise<void>;
  /** A token that is good for the next message, renewed shortly before its end. Undefined without a login; rejects with a HostError when the login server cannot be reached. */
  bearer(config: RemoteConfig): Promise<string | undefined>;
  /** After a 401 to `refused`: another token, or undefined when the login is dead. */
  refreshAfter(config: RemoteConfig, refused: string): Promise<string | undefined>;
}

/** Renewed this long before the end, so that no token dies on its way. Milliseconds; a tenth of the lifetime for short-lived ones. */
const SKEW_MS = 30_000;
/** How long the absence of a login is believed before the store is asked again; another window may sign in. Milliseconds. */
const ABSENT_MS = 1_000;
/** Longer than a token request may take: whoever waits then finds the new pair. Milliseconds. */
const LOCK = { waitMs: 60_000, staleMs: 45_000 };

type Held = { account: Account | undefined; until: number };

export function createTokenVault(deps: VaultDeps): TokenVault {
  const { secrets, clock, logger, lockFolder, mask, onChange } = deps;
  const held = new Map<string, Held>();
  const renewals = new Map<string, Promise<Account | undefined>>();

  async function load(config: RemoteConfig): Promise<Account | undefined> {
    const key = accountKey(config);
    const text = await secrets.get(key).catch((error: unknown) => {
      // Servers that want no login must not suffer from it; the others say that they want one.
      logger.warn('The login of a server could not be read.', { server: config.name, cause: String(error) });
      return undefined;
    });
    const account = text === undefined ? undefined : parse(text);
    hold(key, account);
    return account;
  }

  function hold(key: string, account: Account | undefined): void {
    // A login without tokens may be made elsewhere as well as one that is not there at all.
    held.set(key, { account, until: account?.tokens ? Number.POSITIVE_INFINITY : clock.now() + ABSENT_MS });
    for (const secret of [account?.tokens?.access, account?.tokens?.refresh, account?.client.secret]) if (secret) mask(secret);
  }

  async function read(config: RemoteConfig): Promise<Account | undefined> {
    const known = held.get(accountKey(config));
    return known && known.until > clock.now() ? known.account : load(config);
  }

  async function put(config: RemoteConfig, account: Account): Promise<void> {
    const key = accountKey(config);
    await secrets.set(key, JSON.stringify(account), account.remember);
    hold(key, account);
    onChange(config, account);
  }

  async function drop(config: RemoteConfig): Promise<void> {
    const key = accountKey(config);
    await secrets.delete(key);
    hold(key, undefined);
    onChange(config, undefined);
  }

  /** Nobody changes a login while another one renews it, in this process or among all that share the data folder. */
  const alone = <T>(config: RemoteConfig, work: () => Promise<T>): Promise<T> =>
    withFileLock(path.join(lockFolder, `${accountKey(config)}.lock`), work, LOCK);

  /** One renewal at a time: a rotated refresh token works once. */
  function renew(config: RemoteConfig, stale: string, wasRefused = false): Promise<Account | undefined> {
    const key = accountKey(config);
    const running = renewals.get(key);
    if (running) return running;
    const renewal = alone(config, () => renewLocked(config, stale, wasRefused)).finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  }

  async function renewLocked(config: RemoteConfig, stale: string, wasRefused: boolean): Promise<Account | undefined> {
    // Whoever held the lock before may have renewed already, or the user signed in anew.
    const account = await load(config);
    if (account?.tokens && account.tokens.access !== stale) return account;
    if (isMachineLogin(config)) {
      const made = await deps.loginOfMachine(config);
      await put(config, made);
      return made;
    }
    if (!account?.tokens) return account;
    const { refresh } = account.tokens;
    if (refresh === undefined) return loseTokens(config, account, 'it ended and the login server gave nothing to renew it with');
    if (wasRefused && (await hasMoved({ server: config.name, url: config.url, fetch: deps.fetchFor(config) }, account.issuer))) {
      return loseTokens(config, account, 'the server has another login server now');
    }
    let tokens: Tokens;
    try {
      tokens = await renewTokens(config.name, account, refresh, clock.now(), deps.fetchFor(config));
    } catch (error) {
      if (isUnknownClient(error)) {
        logger.warn('A login server does not know this app any more.', { server: config.name });
        await drop(config);
        return undefined;
      }
      if (isDeadGrant(error)) return loseTokens(config, account, 'the login server did not renew it');
      throw trouble(config.name, account.issuer, error);
    }
    const renewed: Account = { ...account, tokens };
    await put(config, renewed);
    return renewed;
  }

  /** The registration outlives the tokens. */
  async function loseTokens(config: RemoteConfig, account: Account, why: string): Promise<Account> {
    logger.info(`The sign-in of a server is over: ${why}.`, { server: config.name });
    const { tokens: _, ...rest } = account;
    await put(config, rest);
    return rest;
  }

  return {
    read,
    lastSeen: (config) => held.get(accountKey(config))?.account,
    save: (config, account) => alone(config, () => put(config, account)),
    forget: (config) => alone(config, () => drop(config)),
    async bearer(config) {
      const account = await read(config);
      const tokens = account?.tokens;
      if (isMachineLogin(config) && (!tokens || isEnding(tokens, clock.now()))) {
        return (await renew(config, tokens?.access ?? ''))?.tokens?.access;
      }
      if (!tokens || !isEnding(tokens, clock.now())) return tokens?.access;
      // Without a refresh token there is nothing to do before the server says no.
      if (tokens.refresh === undefined) return tokens.access;
      try {
        return (await renew(config, tokens.access))?.tokens?.access;
      } catch (error) {
        if ((tokens.expiresAt ?? 0) > clock.now()) return tokens.access;
        throw error;
      }
    },
    async refreshAfter(config, refused) {
      const account = await renew(config, refused, true);
      return account?.tokens?.access;
    },
  };
}

function isEnding({ expiresAt, obtainedAt }: Tokens, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(SKEW_MS, (expiresAt - obtainedAt) / 10);
}

function parse(text: string): Account | undefined {
  try {
    return Account.parse(JSON.parse(text));
  } catch {
    // A login that cannot be read is none: the user signs in again.
    return undefined;
  }
}

/** Network errors, 5xx and answers that are none say nothing about the tokens; they are kept (a15). */
function trouble(server: string, issuer: string, error: unknown): HostError {
  if (error instanceof HostError && error.code !== 'auth.refused') return error;
  const { message } = asLoginError(server, error);
  return new HostError('connect.http', `The login server of "${server}" (${issuer}) could not renew the sign-in: ${message}`, {
    fix: 'Wait a little, then try again.',
    params: { server },
    cause: error,
  });
}
