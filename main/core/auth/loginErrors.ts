import { InsecureTokenEndpointError, IssuerMismatchError, OAuthError, OAuthErrorCode, RegistrationRejectedError } from '@modelcontextprotocol/client';
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

/** What the SDK's OAuth functions throw, as an error of ours. HostErrors pass. */
export function asLoginError(server: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof IssuerMismatchError) {
    const what = error.kind === 'metadata' ? 'describes itself under another name' : 'is not the one that answered';
    const facts = error.received ? ` (expected ${clean(error.expected ?? 'nothing')}, got ${clean(error.received)})` : ' (it gave no name)';
    return loginRefused(server, `The login server of "${server}" ${what}${facts}.`, 'Do not sign in; tell whoever runs the server.', error);
  }
  if (error instanceof InsecureTokenEndpointError) {
    return loginRefused(
      server,
      `The login server of "${server}" wants the sign-in sent unencrypted.`,
      'Tell whoever runs the server: its token address needs https.',
      error,
    );
  }
  if (error instanceof RegistrationRejectedError) {
    return loginRefused(
      server,
      `The login server of "${server}" refused to register this app (${error.status}${reasonOf(error.body)}).`,
      'Register Quayside there by hand and put the client id into "oauth.clientId" of the entry.',
      error,
    );
  }
  if (error instanceof OAuthError) return oauthRefusal(server, error);
  const text = error instanceof Error ? error.message : String(error);
  return loginRefused(server, `The sign-in to "${server}" failed: ${clean(text)}`, 'Try again; if it stays so, tell whoever runs the server.', error);
}

function oauthRefusal(server: string, error: OAuthError): HostError {
  if (error.code === 'access_denied')
    return loginRefused(server, `The sign-in to "${server}" was declined in the browser.`, 'Sign in again and allow the access.', error);
  const said = clean(error.message);
  const why = said && said !== error.code ? `${error.code}: ${said}` : error.code;
  return loginRefused(
    server,
    `The login server of "${server}" refused the sign-in (${why}).`,
    'Sign in again; if it stays so, tell whoever runs the server.',
    error,
  );
}

/** The refresh token or the code is used up, revoked or expired (RFC 6749 5.2). */
export const isDeadGrant = (error: unknown): boolean => error instanceof OAuthError && error.code === OAuthErrorCode.InvalidGrant;

/** The login server does not know this client any more. */
export const isUnknownClient = (error: unknown): boolean =>
  error instanceof OAuthError && (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);

/** The login server itself failed (5xx or no OAuth answer): nothing is said about the tokens. */
export const isServerTrouble = (error: unknown): boolean => error instanceof OAuthError && !isDeadGrant(error) && !isUnknownClient(error);

/** Foreign text, one line, in short. */
const clean = (text: string): string =>
  text
    .split('\n', 1)[0]
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200) ?? '';

function reasonOf(body: string): string {
  try {
    const { error, error_description: description } = JSON.parse(body) as { error?: unknown; error_description?: unknown };
    const reason = [error, description].filter((part) => typeof part === 'string').join(': ');
    return reason ? `, ${clean(reason)}` : '';
  } catch {
    return '';
  }
}
