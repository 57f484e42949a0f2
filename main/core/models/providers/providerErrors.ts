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

/** What the rules look at. */
interface Case {
  status: number | undefined;
  said: string;
  /** The provider's own error code, e.g. insufficient_quota. */
  word: string;
  network: string | undefined;
  who: string;
  model: string;
}

interface FailureRule {
  when: (fault: Case) => boolean;
  code: ErrorCode;
  transient: boolean;
  /** The fact, without the provider's own words. */
  fact: (fault: Case) => string;
  fix: string | ((fault: Case) => string);
  /** The provider's words add nothing here. */
  silent?: boolean;
}

const NETWORK_WORDS = /fetch failed|terminated|cannot connect|network|socket|other side closed|without a finish reason/i;
const TLS = /^(CERT_|DEPTH|UNABLE|ERR_TLS|SELF)/;

/** First match wins. */
const RULES: readonly FailureRule[] = [
  {
    when: ({ status }) => status === 401 || status === 403,
    code: 'model.auth',
    transient: false,
    fact: ({ who, status }) => `${who} refused the API key (HTTP ${status}).`,
    fix: 'Check the API key and the base URL in the model settings.',
  },
  {
    when: ({ status, said, word }) => (status === 429 || status === 402) && (status === 402 || QUOTA.test(`${said} ${word}`)),
    code: 'model.rate_limited',
    transient: false,
    fact: ({ who }) => `${who} says that the quota of this API key is used up.`,
    fix: 'Check the plan and billing of the account.',
  },
  {
    when: ({ status }) => status === 429 || status === 529,
    code: 'model.rate_limited',
    transient: true,
    fact: ({ who, status }) => `${who} ${status === 429 ? 'limits the rate of requests' : 'is overloaded'} (HTTP ${status}).`,
    fix: 'Wait a little and try again, or choose another model.',
  },
  {
    when: ({ status }) => status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425),
    code: 'model.failed',
    transient: true,
    fact: ({ who, status }) => `${who} failed to answer (HTTP ${status}).`,
    fix: 'Try again; if it goes on, look at the status page of the provider.',
  },
  {
    when: ({ status }) => status === 404,
    code: 'model.failed',
    transient: false,
    fact: ({ who, model }) => `${who} does not know the model "${model}" or this address.`,
    fix: 'Check the model id and the base URL in the model settings.',
  },
  {
    when: ({ status, said }) => status !== undefined && /(?:not|n't) support (?:tools|function)|tool (?:use|calling) is not/i.test(said),
    code: 'model.failed',
    transient: false,
    fact: ({ model }) => `The model "${model}" cannot use tools.`,
    fix: 'Choose a model that supports tool calling.',
  },
  {
    when: ({ status, said }) => status !== undefined && CONTEXT.test(said),
    code: 'model.failed',
    transient: false,
    fact: ({ model }) => `The conversation is too long for ${model}.`,
    fix: 'Start a new conversation, or choose a model with a larger context.',
  },
  {
    when: ({ status }) => status !== undefined,
    code: 'model.failed',
    transient: false,
    fact: ({ who, status }) => `${who} refused the request (HTTP ${status}).`,
    fix: 'Check the model id and the model settings.',
  },
  {
    when: ({ network, said }) => network !== undefined || NETWORK_WORDS.test(said),
    code: 'model.network',
    transient: true,
    fact: ({ who, network }) => `No connection to ${who}: ${network ?? 'connection lost'}.`,
    fix: ({ network }) =>
      TLS.test(network ?? '')
        ? 'The certificate of this address is not trusted; add its CA file in the settings.'
        : 'Check that the address is right and reachable; a local model server must be running.',
    silent: true,
  },
];

const UNREADABLE: FailureRule = {
  when: () => true,
  code: 'model.failed',
  transient: false,
  fact: ({ who }) => `${who} gave an answer that could not be read.`,
  fix: 'Try again, or choose another model.',
};

/** What went wrong at a provider, as a `model.*` error that names it and the way out. Never a key, never a stack. */
export function describeFailure(error: unknown, facts: ProviderFacts, now: number): ProviderFailure {
  if (error instanceof HostError) return { info: error.info, transient: false, said: error.message };
  const shape = shapeOf(error);
  const said = clean(wordsOf(error, shape), facts.secrets);
  const status = statusOf(shape);
  const fault: Case = {
    status,
    said,
    word: typeof shape.code === 'string' ? shape.code : '',
    network: networkCode(error),
    who: `${facts.label} (${facts.host})`,
    model: facts.model,
  };
  const rule = RULES.find((candidate) => candidate.when(fault)) ?? UNREADABLE;
  const retryAfterMs = rule.transient ? retryAfterOf(shape.responseHeaders, now) : undefined;
  const withStatus = status === undefined ? {} : { status };
  return {
    info: {
      code: rule.code,
      message: rule.fact(fault) + (said === '' || rule.silent ? '' : ` It said: ${said}`),
      fix: typeof rule.fix === 'string' ? rule.fix : rule.fix(fault),
      params: { provider: facts.label, host: facts.host, model: facts.model, said, ...withStatus },
    },
    transient: rule.transient,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...withStatus,
    said,
  };
}

/**
 * The provider's own words. Where its body has another shape than the SDK expects ({"error": "text"}, {"detail": …}), the SDK only tells
 * the status text, so the body is read here; a web page is not.
 */
function wordsOf(error: unknown, shape: Shape): string {
  const fromBody = typeof shape.responseBody === 'string' ? bodyWords(shape.responseBody) : undefined;
  if (fromBody !== undefined) return fromBody;
  if (typeof shape.message === 'string') return shape.message;
  return typeof error === 'string' ? error : '';
}

function bodyWords(body: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { error, message, detail } = shapeOf(Array.isArray(json) ? json[0] : json) as { error?: unknown; message?: unknown; detail?: unknown };
  const inner = (shapeOf(error) as { message?: unknown }).message;
  return [inner, error, message, detail].find((words): words is string => typeof words === 'string' && words !== '');
}

function clean(text: string, secrets: readonly string[]): string {
  let cleaned = text.split('\n', 1)[0] ?? '';
  for (const secret of secrets) if (secret.length >= 4) cleaned = cleaned.replaceAll(secret, '[removed]');
  return cleaned.slice(0, 300);
}
