import type { FetchLike } from '@modelcontextprotocol/client';
import { Emitter } from '../base/emitter.ts';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig, ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Logger, OpenExternal, Remember, Secrets } from '../ports.ts';
import type { Account } from './account.ts';
import { type AccountState, accountState, wasAskedFor } from './accountState.ts';
import type { PageLanguage } from './callbackPage.ts';
import type { Callback } from './callbackServer.ts';
import { type Challenge, readChallenge } from './challenge.ts';
import { loginCancelled } from './loginErrors.ts';
import { askForChallenge, hasFixedLogin, needsLogin } from './loginNeeds.ts';
import { isMachineLogin, machineLogin } from './machineLogin.ts';
import { noBrowser, signInOnce } from './signIn.ts';
import { revokeTokens } from './tokenRequests.ts';
import { createTokenVault, type TokenVault } from './tokenVault.ts';

export interface AuthDeps {
  secrets: Secrets;
  clock: Clock;
  logger: Logger;
  lockFolder: string;
  /** Requests to login servers; limited in time and size. */
  fetchFor: (config: RemoteConfig) => FetchLike;
  openExternal?: OpenExternal | undefined;
  language: () => PageLanguage;
  mask: (secret: string) => unknown;
  documentUrl?: string | undefined;
  limitMs?: number;
  /** The login of a server began or ended: connect anew. */
  onLogin: (name: string) => void;
}

/** Logins of servers (AUT-1 … AUT-4). Nothing here opens a browser but `signIn`. */
export interface AuthService extends Pick<TokenVault, 'bearer'> {
  refreshBearer: TokenVault['refreshAfter'];
  /** A server refused a message for want of rights; kept for the sign-in that may follow. True when what it wants was asked for already. */
  noteChallenge(config: RemoteConfig, status: number, header: string | undefined): boolean;
  /**
   * Opens the browser and resolves when the login is stored. While one runs, another click shows its page again and waits with it.
   * With `scopes` exactly these are asked for, whatever was granted before; a login made meanwhile by another window or the command line
   * is taken as it is otherwise. Rejects with a HostError: `call.cancelled`, `connect.timeout`, `auth.refused` …
   */
  signIn(config: ServerConfig, remember?: Remember, scopes?: readonly string[]): Promise<void>;
  cancelSignIn(name: string): void;
  /** The address the browser ended at, when it could not reach this machine by itself. @throws HostError */
  pasteCallback(name: string, address: string): void;
  /** Revokes at the login server where it can, and forgets. */
  signOut(config: ServerConfig): Promise<{ revoked: boolean }>;
  /** Where the stored login is kept, if there is one. */
  keptAs(config: ServerConfig): Promise<Remember | undefined>;
  /** The entry is gone: so is its login. */
  forget(config: ServerConfig): Promise<void>;
  /** The entry has another name now; with the same address it keeps its login. */
  move(from: ServerConfig, to: ServerConfig): Promise<void>;
  /** Undefined for servers that have nothing to do with logins. */
  stateOf(config: ServerConfig): AccountState | undefined;
  onChange(listener: (name: string) => void): () => void;
  dispose(): void;
}

interface Running {
  ending: AbortController;
  done: Promise<void>;
  url?: string;
  callback?: Callback;
}

