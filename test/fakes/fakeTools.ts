import type { Tool, ToolSnapshot } from '../../main/core/tools/tool.ts';
import type { Risk, ToolAnnotations } from '../../preload/contract/tools.ts';

export interface FakeTool {
  server?: string;
  original: string;
  description?: string;
  title?: string;
  inputSchema?: Record<string, unknown>;
  annotations?: ToolAnnotations;
}

export function fakeTool({
  server = 'fake',
  original,
  description = `Does ${original}.`,
  title = original,
  inputSchema,
  annotations = {},
}: FakeTool): Tool {
  const schema = inputSchema ?? { type: 'object', properties: {} };
  return {
    name: `mcp__${server}__${original}`,
    server,
    original,
    title,
    description,
    catalogLine: description.slice(0, 100),
    fullDescription: description,
    inputSchema: schema,
    originalSchema: schema,
    annotations,
    definitionHash: `hash of ${server}/${original}`,
    definition: { name: original, inputSchema: schema },
  };
}

export function fakeSnapshot(tools: readonly Tool[], revision = 1): ToolSnapshot {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { revision, tools, byName: (name) => byName.get(name) };
}

export const carefulRisk: Risk = { readOnly: false, destructive: true, idempotent: false, openWorld: true, declared: false, trusted: false };
