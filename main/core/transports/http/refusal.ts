import { STATUS_CODES } from 'node:http';
import { readChallenge } from '../../auth/challenge.ts';
import { showUrl } from '../httpClient/endpoint.ts';
import { isHandshake, isRepeatable } from '../jsonRpc.ts';
import { TransportError, type TransportFacts } from '../transportError.ts';
import { reasonOf } from './describeBody.ts';
import { parseRetryAfter } from './retryAfter.ts';

/** An answer that is not 2xx, with what the message was. */
export interface Refusal {
  server: string;
  url: URL;
  /** The JSON-RPC method; `an answer` for responses of ours. */
  method: string;
  status: number;
  /** Lower-case name. */
  header: (name: string) => string | undefined;
  /** The beginning of the body. */
  text: string;
  /** The message carried a session id (Mcp-Session-Id, or the endpoint of legacy SSE). */
  inSession: boolean;
  fixedAuthorization: boolean;
  hadToken: boolean;
  /** The rights that the challenge names were asked for at the last sign-in already. */
  askedAlready?: boolean;
  /** Takes our own secrets out of the server's text. */
  hide: (text: string) => string;
  now: number;
}

/** The error of a refused message, by status. */
export function refusalError(refusal: Refusal): TransportError {
  const { status } = refusal;
  const reason = refusal.hide(reasonOf(refusal.text, refusal.header('content-type') ?? ''));
  if (status === 401) return signInNeeded(refusal, reason);
  if (status === 403) return denied(refusal, reason);
  if (sessionIsGone(refusal)) return sessionExpired(refusal, reason);
  if (status === 429 || (status === 503 && refusal.header('retry-after') !== undefined)) return comeBackLater(refusal, reason);
  if (status >= 500) return serverFailure(refusal, reason);
  const [says, fix] = CLIENT_ERRORS[status] ?? [`refused ${refusal.method}`, 'Check the address of the entry, and the log of the server.'];
  return refused(refusal, `"${refusal.server}" ${says} (${statusLine(status)}${reason ? `: ${reason}` : ''}) at ${showUrl(refusal.url)}.`, fix);
}

/** What a status says of the server, and what to do. */
export const CLIENT_ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  404: ['was not found', 'Check the address of the entry.'],
  405: ['takes no messages', 'Check the address; a server of the old kind needs "type": "sse".'],
  407: ['is behind a proxy that asks for a login', 'Put the login of the proxy into the proxy settings.'],
  408: ['waited too long for the message', 'Check the network, then try again.'],
  410: ['is gone', 'Ask for its new address.'],
  413: ['takes no message of that size', 'Send less at once.'],
  415: ['does not take JSON', 'Check that the address is the MCP endpoint of the server.'],
  421: ['is not served under that host name', 'Check the host name in the address.'],
  426: ['wants another protocol', 'Check the address; a server of WebSockets needs "type": "ws".'],
};

/**
 * CON-8, and servers that say the same with 400 or 503. A 404 that carries the header itself speaks of something else in a live
 * session, unless its body has the code the SDKs use for it.
 */
function sessionIsGone(refusal: Refusal): boolean {
  if (!refusal.inSession || isHandshake(refusal.method)) return false;
  const { status, text } = refusal;
  if (status === 404) return refusal.header('mcp-session-id') === undefined || /"code"\s*:\s*-32001\b/.test(text);
  return (status === 400 || status === 503) && /\bsession/i.test(text);
}

function sessionExpired(refusal: Refusal, reason: string): TransportError {
  const message = `"${refusal.server}" no longer knows this session (${statusLine(refusal.status)}${reason ? `: ${reason}` : ''}).`;
  return error(refusal, 'call.disconnected', message, 'A new session is needed.', { sessionExpired: true, unsent: true });
}

function signInNeeded(refusal: Refusal, reason: string): TransportError {
  const said = challengeText(refusal) || reason;
  const because = said ? `: ${said}` : '';
  if (refusal.fixedAuthorization) {
    const message = `The token in headers.Authorization of "${refusal.server}" was refused (401${because}).`;
    return error(refusal, 'auth.refused', message, 'Correct the header, or remove it to sign in instead.', { unsent: true });
  }
  const rights = refusal.hadToken ? lackingRights(refusal) : undefined;
  if (rights) return rights;
  const message = refusal.hadToken
    ? `"${refusal.server}" no longer accepts the sign-in (401${because}).`
    : `"${refusal.server}" asks for a sign-in (401${because}).`;
  return error(refusal, 'auth.required', message, 'Sign in to the server.', { unsent: true });
}

