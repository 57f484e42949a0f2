import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Tool, ToolSnapshot } from '../tools/tool.ts';
import type { BuiltinTool } from './builtinTool.ts';

export type FoundTool = { kind: 'tool'; tool: Tool } | { kind: 'builtin'; builtin: BuiltinTool } | { kind: 'unknown'; error: ErrorInfo };

/** What a name of the model means in this run. An invented name is never guessed at: the model gets the nearest real ones (AGT-2). */
export function lookupTool(name: string, snapshot: ToolSnapshot, builtins: readonly BuiltinTool[]): FoundTool {
  const builtin = builtins.find((candidate) => candidate.definition.name === name);
  if (builtin) return { kind: 'builtin', builtin };
  const tool = snapshot.byName(name);
  // What a server keeps for its own app is not the model's (PRO-7).
  if (tool && !tool.appOnly) return { kind: 'tool', tool };
  const names = [
    ...snapshot.tools.filter((candidate) => !candidate.appOnly).map((candidate) => candidate.name),
    ...builtins.map((candidate) => candidate.definition.name),
  ];
  const near = nearNames(name, names);
  const hint = near.length > 0 ? ` Near names: ${near.join(', ')}.` : names.length === 0 ? ' No tools are available.' : '';
  return {
    kind: 'unknown',
    error: {
      code: 'call.unknown_tool',
      message: `There is no tool named "${name.slice(0, 100)}".${hint}`,
      fix: 'Use a name from the list of tools.',
      params: { name: name.slice(0, 100), near: near.join(', ') },
    },
  };
}

/** Up to `limit` names that share enough letter pairs with the given one, best first. */
export function nearNames(name: string, names: readonly string[], limit = 3): string[] {
  const wanted = pairs(name);
  return names
    .map((candidate) => ({ candidate, score: likeness(wanted, pairs(candidate)) }))
    .filter(({ score }) => score >= 0.35)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Without the prefix `mcp__`, which all names share and which would make them all alike. */
function pairs(name: string): Set<string> {
  const text = name
    .toLowerCase()
    .replace(/^mcp__/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const found = new Set<string>();
  for (let i = 0; i + 1 < text.length; i++) found.add(text.slice(i, i + 2));
  return found;
}

/** Shared pairs against the smaller set, so that a forgotten server prefix does not hide the right tool. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return shared / Math.min(a.size, b.size) - Math.abs(a.size - b.size) / 200;
}
