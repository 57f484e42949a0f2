import { setImmediate as nextTurn } from 'node:timers/promises';
import { toolTokens } from './estimateTokens.ts';
import type { Tool } from './tool.ts';

/** Measuring gives the event loop a turn after this many milliseconds. */
const SLICE_MS = 8;
const LARGEST = 3;

export interface ToolsCost {
  tokens: number;
  /** The costliest first, at most three. */
  largest: { tool: Tool; tokens: number }[];
}

/** What the definitions of these tools take of a request (TOL-10). 10,000 of them take a moment, so it is done in slices. */
export async function costOfTools(tools: readonly Tool[]): Promise<ToolsCost> {
  const largest: ToolsCost['largest'] = [];
  let total = 0;
  let until = performance.now() + SLICE_MS;
  for (const tool of tools) {
    const tokens = toolTokens(tool);
    total += tokens;
    if (largest.length < LARGEST || tokens > (largest.at(-1)?.tokens ?? 0)) {
      largest.push({ tool, tokens });
      largest.sort((a, b) => b.tokens - a.tokens);
      largest.length = Math.min(largest.length, LARGEST);
    }
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
  return { tokens: total, largest };
}
