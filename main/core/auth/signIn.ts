import { randomBytes } from 'node:crypto';
import {
  type AuthorizationServerMetadata,
  computeScopeUnion,
  type FetchLike,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { HostError } from '../base/hostError.ts';
import type { RemoteConfig } from '../config/serverConfig.ts';
import type { Clock, OpenExternal, Remember } from '../ports.ts';
import { type Account, clientInformation } from './account.ts';
import type { PageLanguage } from './callbackPage.ts';
import { type Callback, openCallback } from './callbackServer.ts';
import type { Challenge } from './challenge.ts';
import { chooseClient } from './clientIdentity.ts';
import { asLoginError, isUnknownClient, loginRefused, loginTimedOut } from './loginErrors.ts';
import { discoverLogin, isSameIssuer, type LoginServer } from './loginServer.ts';
import { endpointsOf, redeemCode } from './tokenRequests.ts';
import type { TokenVault } from './tokenVault.ts';

export interface SignInDeps {
  vault: TokenVault;
  clock: Clock;
  openExternal: OpenExternal;
  language: () => PageLanguage;
  mask: (secret: string) => unknown;
  /** Where this app's client metadata document is published, if anywhere. */
  documentUrl?: string | undefined;
  /** How long the browser may take, in milliseconds. */
  limitMs?: number;
}

/** One attempt, from the click to the tokens. */
export interface Attempt {
  config: RemoteConfig;
  challenge: Challenge | undefined;
  remember: Remember;
  /** What the person chose instead of what follows from entry, server and earlier logins. */
  scopes?: readonly string[];
  fetch: FetchLike;
  signal: AbortSignal;
  /** The browser is about to be sent to `url`. */
  onOpen(url: string, callback: Callback): void;
  /** Something the user should know, such as a login server that changed. */
  remark(text: string): void;
}

export const LOGIN_LIMIT_MS = 5 * 60_000;

/** Signs in once (AUT-1): discovery, client, browser, answer, tokens. Rejects with a HostError. */
export async function signInOnce(attempt: Attempt, deps: SignInDeps): Promise<Account> {
  const { config, challenge, fetch, remember } = attempt;
  const { vault, clock, language, documentUrl } = deps;
  const stored = await vault.read(config);
  const login = await discoverLogin({ server: config.name, url: config.url, challenge, knownIssuer: stored?.issuer, fetch });
  const known = stored && isSameIssuer(stored.issuer, login.issuer) ? stored : undefined;
  if (stored && !known) movedLogin(attempt, stored, login);
  if (login.older) attempt.remark('The server describes no login; the older scheme of 2025-03-26 is used.');

  const scope = wantedScope(attempt, login, known);
  const state = randomBytes(32).toString('base64url');
  const callback = await openCallback({ server: config.name, state, language, ...ports(config, known) });
  let answered = false;
  try {
    attempt.signal.throwIfAborted();
    const { redirectUri } = callback;
    noteOtherPort(attempt, redirectUri);
    const client = await chooseClient({ config, login, known: known?.client, redirectUri, scope, documentUrl, now: clock.now(), fetch });
    if (client.secret !== undefined) deps.mask(client.secret);
    const { authorizationUrl, codeVerifier } = await startAuthorization(login.url, {
      ...(login.metadata ? { metadata: login.metadata } : {}),
      clientInformation: clientInformation(client),
      redirectUrl: redirectUri,
      state,
      resource: login.resource,
      ...(scope === undefined ? {} : { scope }),
    });
    // Good for one redemption only, but until then a secret like any other; login servers repeat what they refuse.
    deps.mask(codeVerifier);
    attempt.signal.throwIfAborted();
    attempt.onOpen(authorizationUrl.href, callback);
    const params = await answerOf(attempt, authorizationUrl.href, callback, deps);
    answered = true;
    deps.mask(params.get('code') ?? '');
    mustBeFrom(login.metadata, params);
    const tokens = await redeemCode({ server: config.name, login, client, code: params.get('code') ?? '', codeVerifier, now: clock.now(), fetch });
    return {
      version: 1,
      issuer: login.issuer,
      resource: login.resource,
      endpoints: endpointsOf(login.url, login.metadata),
      client,
      ...(scope === undefined ? {} : { scope }),
      offered: offeredScopes(login),
      tokens,
      remember,
    };
  } catch (error) {
    // A registration the login server no longer knows ends in its own page or in `invalid_client`; the next attempt registers anew.
    const noAnswer = known?.tokens === undefined && !answered;
    if (known?.client.source === 'registered' && (isUnknownClient(error) || noAnswer)) await vault.forget(config);
    throw attempt.signal.aborted ? attempt.signal.reason : asLoginError(config.name, error);
  } finally {
    callback.close();
  }
}

/** Nothing stored for one issuer goes to another (2026-07-28). A client id from the configuration is the user's to decide on. */
function movedLogin({ config, remark }: Attempt, stored: Account, login: LoginServer): void {
  if (stored.client.source === 'configured' && config.oauth?.clientId === stored.client.id) {
    throw loginRefused(
      config.name,
      `The login server of "${config.name}" changed from ${stored.issuer} to ${login.issuer}; "oauth.clientId" was registered with the first.`,
      'If that is meant, sign out, put the new client id into the entry, and sign in again.',
    );
  }
  remark(`The login server changed from ${stored.issuer} to ${login.issuer}; nothing of the old login is sent there.`);
}

/**
 * What the challenge names; without it what the entry or the server's metadata name. What was asked for before stays in: a step-up that
 * asked for the new rights alone would lose the old ones (2025-11-25, Step-Up Authorization). Chosen scopes are what the person wants, all of it.
 */
function wantedScope({ config, challenge, scopes }: Attempt, login: LoginServer, known: Account | undefined): string | undefined {
  const own = config.oauth?.scopes?.length ? config.oauth.scopes.join(' ') : undefined;
  const scope = scopes
    ? computeScopeUnion(scopes.join(' '))
    : computeScopeUnion(known?.scope, own, challenge?.scope ?? (own === undefined ? login.scopes : undefined));
  // A refresh token is asked for only where the server knows the word (2026-07-28).
  const offline = login.metadata?.scopes_supported?.includes(OFFLINE) === true;
  return scope !== undefined && offline ? computeScopeUnion(scope, OFFLINE) : scope;
}

const OFFLINE = 'offline_access';

/** At most a hundred: a list for people. */
const offeredScopes = ({ scopes, metadata }: LoginServer): string[] =>
  [...new Set([...(scopes?.split(' ') ?? []), ...(metadata?.scopes_supported ?? [])])]
    .filter((scope) => scope !== '' && scope !== OFFLINE)
    .slice(0, 100);

function ports(config: RemoteConfig, known: Account | undefined): { preferred: number[]; fixed: boolean } {
  const { callbackPort, clientId } = config.oauth ?? {};
  const before = known?.client.source === 'registered' ? Number(new URL(known.client.redirectUri).port) : undefined;
  const preferred = [callbackPort, before].filter((port) => port !== undefined && port > 0) as number[];
  return { preferred, fixed: callbackPort !== undefined && clientId !== undefined };
}

function noteOtherPort({ config, remark }: Attempt, redirectUri: string): void {
  const wanted = config.oauth?.callbackPort;
  if (wanted !== undefined && Number(new URL(redirectUri).port) !== wanted) {
    remark(`Port ${wanted} ("oauth.callbackPort") is in use; the sign-in listens at ${redirectUri} instead.`);
  }
}

/** Opens the browser and waits for it; ends by cancel and by time, also while the browser is being opened. */
async function answerOf({ config, signal }: Attempt, url: string, callback: Callback, deps: SignInDeps): Promise<URLSearchParams> {
  const { clock, openExternal, limitMs = LOGIN_LIMIT_MS } = deps;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  const timer = clock.after(limitMs, () => reject(loginTimedOut(config.name, Math.round(limitMs / 60_000))));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    openExternal(url).catch(reject);
    return await Promise.race([callback.answer, ended]);
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Errors count only when they come from the server that was asked (RFC 9207 2.4). */
function mustBeFrom(metadata: AuthorizationServerMetadata | undefined, params: URLSearchParams): void {
  validateAuthorizationResponseIssuer({
    iss: params.get('iss') ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const error = params.get('error');
  if (error !== null) throw new OAuthError(error, params.get('error_description') ?? error);
}

export const noBrowser: OpenExternal = async () => {
  throw new HostError('host.unavailable', 'There is no browser to sign in with here.', { fix: 'Sign in from the window of Quayside.' });
};
