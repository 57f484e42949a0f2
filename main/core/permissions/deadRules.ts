import { isDeepStrictEqual } from 'node:util';
import type { Condition, DeadReason, Rule } from '../../../preload/contract/permissions.ts';
import type { Risk } from '../../../preload/contract/tools.ts';
import type { Tool } from '../tools/tool.ts';
import { WHOLE } from './conditions/findValues.ts';
import { isHostPattern } from './conditions/hostCondition.ts';
import { deepEqual } from './conditions/textConditions.ts';
import { regexOf } from './linearRegex.ts';
import { literalOf, matchesPattern } from './namePattern.ts';
import { printRule } from './printRule.ts';
import { RegexError } from './regexParse.ts';
import { namingOf } from './ruleNames.ts';

export interface DeadRuleFacts {
  tools: readonly Pick<Tool, 'name' | 'server' | 'original' | 'definitionHash' | 'originalSchema'>[];
  risk(tool: { name: string; server: string; original: string }): Risk | undefined;
  rules: readonly Rule[];
  now: number;
}

const dead = (code: DeadReason['code'], message: string, params?: Record<string, string>): DeadReason => ({
  code,
  message,
  ...(params ? { params } : {}),
});

/** Why a rule can never match at present (PER-3), each in one sentence; empty for a live rule. */
export function deadReasons(rule: Rule, facts: DeadRuleFacts): DeadReason[] {
  const reasons: DeadReason[] = [];
  if (rule.expiresAt !== undefined && facts.now >= rule.expiresAt) reasons.push(dead('expired', 'It has expired.'));
  reasons.push(...rule.conditions.flatMap(impossible), ...contradictions(rule.conditions));
  const named = facts.tools.filter((tool) => namingOf(rule, tool) !== 'none');
  if (named.length === 0) reasons.push(dead('unknown-tool', 'No connected server offers a tool of this name.'));
  else reasons.push(...besideTools(rule, named, facts));
  const stronger = facts.rules.find((other) => other.id !== rule.id && silences(other, rule, facts.now));
  if (stronger) {
    const by = printRule(stronger);
    reasons.push(dead('shadowed', `A rule that says ${stronger.effect} covers everything it names: ${by}`, { effect: stronger.effect, rule: by }));
  }
  return reasons;
}

function besideTools(rule: Rule, named: DeadRuleFacts['tools'], facts: DeadRuleFacts): DeadReason[] {
  const reasons: DeadReason[] = [];
  if (rule.effect === 'allow' && rule.definitionHash !== undefined && named.every((tool) => tool.definitionHash !== rule.definitionHash)) {
    reasons.push(dead('changed', 'The tool has changed since this rule was made; the next call asks again.'));
  }
  const globOnly = named.every((tool) => namingOf(rule, tool) === 'glob');
  const coverable = (tool: (typeof named)[number]): boolean => {
    const risk = facts.risk(tool);
    return risk?.declared === true && !risk.destructive;
  };
  if (rule.effect === 'allow' && globOnly && !named.some(coverable)) {
    reasons.push(dead('glob-destructive', 'A pattern never allows tools that may be destructive; name them one by one.'));
  }
  for (const { path } of rule.conditions) {
    if (path !== WHOLE && named.every((tool) => lacksArgument(tool.originalSchema, path)))
      reasons.push(dead('no-argument', `The tool has no argument called ${path}.`, { path }));
  }
  return reasons;
}

/** True only where the schema lists its arguments and this one is not among them. */
function lacksArgument(schema: Record<string, unknown>, path: string): boolean {
  const { properties, additionalProperties, patternProperties } = schema;
  if (typeof properties !== 'object' || properties === null || patternProperties !== undefined) return false;
  if (['anyOf', 'oneOf', 'allOf', '$ref', 'if'].some((key) => Object.hasOwn(schema, key))) return false;
  if (additionalProperties === true || (typeof additionalProperties === 'object' && additionalProperties !== null)) return false;
  const keys = path.split('.');
  return !keys.some((_, used) => Object.hasOwn(properties, keys.slice(0, used + 1).join('.')));
}

function impossible(condition: Condition): DeadReason[] {
  if (condition.op === 'regex') {
    const regex = regexOf(condition.value);
    return regex instanceof RegexError ? [dead('regex', `Its regular expression cannot be used: ${regex.message}`, { reason: regex.message })] : [];
  }
  if (condition.op === 'host' && !isHostPattern(condition.value)) {
    const value = condition.value.slice(0, 40);
    return [dead('host', `"${value}" is not a host.`, { value })];
  }
  if (condition.op === 'range' && (condition.min ?? Number.NEGATIVE_INFINITY) > (condition.max ?? Number.POSITIVE_INFINITY))
    return [dead('range', 'Its range is empty.')];
  return [];
}

function contradictions(conditions: readonly Condition[]): DeadReason[] {
  const equals = conditions.filter((condition) => condition.op === 'equals');
  const clash = equals.find((a) => equals.some((b) => a.path === b.path && !deepEqual(a.value, b.value)));
  return clash ? [dead('contradiction', `Its conditions want two different values of ${clash.path}.`, { path: clash.path })] : [];
}

const RANK = { allow: 0, ask: 1, deny: 2 };

/** `other` decides before `rule` ever can: stronger, unconditional, in force, as wide in tools and scope. */
function silences(other: Rule, rule: Rule, now: number): boolean {
  if (RANK[other.effect] <= RANK[rule.effect] || other.conditions.length > 0) return false;
  if (other.scope.kind !== 'always' && !isDeepStrictEqual(other.scope, rule.scope)) return false;
  if (other.expiresAt !== undefined && (other.expiresAt <= now || other.expiresAt < (rule.expiresAt ?? Number.POSITIVE_INFINITY))) return false;
  if (other.alias !== undefined || rule.alias !== undefined) {
    return other.alias === rule.alias || (other.alias !== undefined && covers(other.alias, rule.alias ?? printRule({ ...rule, conditions: [] })));
  }
  return covers(other.server, rule.server) && covers(other.tool, rule.tool);
}

/** Every name the second pattern matches is matched by the first: true for the same one, and where the second, star and all, fits the first. */
function covers(wide: string, narrow: string): boolean {
  const name = literalOf(narrow);
  if (wide === narrow) return true;
  return name === undefined ? !wide.includes('\\') && matchesPattern(wide, narrow) : matchesPattern(wide, name);
}
