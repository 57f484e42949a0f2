import { fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { Condition, Rule } from '../../../preload/contract/permissions.ts';
import { toolName } from '../tools/toolNames.ts';
import { escapeName, isGlob } from './namePattern.ts';
import { namingOf, type ToolIdentity } from './ruleNames.ts';
import { parseRuleText, RuleSyntaxError } from './ruleSyntax.ts';

/** What is known of the tools at the moment; a ToolSnapshot fits. */
export interface KnownTools {
  readonly tools: readonly ToolIdentity[];
  byName(name: string): ToolIdentity | undefined;
}

export const noTools: KnownTools = { tools: [], byName: () => undefined };

/** A rule's text bound to what it is about. */
export interface ResolvedRule {
  rule: Pick<Rule, 'server' | 'tool' | 'conditions' | 'alias'>;
  /** False: no tool of the table fits so far, the rule is dead until one appears. */
  known: boolean;
}

/** The rule a text stands for, with the identity that stays when aliases change (PER-3). A text that cannot be read is `host.bad_input`. */
export function resolveRule(text: string, table: KnownTools): Outcome<ResolvedRule> {
  try {
    const { tool, conditions } = parseRuleText(text);
    const names = namesOf(tool, conditions, table);
    return ok({ rule: names, known: table.tools.some((known) => namingOf(names, known) !== 'none') });
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return fail('host.bad_input', `The rule "${text.slice(0, 80)}" cannot be read: ${error.message}`, {
      fix: 'Write it as TOOL or TOOL(arg = value), for example mcp__weather__get_forecast(city = Bern).',
      params: { rule: text.slice(0, 80) },
    });
  }
}

function namesOf(written: string, conditions: Condition[], table: KnownTools): ResolvedRule['rule'] {
  if (!isGlob(written)) {
    const known = table.byName(written);
    if (known) return { server: escapeName(known.server), tool: escapeName(known.original), conditions };
    // A plain name splits in one way only (TOL-3), so the pair is known before the server has ever answered.
    const [, server, tool] = /^mcp__((?:(?!__).)+)__((?:(?!__).)+)$/s.exec(written) ?? [];
    if (server !== undefined && tool !== undefined && toolName(server, tool) === written) return { server, tool, conditions };
    return { server: '*', tool: '*', conditions, alias: written };
  }
  const [, serverPart, toolPart] = /^mcp__((?:(?!__)[^*])+)__(.+)$/s.exec(written) ?? [];
  if (serverPart === undefined || toolPart === undefined) return { server: '*', tool: '*', conditions, alias: written };
  const servers = new Set(table.tools.filter((tool) => tool.name.startsWith(`mcp__${serverPart}__`)).map((tool) => tool.server));
  const [only] = servers;
  if (servers.size === 1 && only !== undefined) return { server: escapeName(only), tool: toolPart, conditions };
  return { server: '*', tool: '*', conditions, alias: written };
}

/** Binds rules that were written before their tools were known. Rules that stay unknown are returned as they are. */
export function settleRule(rule: Rule, table: KnownTools): Rule {
  if (rule.alias === undefined) return rule;
  const { alias, ...rest } = rule;
  const names = namesOf(alias, rule.conditions, table);
  return names.alias === undefined ? { ...rest, ...names } : rule;
}
