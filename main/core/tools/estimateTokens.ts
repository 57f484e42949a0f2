import type { Tool } from './tool.ts';

/** UTF-16 units of tool definitions that make one token of o200k, by measurement (test/bench/tools.mjs). */
const LATIN_PER_TOKEN = 4;
const WIDE_PER_TOKEN = 1.4;
/** What providers put around each tool. */
const WRAPPING = 12;

/** A quick guess at the tokens of a text, within about a fifth; a real tokenizer takes a second for 5,000 definitions. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x2ff) wide += 1;
  return Math.ceil((text.length - wide) / LATIN_PER_TOKEN + wide / WIDE_PER_TOKEN);
}

const measured = new WeakMap<Tool, number>();

/** Tokens that a tool's definition takes in a request. A tool never changes, so each is measured once. */
export function toolTokens(tool: Tool): number {
  let tokens = measured.get(tool);
  if (tokens === undefined) {
    tokens = WRAPPING + estimateTokens(tool.name) + estimateTokens(tool.description) + estimateTokens(JSON.stringify(tool.inputSchema));
    measured.set(tool, tokens);
  }
  return tokens;
}
