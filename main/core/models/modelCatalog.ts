import type { Outcome } from '../../../preload/contract/errors.ts';
import { fail, ok } from '../../../preload/contract/errors.ts';
import { systemClock } from '../base/clock.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import { contextSizeOf } from './contextSizes.ts';
import { type OnlineKind, providerUrl } from './createModel.ts';
import { hostOf } from './providers/baseUrl.ts';
import { describeFailure } from './providers/providerErrors.ts';

export interface CatalogModel {
  id: string;
  contextTokens?: number;
}

export interface CatalogRequest {
  kind: OnlineKind;
  baseUrl?: string;
  apiKey?: string;
  /** Milliseconds for the whole request. */
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: typeof fetch;
  clock?: Clock;
}

const LABELS: Record<OnlineKind, string> = { 'openai-compatible': 'The OpenAI-compatible provider', anthropic: 'Anthropic', google: 'Google Gemini' };

function target({ kind, baseUrl, apiKey = '' }: CatalogRequest): { url: string; headers: Record<string, string> } {
  const base = providerUrl(kind, baseUrl);
  switch (kind) {
    case 'anthropic':
      return { url: `${base}/models?limit=1000`, headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } };
    case 'google':
      return { url: `${base}/models?pageSize=1000`, headers: { 'x-goog-api-key': apiKey } };
    case 'openai-compatible':
      return { url: `${base}/models`, headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` } };
  }
}

const object = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});

/** Some list their context under one of these names (vLLM, OpenRouter, LM Studio, Gemini). */
const CONTEXT_FIELDS = ['context_length', 'max_model_len', 'max_context_length', 'context_window', 'inputTokenLimit'];

function readModel(item: unknown, kind: OnlineKind): CatalogModel | undefined {
  const entry = object(item);
  if (kind === 'google') {
    const methods = entry.supportedGenerationMethods;
    if (Array.isArray(methods) && !methods.includes('generateContent')) return undefined;
  }
  const raw = entry.id ?? entry.name ?? entry.model;
  if (typeof raw !== 'string' || raw === '') return undefined;
  const id = kind === 'google' ? raw.replace(/^models\//, '') : raw;
  const told = CONTEXT_FIELDS.map((field) => entry[field]).find((value) => typeof value === 'number' && value > 0);
  const contextTokens = typeof told === 'number' ? told : contextSizeOf(id);
  return { id, ...(contextTokens === undefined ? {} : { contextTokens }) };
}

/**
 * The models an account may use: GET /models (OpenAI-compatible), /v1/models (Anthropic), /v1beta/models (Google). It is the
 * connection test too: a wrong key or address comes back as the same `model.*` error that a message would get.
 */
export async function listModels(request: CatalogRequest): Promise<Outcome<CatalogModel[]>> {
  const { kind, apiKey = '', timeoutMs = 10_000, clock = systemClock } = request;
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  const timer = clock.after(timeoutMs, stop);
  request.signal?.addEventListener('abort', stop, { once: true });
  if (request.signal?.aborted) stop();
  let host = 'the configured address';
  try {
    const { url, headers } = target(request);
    host = hostOf(url);
    const response = await (request.fetch ?? fetch)(url, {
      headers: { accept: 'application/json', ...headers },
      signal: ended.signal,
      redirect: 'manual',
    });
    const text = await response.text();
    const body = parseJson(text);
    if (!response.ok) {
      const message = object(object(body).error).message ?? object(body).message ?? '';
      throw {
        statusCode: response.status,
        message: typeof message === 'string' ? message : '',
        responseHeaders: Object.fromEntries(response.headers),
      };
    }
    const list = object(body).data ?? object(body).models ?? (Array.isArray(body) ? body : undefined);
    if (!Array.isArray(list))
      return fail('model.failed', `${LABELS[kind]} (${host}) answered, but not with a list of models.`, {
        fix: 'Check the base URL in the model settings; it usually ends with /v1.',
      });
    return ok(list.flatMap((item) => readModel(item, kind) ?? []).sort((a, b) => a.id.localeCompare(b.id)));
  } catch (error) {
    if (request.signal?.aborted) return fail('call.cancelled', 'The model list was not fetched: stopped.');
    if (ended.signal.aborted)
      return fail('model.network', `${LABELS[kind]} (${host}) did not answer within ${timeoutMs / 1000} s.`, {
        fix: 'Check the base URL and the network.',
      });
    if (error instanceof Error && error.name === 'HostError') return { ok: false, error: toErrorInfo(error) };
    return { ok: false, error: describeFailure(error, { label: LABELS[kind], host, model: '', secrets: [apiKey] }, clock.now()).info };
  } finally {
    timer.cancel();
    request.signal?.removeEventListener('abort', stop);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The test button: one sentence that says what works or what to do, and the models. Never throws. */
export async function testConnection(request: CatalogRequest & { model?: string }): Promise<{ ok: boolean; detail: string; models: string[] }> {
  const found = await listModels(request);
  if (!found.ok) return { ok: false, detail: [found.error.message, found.error.fix].filter(Boolean).join(' '), models: [] };
  const models = found.value.map((model) => model.id);
  const where = hostOf(providerUrl(request.kind, request.baseUrl));
  const wanted = request.model?.trim();
  if (wanted && models.length > 0 && !models.includes(wanted) && !models.includes(`${wanted}:latest`))
    return { ok: false, detail: `${where} answers, but does not list the model "${wanted}". Choose one of the ${models.length} it offers.`, models };
  return { ok: true, detail: `${where} answers and offers ${models.length} model${models.length === 1 ? '' : 's'}.`, models };
}