export function createAuthService(deps: AuthDeps): AuthService {
  const { logger, secrets, openExternal = noBrowser } = deps;
  const changed = new Emitter<string>();
  const states = new Map<string, Account | undefined>();
  const challenges = new Map<string, Challenge>();
  const running = new Map<string, Running>();
  const challengeOf = async (config: RemoteConfig, fetch: FetchLike): Promise<Challenge | undefined> =>
    challenges.get(keyOf(config)) ?? (await askForChallenge(config, fetch));
  const vault = createTokenVault({
    ...deps,
    async loginOfMachine(config) {
      const fetch = deps.fetchFor(config);
      return machineLogin(config, await challengeOf(config, fetch), fetch, deps.clock.now());
    },
    onChange(config, account) {
      states.set(keyOf(config), account);
      changed.emit(config.name);
    },
  });

  async function attempt(config: RemoteConfig, remember: Remember, scopes: readonly string[] | undefined, mine: Running): Promise<void> {
    if (!scopes && (await madeElsewhere(config))) return;
    const fetch = stoppable(deps.fetchFor(config), mine.ending.signal);
    const account = await signInOnce(
      {
        config,
        challenge: await challengeOf(config, fetch),
        remember,
        ...(scopes ? { scopes } : {}),
        fetch,
        signal: mine.ending.signal,
        onOpen(url, callback) {
          Object.assign(mine, { url, callback });
          changed.emit(config.name);
        },
        remark: (text) => logger.info(text, { server: config.name }),
      },
      { ...deps, openExternal, vault },
    );
    mine.ending.signal.throwIfAborted();
    challenges.delete(keyOf(config));
    await vault.save(config, account);
    logger.info('Signed in to a server.', { server: config.name, issuer: account.issuer });
  }

  /** A person who signed in from another window or the command line need not do it twice. */
  async function madeElsewhere(config: RemoteConfig): Promise<boolean> {
    const key = keyOf(config);
    if (!states.has(key) || states.get(key)?.tokens) return false;
    const account = await vault.read(config);
    if (!account?.tokens) return false;
    states.set(key, account);
    logger.info('The sign-in was made elsewhere.', { server: config.name });
    return true;
  }

  async function signIn(config: ServerConfig, remember?: Remember, scopes?: readonly string[]): Promise<void> {
    const remote = needsLogin(config);
    if (isMachineLogin(remote)) {
      await vault.refreshAfter(remote, (await vault.read(remote))?.tokens?.access ?? '');
      return deps.onLogin(config.name);
    }
    for (let before = running.get(config.name); before; before = running.get(config.name)) {
      if (!before.ending.signal.aborted) return showAgain(before);
      // One that was cancelled is not the one that is wanted now.
      await before.done.catch(() => undefined);
    }
    const mine: Running = { ending: new AbortController(), done: Promise.resolve() };
    running.set(config.name, mine);
    mine.done = keepingOf(remote, remember)
      .then((kind) => attempt(remote, kind, scopes, mine))
      .finally(() => {
        running.delete(config.name);
        changed.emit(config.name);
      })
      .then(() => deps.onLogin(config.name));
    changed.emit(config.name);
    return mine.done;
  }

  async function showAgain({ url, done }: Running): Promise<void> {
    if (url !== undefined) await openExternal(url);
    return done;
  }

  /** Encrypted where the system can; else for this session, unless the user chose a file once. */
  async function keepingOf(config: RemoteConfig, wanted: Remember | undefined): Promise<Remember> {
    const kept = wanted ?? (await vault.read(config))?.remember;
    if (kept !== undefined && (kept !== 'encrypted' || secrets.canEncrypt)) return kept;
    return secrets.canEncrypt ? 'encrypted' : 'session';
  }

  /** Says whether the login server was told. */
  async function end(config: ServerConfig, revoke: boolean): Promise<boolean> {
    if (config.transport === 'stdio') return false;
    running.get(config.name)?.ending.abort(loginCancelled(config.name));
    const account = await vault.read(config);
    // Forgotten first: whatever the login server says, this machine has nothing left. Also one that cannot be read here, encrypted by the window.
    await vault.forget(config);
    if (!revoke || !account?.tokens) return false;
    const told = await revokeTokens(account, deps.fetchFor(config));
    if (!told) logger.info('The login server was not told of the sign-out.', { server: config.name });
    return told;
  }

  /** The stored login is read once in the background; the view shows it when it is there. */
  async function lookUp(config: RemoteConfig): Promise<void> {
    const key = keyOf(config);
    states.set(key, undefined);
    const account = await vault.read(config).catch(() => undefined);
    if (!account || states.get(key)) return;
    states.set(key, account);
    changed.emit(config.name);
  }

  return {
    bearer: vault.bearer,
    refreshBearer: vault.refreshAfter,
    noteChallenge(config, status, header) {
      const challenge = readChallenge(status, header);
      // 403 counts only when the server says which rights are missing.
      const lacks = challenge.error?.toLowerCase() === 'insufficient_scope';
      if (status === 401 || lacks) challenges.set(keyOf(config), challenge);
      if (lacks) changed.emit(config.name);
      return lacks && wasAskedFor(challenge.scope, vault.lastSeen(config));
    },
    signIn,
    cancelSignIn: (name) => running.get(name)?.ending.abort(loginCancelled(name)),
    pasteCallback(name, address) {
      const callback = running.get(name)?.callback;
      if (!callback) throw new HostError('host.not_found', `No sign-in to "${name}" is waiting for an address.`, { fix: 'Begin with "Sign in".' });
      callback.take(address);
    },
    async signOut(config) {
      const revoked = await end(config, true);
      deps.onLogin(config.name);
      return { revoked };
    },
    keptAs: async (config) => (config.transport === 'stdio' ? undefined : (await vault.read(config))?.remember),
    async forget(config) {
      await end(config, false);
    },
    async move(from, to) {
      if (from.transport === 'stdio' || from.name === to.name) return;
      const account = await vault.read(from);
      if (to.transport !== 'stdio' && to.url === from.url && account) {
        await vault.save(to, account);
        deps.onLogin(to.name);
      }
      await end(from, false);
    },
    stateOf(config) {
      if (config.transport === 'stdio' || hasFixedLogin(config)) return undefined;
      const key = keyOf(config);
      if (!states.has(key)) void lookUp(config);
      return accountState(states.get(key), running.has(config.name), challenges.get(key));
    },
    onChange: (listener) => changed.on(listener),
    dispose() {
      for (const [name, { ending }] of running) ending.abort(loginCancelled(name));
      changed.clear();
    },
  };
}

/** A cancelled sign-in waits for no answer any more. */
const stoppable =
  (fetch: FetchLike, signal: AbortSignal): FetchLike =>
  async (url, init) => {
    signal.throwIfAborted();
    return fetch(url, { ...init, signal });
  };

/** An entry with another address is another login. */
const keyOf = ({ name, url }: RemoteConfig): string => JSON.stringify([name, url]);
