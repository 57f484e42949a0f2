import type { FetchLike } from '@modelcontextprotocol/client';
import { Emitter } from '../base/emitter.ts';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig, ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Logger, OpenExternal, Remember, Secrets } from '../ports.ts';
import type { Account } from './account.ts';
import type { PageLanguage } from './callbackPage.ts';
import type { Callback } from './callbackServer.ts';
import { type Challenge, readChallenge } from './challenge.ts';
import { loginCancelled } from './loginErrors.ts';
import { webAddress } from './loginServer.ts';
import { noBrowser, signInOnce } from './signIn.ts';
import { revokeTokens } from './tokenRequests.ts';
import { createTokenVault, type TokenVault } from './tokenVault.ts';

/** What a person may know of a server's login: never a token. */
export interface AccountState {
  signedIn: boolean;
  scopes?: string[];
  /** Of the access token, epoch milliseconds; it is renewed by itself where that is possible. */
  expiresAt?: number;
  issuer?: string;
  signingIn?: boolean;
  remember?: Remember;
}

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
  /** A server refused a message for want of rights; kept for the sign-in that may follow. */
  noteChallenge(config: RemoteConfig, status: number, header: string | undefined): void;
  /**
   * Opens the browser and resolves when the login is stored. While one runs, another click shows its page again and waits with it.
   * Rejects with a HostError: `call.cancelled`, `connect.timeout`, `auth.refused` …
   */
  signIn(config: ServerConfig, remember?: Remember): Promise<void>;
  cancelSignIn(name: string): void;
  /** The address the browser ended at, when it could not reach this machine by itself. @throws HostError */
  pasteCallback(name: string, address: string): void;
  /** Revokes at the login server where it can, and forgets. */
  signOut(config: ServerConfig): Promise<void>;
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
  const vault = createTokenVault({
    ...deps,
    onChange(config, account) {
      states.set(keyOf(config), account);
      changed.emit(config.name);
    },
  });

  async function attempt(config: RemoteConfig, remember: Remember, mine: Running): Promise<void> {
    const fetch = deps.fetchFor(config);
    const account = await signInOnce(
      {
        config,
        challenge: challenges.get(keyOf(config)) ?? (await askForChallenge(config, fetch)),
        remember,
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

  async function signIn(config: ServerConfig, remember?: Remember): Promise<void> {
    const remote = needsLogin(config);
    const before = running.get(config.name);
    if (before) return showAgain(before);
    const mine: Running = { ending: new AbortController(), done: Promise.resolve() };
    running.set(config.name, mine);
    mine.done = keepingOf(remote, remember)
      .then((kind) => attempt(remote, kind, mine))
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

  async function end(config: ServerConfig, revoke: boolean): Promise<void> {
    if (config.transport === 'stdio') return;
    running.get(config.name)?.ending.abort(loginCancelled(config.name));
    const account = await vault.read(config);
    if (!account) return;
    // Forgotten first: whatever the login server says, this machine has nothing left.
    await vault.forget(config);
    if (revoke && account.tokens && !(await revokeTokens(account, deps.fetchFor(config)))) {
      logger.info('The login server was not told of the sign-out.', { server: config.name });
    }
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
      if (status === 401 || challenge.error === 'insufficient_scope') challenges.set(keyOf(config), challenge);
    },
    signIn,
    cancelSignIn: (name) => running.get(name)?.ending.abort(loginCancelled(name)),
    pasteCallback(name, address) {
      const callback = running.get(name)?.callback;
      if (!callback) throw new HostError('host.not_found', `No sign-in to "${name}" is waiting for an address.`, { fix: 'Begin with "Sign in".' });
      callback.take(address);
    },
    async signOut(config) {
      await end(config, true);
      deps.onLogin(config.name);
    },
    forget: (config) => end(config, false),
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
      return stateOf(states.get(key), running.has(config.name));
    },
    onChange: (listener) => changed.on(listener),
    dispose() {
      for (const [name, { ending }] of running) ending.abort(loginCancelled(name));
      changed.clear();
    },
  };
}

/** An entry with another address is another login. */
const keyOf = ({ name, url }: RemoteConfig): string => JSON.stringify([name, url]);

/** A header or a name and password in the address: then nothing is ever signed in to (AUT-4). The gateway of a `proxy` entry takes no header. */
function hasFixedLogin({ headers, transport, url }: RemoteConfig): boolean {
  if (transport === 'proxy') return false;
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username !== '' || password !== '' || Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** @throws HostError for servers that no browser can sign in to. */
function needsLogin(config: ServerConfig): RemoteConfig {
  if (config.transport === 'stdio') {
    throw new HostError('host.unavailable', `"${config.name}" is a local program; there is nothing to sign in to.`, {
      fix: 'Put its key into "env" of the entry.',
    });
  }
  if (hasFixedLogin(config)) {
    throw new HostError('auth.refused', `"${config.name}" has a fixed Authorization header; it is used instead of a sign-in.`, {
      fix: 'Remove headers.Authorization from the entry to sign in instead.',
      params: { server: config.name },
    });
  }
  return config;
}

function stateOf(account: Account | undefined, signingIn: boolean): AccountState {
  const { tokens } = account ?? {};
  const scope = tokens?.scope ?? account?.scope;
  return {
    signedIn: tokens !== undefined,
    ...(signingIn ? { signingIn } : {}),
    ...(account && tokens ? { issuer: account.issuer, remember: account.remember } : {}),
    ...(tokens && scope ? { scopes: scope.split(' ').filter(Boolean) } : {}),
    ...(tokens?.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
  };
}

/** What the server says to a message without a token, when no connection has told. A ping changes nothing anywhere. */
async function askForChallenge(config: RemoteConfig, fetch: FetchLike): Promise<Challenge | undefined> {
  const response = await fetch(webAddress(config.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...config.headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'sign-in', method: 'ping' }),
    redirect: 'manual',
  });
  return response.status === 401 ? readChallenge(401, response.headers.get('www-authenticate') ?? undefined) : undefined;
}
