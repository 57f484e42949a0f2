/** Where OpenAI-compatible endpoints live. Names are brands and are not translated. */
export interface Preset {
  id: string;
  name: string;
  baseUrl: string;
  /** A model to name as an example; the real list is fetched. */
  example: string;
  local?: boolean;
}

export const PRESETS: readonly Preset[] = [
  { id: 'deepseek', name: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', example: 'deepseek-chat' },
  { id: 'qwen', name: 'Qwen · 通义千问', baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1', example: 'qwen-plus' },
  { id: 'moonshot', name: 'Moonshot · Kimi', baseUrl: 'https://api.moonshot.cn/v1', example: 'kimi-latest' },
  { id: 'zhipu', name: 'Zhipu · 智谱', baseUrl: 'https://open.bigmodel.cn/api/paas/v4', example: 'glm-4-plus' },
  { id: 'siliconflow', name: 'SiliconFlow', baseUrl: 'https://api.siliconflow.cn/v1', example: 'Qwen/Qwen3-32B' },
  { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', example: 'gpt-4.1' },
  { id: 'openrouter', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', example: 'deepseek/deepseek-chat' },
  { id: 'ollama', name: 'Ollama', baseUrl: 'http://localhost:11434/v1', example: 'qwen3:8b', local: true },
  { id: 'lmstudio', name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', example: 'qwen3-8b', local: true },
  { id: 'vllm', name: 'vLLM', baseUrl: 'http://localhost:8000/v1', example: 'Qwen/Qwen3-8B', local: true },
  { id: 'llamacpp', name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1', example: 'default', local: true },
];

const bare = (url: string): string => url.trim().replace(/\/+$/, '').toLowerCase();
export const presetOf = (baseUrl: string): Preset | undefined => PRESETS.find((preset) => bare(preset.baseUrl) === bare(baseUrl));
