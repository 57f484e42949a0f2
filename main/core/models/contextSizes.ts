/** Context sizes in tokens by the beginning of a model's id, longest match first; vendors' own figures, rounded down. */
const SIZES: readonly (readonly [string, number])[] = [
  ['gpt-5', 400_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4', 8_192],
  ['gpt-3.5', 16_385],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['claude', 200_000],
  ['gemini', 1_048_576],
  ['deepseek', 128_000],
  ['qwen3', 131_072],
  ['qwen2.5', 32_768],
  ['qwen', 131_072],
  ['kimi-k2', 262_144],
  ['moonshot-v1-128k', 131_072],
  ['moonshot-v1-32k', 32_768],
  ['moonshot-v1-8k', 8_192],
  ['glm-4', 128_000],
  ['llama-4', 1_000_000],
  ['llama3.1', 131_072],
  ['llama-3.1', 131_072],
  ['llama3.2', 131_072],
  ['llama-3.3', 131_072],
  ['mistral-large', 131_072],
  ['mistral', 32_768],
  ['gemma3', 131_072],
  ['gemma-3', 131_072],
  ['phi-4', 16_384],
];

/** The context of a known model, or undefined. A vendor prefix (`openai/gpt-4o`) does not matter. */
export function contextSizeOf(model: string): number | undefined {
  const id = (model.split('/').at(-1) ?? model).toLowerCase();
  const fits = SIZES.filter(([start]) => id.startsWith(start)).sort(([a], [b]) => b.length - a.length);
  return fits[0]?.[1];
}

/** The context of the chosen model in tokens: what the user entered, else what is known of it. */
export const contextOf = ({ model, contextTokens }: { model: string; contextTokens?: number | undefined }): number | undefined =>
  contextTokens ?? contextSizeOf(model);
