import type { Settings } from '../../../preload/contract/settings.ts';
import type { ResultLimits } from './processResult.ts';

/** The limits from the settings; `MAX_MCP_OUTPUT_TOKENS` in the environment is honoured before them (CAL-5). */
export function resultLimits(settings: Settings['results'], env: Record<string, string | undefined> = {}): ResultLimits {
  const fromEnv = /^\s*\d{1,9}\s*$/.test(env.MAX_MCP_OUTPUT_TOKENS ?? '') ? Number(env.MAX_MCP_OUTPUT_TOKENS) : 0;
  return { maxTokens: fromEnv > 0 ? fromEnv : settings.maxTokens, maxSide: settings.maxImageSide, maxBytes: settings.maxImageBytes };
}
