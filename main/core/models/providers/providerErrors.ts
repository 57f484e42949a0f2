import type { ErrorCode, ErrorInfo } from '../../../../preload/contract/errors.ts';
import { HostError } from '../../base/hostError.ts';

/** Whom an error is about, in words for people; `secrets` are cut out of every text. */
export interface ProviderFacts {
  label: string;
  host: string;
  model: string;
  secrets: readonly string[];
}

export interface ProviderFailure {
  info: ErrorInfo;
  /** Trying again may help: 429, 5xx, overloaded, network (AGT-2). */
  transient: boolean;
  /** What the server asked for with Retry-After, in milliseconds. */
  retryAfterMs?: number;
  status?: number;
  /** The provider's own words, secrets removed. */
  said: string;
}

/** The fields the SDK's errors have, looked at without importing its classes. */
interface Shape {
  message?: unknown;
  statusCode?: unknown;
  status?: unknown;
  code?: unknown;
  type?: unknown;
  cause?: unknown;
  responseHeaders?: unknown;
  responseBody?: unknown;
  isRetryable?: unknown;
}

const shapeOf = (value: unknown): Shape => (typeof value === 'object' && value !== null ? (value as Shape) : {});
const NETWORK = /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_AGAIN|UND_ERR_|CERT_|DEPTH_ZERO|UNABLE_TO|ERR_TLS|SELF_SIGNED)/;
const CONTEXT = /context.{0,12}(length|window|size)|maximum.{0,20}tokens|too many tokens|prompt is too long|input is too long/i;
const QUOTA = /insufficient_quota|billing|credit balance|exceeded your current quota/i;

/** The deepest error code of a chain of causes, e.g. ECONNREFUSED. */
function networkCode(error: unknown, depth = 0): string | undefined {
  const { code, cause } = shapeOf(error);
  if (typeof code === 'string' && NETWORK.test(code)) return code;
  return cause === undefined || depth > 5 ? undefined : networkCode(cause, depth + 1);
}

function statusOf({ statusCode, status, code, type }: Shape): number | undefined {
  for (const candidate of [statusCode, status, code]) if (typeof candidate === 'number' && candidate >= 400 && candidate < 600) return candidate;
  const word = `${typeof type === 'string' ? type : ''} ${typeof code === 'string' ? code : ''}`;
  if (/overloaded/i.test(word)) return 529;
  if (/rate_limit/i.test(word)) return 429;
  if (/server_error|internal|api_error/i.test(word)) return 500;
  return undefined;
}

/** Retry-After in seconds or as a date (RFC 9110 § 10.2.3), or the millisecond form some providers send. */
export function retryAfterOf(headers: unknown, now: number): number | undefined {
  const all = shapeOf(headers) as Record<string, unknown>;
  const inMs = Number(all['retry-after-ms']);
  if (all['retry-after-ms'] !== undefined && Number.isFinite(inMs)) return Math.max(0, inMs);
  const text = all['retry-after'];
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** What went wrong at a provider, as a `model.*` error that names it and the way out. Never a key, never a stack. */
export function describeFailure(error: unknown, facts: ProviderFacts, now: number): ProviderFailure {
  if (error instanceof HostError) return { info: error.info, transient: false, said: error.message };
  const shape = shapeOf(error);
  const status = statusOf(shape);
  const said = clean(wordsOf(error, shape), facts.secrets);
  const base = { said, ...(status === undefined ? {} : { status }) };
  const make = (code: ErrorCode, message: string, fix: string): ErrorInfo => ({
    code,
    message,
    fix,
    params: { provider: facts.label, host: facts.host, model: facts.model, ...(status === undefined ? {} : { status }), said },
  });
  const who = `${facts.label} (${facts.host})`;
  const quote = said === '' ? '' : ` It said: ${said}`;

  if (status === 401 || status === 403)
    return {
      ...base,
      transient: false,
      info: make('model.auth', `${who} refused the API key (HTTP ${status}).${quote}`, 'Check the API key and the base URL in the model settings.'),
    };
  if (status === 429 && QUOTA.test(`${said} ${String(shape.code ?? '')}`))
    return {
      ...base,
      transient: false,
      info: make(
        'model.rate_limited',
        `${who} says that the quota of this API key is used up.${quote}`,
        'Check the plan and billing of the account.',
      ),
    };
  if (status === 429 || status === 529) {
    const retryAfterMs = retryAfterOf(shape.responseHeaders, now);
    const word = status === 429 ? 'limits the rate of requests' : 'is overloaded';
    const info = make('model.rate_limited', `${who} ${word} (HTTP ${status}).${quote}`, 'Wait a little and try again, or choose another model.');
    return { ...base, transient: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), info };
  }
  if (status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425)) {
    const retryAfterMs = retryAfterOf(shape.responseHeaders, now);
    const info = make(
      'model.failed',
      `${who} failed to answer (HTTP ${status}).${quote}`,
      'Try again; if it goes on, look at the status page of the provider.',
    );
    return { ...base, transient: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), info };
  }
  if (status === 404)
    return {
      ...base,
      transient: false,
      info: make(
        'model.failed',
        `${who} does not know the model "${facts.model}" or this address.${quote}`,
        'Check the model id and the base URL in the model settings.',
      ),
    };
  if (status !== undefined && CONTEXT.test(said))
    return {
      ...base,
      transient: false,
      info: make(
        'model.failed',
        `The conversation is too long for ${facts.model}.${quote}`,
        'Start a new conversation, or choose a model with a larger context.',
      ),
    };
  if (status !== undefined)
    return {
      ...base,
      transient: false,
      info: make('model.failed', `${who} refused the request (HTTP ${status}).${quote}`, 'Check the model id and the model settings.'),
    };
  const code = networkCode(error);
  if (code !== undefined || /fetch failed|terminated|cannot connect|network|socket|other side closed|without a finish reason/i.test(said)) {
    const why = code ?? 'connection lost';
    const fix = /^(CERT_|DEPTH|UNABLE|ERR_TLS|SELF)/.test(why)
      ? 'The certificate of this address is not trusted; add its CA file in the settings.'
      : 'Check that the address is right and reachable; a local model server must be running.';
    return { ...base, transient: true, info: make('model.network', `No connection to ${who}: ${why}.`, fix) };
  }
  return {
    ...base,
    transient: false,
    info: make('model.failed', `${who} gave an answer that could not be read.${quote}`, 'Try again, or choose another model.'),
  };
}

function wordsOf(error: unknown, shape: Shape): string {
  if (typeof shape.message === 'string' && shape.message !== '') return shape.message;
  if (typeof error === 'string') return error;
  return typeof shape.responseBody === 'string' ? shape.responseBody : '';
}

function clean(text: string, secrets: readonly string[]): string {
  let cleaned = text.split('\n', 1)[0] ?? '';
  for (const secret of secrets) if (secret.length >= 4) cleaned = cleaned.replaceAll(secret, '[removed]');
  return cleaned.slice(0, 300);
}
