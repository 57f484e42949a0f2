import { toolTokens } from './estimateTokens.ts';
import type { Tool } from './tool.ts';

/** Assumed for a model whose context is not known (TOL-10). */
export const UNKNOWN_CONTEXT_TOKENS = 32_000;
/** OpenAI and others refuse a request with more tools. */
export const MAX_TOOLS_PER_REQUEST = 128;

export interface Deferral {
  defer: boolean;
  /** Why: the definitions are too long, or too many; absent when they are not deferred. */
  because?: 'tokens' | 'count';
  /** Tokens counted; counting ends once the limit is passed. */
  tokens: number;
  limit: number;
}

/** Whether the definitions wait behind `search_tools`: over `percent` of the context, or more than providers take (TOL-10). */
export function shouldDefer(tools: readonly Tool[], contextTokens: number | undefined, percent: number): Deferral {
  const limit = Math.floor(((contextTokens ?? UNKNOWN_CONTEXT_TOKENS) * percent) / 100);
  if (tools.length > MAX_TOOLS_PER_REQUEST) return { defer: true, because: 'count', tokens: 0, limit };
  let tokens = 0;
  for (const tool of tools) {
    tokens += toolTokens(tool);
    if (tokens > limit) return { defer: true, because: 'tokens', tokens, limit };
  }
  return { defer: false, tokens, limit };
}
