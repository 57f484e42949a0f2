import type { PinState, Risk, ToolView } from '../../../../preload/contract/tools.ts';
import type { Tool } from '../../tools/tool.ts';

/** A tool for people: the full text beside what the model gets. */
export function toolView(tool: Tool, facts: { enabled: boolean; pin: PinState; risk: Risk; tokens?: number }): ToolView {
  return {
    name: tool.name,
    server: tool.server,
    original: tool.original,
    title: tool.title,
    description: tool.description,
    ...(tool.fullDescription && tool.fullDescription !== tool.description ? { fullDescription: tool.fullDescription } : {}),
    inputSchema: tool.inputSchema,
    annotations: tool.annotations,
    risk: facts.risk,
    enabled: facts.enabled,
    pin: facts.pin,
    definitionHash: tool.definitionHash,
    ...(facts.tokens === undefined ? {} : { tokens: facts.tokens }),
  };
}
