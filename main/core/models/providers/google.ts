import type { Model } from '../model.ts';
import { hostOf } from './baseUrl.ts';
import type { ProviderOptions } from './providerOptions.ts';
import { createSdkModel } from './sdkModel.ts';

/** Google's Gemini API. Thought signatures come back with each call and are sent again unchanged (providerData). */
export function createGoogleModel(options: ProviderOptions): Model {
  return createSdkModel({
    id: options.model,
    facts: { label: 'Google Gemini', host: hostOf(options.baseUrl), model: options.model, secrets: [options.apiKey] },
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
    maxOutputTokens: options.maxOutputTokens,
    load: async () => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL: options.baseUrl, apiKey: options.apiKey, ...(options.fetch ? { fetch: options.fetch } : {}) })(
        options.model,
      );
    },
    prompt: { images: options.images ? 'result' : 'none', loadImage: options.loadImage, callId: (id) => id },
    normalizeSchema: options.normalizeSchema,
    retry: options.retry,
    clock: options.clock,
    random: options.random,
  });
}
