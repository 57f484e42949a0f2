import type { Model } from '../model.ts';
import { hostOf } from './baseUrl.ts';
import type { ProviderOptions } from './providerOptions.ts';
import { createSdkModel } from './sdkModel.ts';

/** Anthropic's Messages API and hosts that speak it. */
export function createAnthropicModel(options: ProviderOptions): Model {
  const host = hostOf(options.baseUrl);
  return createSdkModel({
    id: options.model,
    facts: { label: 'Anthropic', host, model: options.model, secrets: [options.apiKey] },
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
    maxOutputTokens: options.maxOutputTokens,
    load: async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: options.baseUrl, apiKey: options.apiKey, ...(options.fetch ? { fetch: options.fetch } : {}) })(options.model);
    },
    // Tool-use ids are checked there against this pattern; ids of other providers may not fit.
    prompt: { images: options.images ? 'result' : 'none', loadImage: options.loadImage, callId: (id) => id.replace(/[^a-zA-Z0-9_-]/g, '_') },
    // Hosts that only imitate this API refuse the extra field that the SDK adds to every tool.
    ...(host === 'api.anthropic.com' ? {} : { providerOptions: { anthropic: { toolStreaming: false } } }),
    normalizeSchema: options.normalizeSchema,
    retry: options.retry,
    clock: options.clock,
    random: options.random,
  });
}