function denied(refusal: Refusal, reason: string): TransportError {
  const rights = refusal.fixedAuthorization ? undefined : lackingRights(refusal);
  if (rights) return rights;
  const said = challengeText(refusal) || reason;
  const message = `"${refusal.server}" denied access (403${said ? `: ${said}` : ''}).`;
  // Servers on this machine guard themselves against foreign web pages by these two headers.
  const fix = /\b(host|origin)\b/i.test(said)
    ? 'Use the host name the server expects in the address (localhost instead of 127.0.0.1, or the other way round), or allow this one there.'
    : 'Check the rights of the account or token that is used.';
  return error(refusal, 'auth.refused', message, fix, { unsent: true });
}

/** A step-up (2025-11-25, Scope Challenge Handling). One that was tried without success is not proposed again: it would go on for ever. */
function lackingRights(refusal: Refusal): TransportError | undefined {
  const challenge = readChallenge(refusal.status, refusal.header('www-authenticate'));
  if (challenge.error?.toLowerCase() !== 'insufficient_scope') return undefined;
  const scope = refusal.hide(challenge.scope ?? '').slice(0, 200);
  const named = scope ? ` (${scope})` : '';
  if (!refusal.askedAlready) {
    const message = `"${refusal.server}" wants more rights for ${refusal.method}${named}.`;
    return error(refusal, 'auth.required', message, 'Sign in again and grant them.', { unsent: true });
  }
  const message = `"${refusal.server}" wants more rights for ${refusal.method}${named}, though the last sign-in asked for them already.`;
  const fix = 'Grant them with "Change scopes" if you left them out; otherwise sign in with another account, or ask whoever runs the server.';
  return error(refusal, 'auth.refused', message, fix, { unsent: true });
}

function comeBackLater(refusal: Refusal, reason: string): TransportError {
  const retryAfterMs = parseRetryAfter(refusal.header('retry-after'), refusal.now);
  const when = retryAfterMs === undefined ? '' : ` It may be asked again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  const what = refusal.status === 429 ? 'got too many requests' : 'is busy';
  const message = `"${refusal.server}" ${what} (${statusLine(refusal.status)}${reason ? `: ${reason}` : ''}). ${refusal.method} was not carried out.${when}`;
  return error(refusal, 'connect.http', message, 'Wait, then try again.', { unsent: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

function serverFailure(refusal: Refusal, reason: string): TransportError {
  const { status, method } = refusal;
  const gateway = status === 502 || status === 503 || status === 504;
  const line = statusLine(status);
  // A gateway's page says the status once more; that is no reason.
  const said = reason && !reason.includes(line) && reason !== STATUS_CODES[status] ? ` (${reason})` : '';
  const what = gateway ? `${line}: the server behind ${refusal.url.host} does not answer${said}` : `${line}${said}`;
  if (isRepeatable(method)) {
    return error(refusal, 'connect.http', `"${refusal.server}" failed with ${what}.`, 'Check the log of the server, then try again.', {});
  }
  const message = `"${refusal.server}" failed with ${what}. It is not known whether ${method} was carried out.`;
  return error(refusal, 'call.outcome_unknown', message, 'Check what happened before trying again.', {});
}

function refused(refusal: Refusal, message: string, fix: string): TransportError {
  return error(refusal, 'connect.http', message, fix, { unsent: true });
}

function error(refusal: Refusal, code: TransportError['code'], message: string, fix: string, facts: TransportFacts): TransportError {
  const challenge = refusal.header('www-authenticate');
  return new TransportError(code, message, {
    fix,
    params: { server: refusal.server, at: showUrl(refusal.url), status: refusal.status },
    facts: { ...facts, status: refusal.status, ...(challenge === undefined ? {} : { challenge }) },
  });
}

function challengeText(refusal: Refusal): string {
  const text = /error_description\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(refusal.header('www-authenticate') ?? '')?.[1];
  return text ? refusal.hide(text.replace(/\\(.)/g, '$1')).slice(0, 200) : '';
}

const statusLine = (status: number): string => `${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`;
