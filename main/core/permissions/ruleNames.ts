import type { Rule } from '../../../preload/contract/permissions.ts';
import type { Tool } from '../tools/tool.ts';
import { isGlob, literalLength, literalOf, matchesPattern } from './namePattern.ts';

export type ToolIdentity = Pick<Tool, 'name' | 'server' | 'original'>;
export type RuleNames = Pick<Rule, 'server' | 'tool' | 'alias'>;

/** How a rule names a tool. `exact`: this tool and no other; `glob`: among others. */
export type Naming = 'exact' | 'glob' | 'none';

/**
 * The second half of a model-facing name, for globs that were written over it. A changed name ends in a hash; a glob may be
 * meant with or without it.
 */
const tailOf = (name: string): string | undefined => /^mcp__.+?__(.+)$/s.exec(name)?.[1];

export function namingOf(rule: RuleNames, tool: ToolIdentity): Naming {
  if (rule.alias !== undefined) return matchesPattern(rule.alias, tool.name) ? (isGlob(rule.alias) ? 'glob' : 'exact') : 'none';
  if (!matchesPattern(rule.server, tool.server)) return 'none';
  if (literalOf(rule.tool) !== undefined) {
    if (literalOf(rule.tool) !== tool.original) return 'none';
    return isGlob(rule.server) ? 'glob' : 'exact';
  }
  const tail = tailOf(tool.name);
  return matchesPattern(rule.tool, tool.original) || (tail !== undefined && matchesPattern(rule.tool, tail)) ? 'glob' : 'none';
}

/** Orders rules of one effect for the report: the one that says the most decides. Not a matter of precedence. */
export function specificity(rule: Rule): number {
  const exact = rule.alias === undefined ? !isGlob(rule.tool) && !isGlob(rule.server) : !isGlob(rule.alias);
  const letters = rule.alias === undefined ? literalLength(rule.server) + literalLength(rule.tool) : literalLength(rule.alias);
  const scope = { once: 3, conversation: 2, project: 1, always: 0 }[rule.scope.kind];
  return (exact ? 1e6 : 0) + rule.conditions.length * 1e4 + Math.min(letters, 900) * 10 + scope;
}
