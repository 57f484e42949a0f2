import type { ModelTool } from '../models/model.ts';

/**
 * A quick guess at the tokens of a text: four Latin characters or one character of any other script a token. Good to about a fifth,
 * which is enough for deciding about deferral; a real tokenizer would cost seconds for thousands of tools.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x2ff) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide);
}

/** Definitions do not change, so each is measured once. */
const measured = new WeakMap<object, number>();

export function toolTokens(tool: Pick<ModelTool, 'name' | 'description' | 'inputSchema'>): number {
  let tokens = measured.get(tool);
  if (tokens === undefined) {
    tokens = estimateTokens(tool.name) + estimateTokens(tool.description) + estimateTokens(JSON.stringify(tool.inputSchema)) + 8;
    measured.set(tool, tokens);
  }
  return tokens;
}
