import { IssuerMismatchError, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/client';
import { HostError } from '../base/hostError.ts';

/** A sign-in that cannot be finished as things are; somebody has to change something. */
export const loginRefused = (server: string, message: string, fix: string, cause?: unknown): HostError =>
  new HostError('auth.refused', message, { fix, params: { server }, ...(cause === undefined ? {} : { cause }) });

export const loginCancelled = (server: string): HostError =>
  new HostError('call.cancelled', `The sign-in to "${server}" was cancelled.`, { fix: 'Sign in again when you are ready.', params: { server } });

export const loginTimedOut = (server: string, minutes: number): HostError =>
  new HostError('connect.timeout', `Nothing came back from the browser within ${minutes} minutes; the sign-in to "${server}" was given up.`, {
    fix: 'Sign in again, and finish in the browser.',
    params: { server },
  });

/** The login server failed by itself; nothing is said about the person, the tokens or the app (a15). */
export const loginInTrouble = (server: string, what: string, cause?: unknown): HostError =>
  new HostError('connect.http', `The login server of "${server}" is in trouble (${clean(what)}).`, {
    fix: 'Wait a little, then try again.',
    params: { server },
    ...(cause === undefined ? {} : { cause }),
  });

/** What the SDK's OAuth functions throw, as an error of ours. HostErrors pass. */
export function asLoginError(server: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof IssuerMismatchError) {
    const what = error.kind === 'metadata' ? 'describes itself under another name' : 'is not the one that answered';
    const facts = error.received ? ` (expected ${clean(error.expected ?? 'nothing')}, got ${clean(error.received)})` : ' (it gave no name)';
    return loginRefused(server, `The login server of "${server}" ${what}${facts}.`, 'Do not sign in; tell whoever runs the server.', error);
  }
  if (error instanceof OAuthError) return oauthRefusal(server, error);
  const text = error instanceof Error ? error.message : String(error);
  return loginRefused(server, `The sign-in to "${server}" failed: ${clean(text)}`, 'Try again; if it stays so, tell whoever runs the server.', error);
}

function oauthRefusal(server: string, error: OAuthError): HostError {
  if (error.code === 'access_denied')
    return loginRefused(server, `The sign-in to "${server}" was declined in the browser.`, 'Sign in again and allow the access.', error);
  const [code, said] = [clean(error.code), clean(error.message)];
  const why = said && said !== code ? `${code}: ${said}` : code;
  return loginRefused(
    server,
    `The login server of "${server}" refused the sign-in (${why}).`,
    'Sign in again; if it stays so, tell whoever runs the server.',
    error,
  );
}

/** The login server answered no, and will again: used up, revoked, expired, or not renewed here at all (RFC 6749 5.2). */
export const isDeadGrant = (error: unknown): boolean => error instanceof OAuthError && !isUnknownClient(error);

/** The login server does not know this client any more. */
export const isUnknownClient = (error: unknown): boolean =>
  error instanceof OAuthError && (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);

/** Foreign text as one short line: no control characters, none that turn or hide what follows. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
