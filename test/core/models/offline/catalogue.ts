import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelEvent, ModelMessage, ModelTool } from '../../../../main/core/models/model.ts';
import { createOfflineAssistant, type OfflineAssistantOptions } from '../../../../main/core/models/offlineAssistant/offlineAssistant.ts';

type Listed = { name: string; title?: string; description?: string; inputSchema: Record<string, unknown> };

/** The tools of real servers as they list them (everything, filesystem, memory) and of the weather example. */
const lists = JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/serverTools.json'), 'utf8')) as Record<string, Listed[]>;

export const TOOLS: readonly ModelTool[] = Object.entries(lists).flatMap(([server, tools]) =>
  tools.map(({ name, title, description, inputSchema }) => ({
    name: `mcp__${server}__${name}`,
    description: description ?? name,
    inputSchema,
    ...(title ? { title } : {}),
  })),
);

/** A Wednesday. */
export const NOW = new Date(2026, 2, 4, 10).getTime();

export async function ask(
  text: string,
  { tools = TOOLS, history = [], ...options }: OfflineAssistantOptions & { tools?: readonly ModelTool[]; history?: ModelMessage[] } = {},
): Promise<ModelEvent[]> {
  const model = createOfflineAssistant({ now: () => NOW, newId: () => 'id', ...options });
  const events: ModelEvent[] = [];
  const messages: ModelMessage[] = [...history, { role: 'user', text }];
  for await (const event of model.stream({ system: '', messages, tools: [...tools] }, new AbortController().signal)) events.push(event);
  return events;
}

/** What the assistant decided, in one line for tables: `get_forecast {"city":"杭州"}`, `form write_file {…}`, or `none`. */
export function decision(events: readonly ModelEvent[]): { act: 'call' | 'form' | 'none'; tool?: string; args?: Record<string, unknown> } {
  for (const event of events) {
    if (event.kind === 'tool-call') return { act: 'call', tool: event.name.split('__').slice(2).join('__'), args: event.arguments };
    if (event.kind === 'form') return { act: 'form', tool: event.tool.split('__').slice(2).join('__'), args: event.values };
  }
  return { act: 'none' };
}

export const spoken = (events: readonly ModelEvent[]): string => events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
