import type { Raw } from '../../main/core/servers/session.ts';
import type { Tool } from '../../main/core/tools/tool.ts';

type Property = { type?: string | string[]; default?: unknown; enum?: unknown[] };

/** A person who accepts every question with what the form proposes. */
export async function acceptElicitation(params: Raw): Promise<Raw> {
  if (params.mode === 'url') return { action: 'accept' };
  const { properties = {} } = (params.requestedSchema ?? {}) as { properties?: Record<string, Property> };
  const proposed = Object.entries(properties).filter(([, property]) => property.default !== undefined);
  const content: Raw = Object.fromEntries(proposed.map(([name, property]) => [name, property.default]));
  if (properties.confirmed && content.confirmed === undefined) content.confirmed = true;
  return { action: 'accept', content };
}

/** Plausible arguments: what the schema requires, by type. A tool that wants a schema gets the one of another tool, as it came. */
export function argumentsFor(tool: Tool, all: readonly Tool[]): Raw {
  const other = all.find((one) => one !== tool);
  if (tool.original === 'json_schema_echo' && other) return { schema: other.originalSchema };
  const { properties = {}, required = [] } = tool.originalSchema as { properties?: Record<string, Property>; required?: string[] };
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]));
}

function valueFor({ type, default: given, enum: choices }: Property): unknown {
  if (given !== undefined) return given;
  if (choices?.length) return choices[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'number':
    case 'integer':
      return 2;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'test';
  }
}
