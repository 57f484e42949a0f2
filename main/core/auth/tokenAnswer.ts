import { OAuthError } from '@modelcontextprotocol/client';
import type { HostError } from '../base/hostError.ts';
import type { Tokens } from './account.ts';
import { loginInTrouble, loginRefused } from './loginErrors.ts';
import { jsonObject } from './loginWeb.ts';

/** Longer lifetimes are as good as none, and dates end somewhere. Seconds: 10 years. */
const LONGEST_S = 10 * 365 * 86_400;
/** Refusals that say nothing of the code or token itself (RFC 6749 4.1.2.1; slow_down as in RFC 8628). */
const PASSING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'slow_down', 'too_many_requests', 'rate_limit_exceeded']);
/** Tokens that are worth nothing without a key of ours. */
const KEYED: ReadonlySet<string> = new Set(['dpop', 'mac', 'pop']);

/**
 * The tokens of an answer (RFC 6749 5.1), as they are found in the wild: JSON or a form, `expires_in` as text or not at all, `token_type` in any
 * case. Rejects with the SDK's OAuthError for a refusal (5.2; also with status 200), otherwise with a HostError: `connect.http` for a login server
 * in trouble, `auth.refused` for an answer that is none. No part of the answer but `error` and `error_description` is ever repeated.
 */
export async function readTokenAnswer(server: string, answer: Response, now: number): Promise<Tokens> {
  const { status, ok } = answer;
  const fields = fieldsOf(await answer.text(), answer.headers.get('content-type') ?? '');
  const error = text(fields?.error);
  const access = text(fields?.access_token);
  if (error !== undefined && (access === undefined || !ok)) {
    if (status >= 500 || status === 429 || PASSING.has(error)) throw loginInTrouble(server, `${error}, ${status}`);
    throw new OAuthError(error, text(fields?.error_description) ?? error);
  }
  if (!ok) throw loginInTrouble(server, String(status));
  if (access === undefined) throw unusable(server, `without a token (${status}, ${kindOf(answer)})`);
  if (!SENDABLE.test(access)) throw unusable(server, 'with a token that cannot be sent in a header');
  const type = text(fields?.token_type)?.toLowerCase();
  if (type !== undefined && KEYED.has(type)) throw unusable(server, `with a token of a kind that this app cannot use (${type})`);
  const refresh = text(fields?.refresh_token);
  const scope = scopeOf(fields?.scope);
  const seconds = lifetime(fields?.expires_in);
  return {
    access,
    obtainedAt: now,
    ...(refresh === undefined ? {} : { refresh }),
    ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Visible ASCII (RFC 6750 2.1 allows less; some servers use more of it). */
const SENDABLE = /^[\x21-\x7e]+$/;

function fieldsOf(body: string, type: string): Record<string, unknown> | undefined {
  const json = jsonObject(body);
  if (json) return json;
  const isForm = /x-www-form-urlencoded/i.test(type) || /^[\w.-]+=[^\s<>{}]*$/.test(body.trim());
  return isForm ? Object.fromEntries(new URLSearchParams(body.trim())) : undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function scopeOf(value: unknown): string | undefined {
  const words = (Array.isArray(value) ? value : [value]).filter((word): word is string => typeof word === 'string');
  return text(words.join(' ').trim());
}

/** Nothing, zero and less do not mean "already over": a token that is over on arrival would be renewed for every message. The server says when it is. */
function lifetime(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 && seconds <= LONGEST_S ? seconds : undefined;
}

const kindOf = ({ headers }: Response): string => headers.get('content-type')?.split(';', 1)[0]?.slice(0, 60) ?? 'of no kind';

const unusable = (server: string, how: string): HostError =>
  loginRefused(server, `The login server of "${server}" answered ${how}.`, 'Try again; if it stays so, tell whoever runs the server.');
