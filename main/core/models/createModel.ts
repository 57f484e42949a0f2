import type { ProviderKind } from '../../../preload/contract/settings.ts';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { assertNever } from '../base/assertNever.ts';
import { systemClock } from '../base/clock.ts';
import { HostError } from '../base/hostError.ts';
import type { Clock } from '../ports.ts';
import { contextOf } from './contextSizes.ts';
import type { Model } from './model.ts';
import { createAnthropicModel } from './providers/anthropic.ts';
import { normalizeBaseUrl } from './providers/baseUrl.ts';
import { createGoogleModel } from './providers/google.ts';
import { type LoadImage, loadImage } from './providers/images.ts';
import { createOpenAiCompatibleModel } from './providers/openaiCompatible.ts';
import type { ProviderOptions } from './providers/providerOptions.ts';
import { defaultRetryPolicy, type RetryPolicy } from './providers/retryDelay.ts';

export type OnlineKind = Exclude<ProviderKind, 'offline'>;

/** Where each kind's API is when nothing else is configured, and the path a bare host gets. */
export const PROVIDER_URLS: Record<OnlineKind, { baseUrl: string; versionPath: string }> = {
  'openai-compatible': { baseUrl: 'https://api.openai.com/v1', versionPath: '/v1' },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', versionPath: '/v1' },
  google: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta', versionPath: '/v1beta' },
};

export interface CreateModelOptions {
  kind: OnlineKind;
  /** Empty or absent: the provider's own address. */
  baseUrl?: string;
  model: string;
  /** May be empty for local servers. Never part of a message or a log. */
  apiKey?: string;
  maxOutputTokens?: number;
  /** Overrides the known context size. */
  contextTokens?: number;
  normalizeSchema?: (schema: JsonSchema) => JsonSchema;
  fetch?: typeof fetch;
  loadImage?: LoadImage;
  images?: boolean;
  retry?: Partial<RetryPolicy>;
  clock?: Clock;
  random?: () => number;
}

/** The address a provider is reached at. Throws `host.bad_input` for an unusable one. */
export function providerUrl(kind: OnlineKind, baseUrl: string | undefined): string {
  const known = PROVIDER_URLS[kind];
  return baseUrl === undefined || baseUrl.trim() === '' ? known.baseUrl : normalizeBaseUrl(baseUrl, known.versionPath);
}

/** A language model behind the Model port (AGT-3). Nothing is loaded or contacted before the first stream. Throws `host.bad_input`. */
export function createModel(options: CreateModelOptions): Model {
  if (options.model.trim() === '')
    throw new HostError('host.bad_input', 'No model is chosen.', {
      fix: 'Choose a model in the model settings, or use the assistant without a language model.',
    });
  const contextTokens = contextOf(options);
  const filled: ProviderOptions = {
    baseUrl: providerUrl(options.kind, options.baseUrl),
    model: options.model.trim(),
    apiKey: options.apiKey ?? '',
    maxOutputTokens: options.maxOutputTokens ?? 8192,
    contextTokens,
    normalizeSchema: options.normalizeSchema ?? ((schema) => schema),
    fetch: options.fetch,
    loadImage: options.loadImage ?? loadImage,
    images: options.images ?? true,
    retry: { ...defaultRetryPolicy, ...options.retry },
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
  switch (options.kind) {
    case 'openai-compatible':
      return createOpenAiCompatibleModel(filled);
    case 'anthropic':
      return createAnthropicModel(filled);
    case 'google':
      return createGoogleModel(filled);
    default:
      return assertNever(options.kind);
  }
}
