import type { Model } from '../model.ts';
import { hostOf } from './baseUrl.ts';
import type { ProviderOptions } from './providerOptions.ts';
import { createSdkModel } from './sdkModel.ts';

/** OpenAI's own newer models refuse `max_tokens`; everyone else knows only that. */
const renameMaxTokens = ({ max_tokens, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  max_completion_tokens: max_tokens,
});

/** Any endpoint with `/chat/completions`: OpenAI, DeepSeek, Qwen, Moonshot, OpenRouter, Ollama, LM Studio, vLLM, llama.cpp. */
export function createOpenAiCompatibleModel(options: ProviderOptions): Model {
  const host = hostOf(options.baseUrl);
  return createSdkModel({
    id: options.model,
    facts: { label: 'The OpenAI-compatible provider', host, model: options.model, secrets: [options.apiKey] },
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }),
    maxOutputTokens: options.maxOutputTokens,
    load: async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openaiCompatible',
        baseURL: options.baseUrl,
        ...(options.apiKey === '' ? {} : { apiKey: options.apiKey }),
        ...(options.fetch ? { fetch: options.fetch } : {}),
        includeUsage: true,
        ...(host === 'api.openai.com' ? { transformRequestBody: renameMaxTokens } : {}),
      }).chatModel(options.model);
    },
    // An image in a tool result would go out as a string of base64: it follows as a user message instead.
    prompt: { images: options.images ? 'message' : 'none', loadImage: options.loadImage, callId: (id) => id },
    normalizeSchema: options.normalizeSchema,
    retry: options.retry,
    clock: options.clock,
    random: options.random,
  });
}
