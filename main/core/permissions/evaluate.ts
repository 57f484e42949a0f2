import type { Rule, Verdict } from '../../../preload/contract/permissions.ts';
import { conditionMatches } from './conditions/conditionMatches.ts';
import type { Evaluate, GateCall, GateContext } from './gate.ts';
import { printRule } from './printRule.ts';
import { namingOf, specificity } from './ruleNames.ts';

/** A verdict with the word for an ApprovalRequest's `because`: `default`, `destructive`, `definition-changed`, or a rule's text. */
export interface Judgement {
  verdict: Verdict;
  because: string;
}

/** The one decision function (PER-1). deny beats ask beats allow; whatever goes wrong inside is a deny. */
export const evaluate: Evaluate = (call, rules, context) => judge(call, rules, context).verdict;

export function judge(call: GateCall, rules: readonly Rule[], context: GateContext): Judgement {
  try {
    return decide(call, rules, context);
  } catch {
    return said('deny', 'default', 'The permission check failed on these arguments, so the call is refused.');
  }
}

function decide(call: GateCall, rules: readonly Rule[], context: GateContext): Judgement {
  const live = rules.filter((rule) => applies(rule, call, context)).sort((a, b) => specificity(b) - specificity(a));
  const first = (effect: Rule['effect']): Rule | undefined => live.find((rule) => rule.effect === effect);

  const deny = first('deny');
  if (deny) return byRule(deny, call, 'A rule forbids this call.');
  const { risk } = call;
  const readOnly = risk.trusted && risk.readOnly && !risk.destructive;
  if (context.mode === 'plan' && !readOnly) {
    return said('deny', 'mode:plan', 'Plan mode runs only tools known to be read-only, from servers whose annotations you trust.');
  }
  const ask = first('ask');
  if (ask) return byRule(ask, call, 'A rule asks for this call.');

  const allows = live.filter((rule) => rule.effect === 'allow');
  const allow = allows.find((rule) => holdsFor(rule, call, context));
  if (allow) return byRule(allow, call);
  const outdated = allows.some((rule) => rule.definitionHash !== undefined && rule.definitionHash !== call.tool.definitionHash);
  if (context.pin === 'changed' || outdated) {
    return said('ask', 'default', 'The tool has changed since it was approved.', 'definition-changed');
  }
  if (risk.destructive || !risk.declared) return said('ask', 'default', destructiveReason(call, allows.length > 0), 'destructive');
  if (context.mode === 'allow-all') return said('allow', 'mode:allow-all');
  if (context.mode === 'auto-read-only' && readOnly) return said('allow', 'mode:auto-read-only');
  return said('ask', 'default', undefined, 'default');
}

const destructiveReason = (call: GateCall, byGlob: boolean): string =>
  `${call.risk.declared ? 'The tool may be destructive' : 'The tool does not say what it does'}${byGlob ? ', and a pattern never covers such a tool' : ''}.`;

/** In scope, in time, about this tool, and its conditions hold; each read with more caution for an allow. */
function applies(rule: Rule, call: GateCall, context: GateContext): boolean {
  if (!inScope(rule, call, context) || expired(rule, context)) return false;
  const naming = namingOf(rule, call.tool);
  if (naming === 'none') return false;
  const surely = rule.effect === 'allow';
  return rule.conditions.every((condition) => conditionMatches(condition, call.arguments, surely, context, call.tool.inputSchema));
}

/** A clock may be corrected by this much without ending a rule that was just made. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * An unreadable clock ends allow rules and keeps the others. So does one that was set back: an allow rule that has expired once in this
 * session stays so, and none is older than its own making.
 */
function expired(rule: Rule, context: GateContext): boolean {
  if (rule.expiresAt === undefined) return false;
  if (rule.effect !== 'allow') return context.now >= rule.expiresAt;
  const latest = Math.max(context.now, context.latest ?? context.now);
  return !(latest < rule.expiresAt) || context.now + CLOCK_TOLERANCE_MS < rule.createdAt;
}

function inScope({ scope, effect }: Rule, call: GateCall, context: GateContext): boolean {
  switch (scope.kind) {
    case 'always':
      return true;
    case 'once':
      return scope.callId === call.callId;
    case 'conversation': {
      const ids = [call.conversationId, context.conversationId].filter((id) => id !== undefined);
      return ids.length > 0 && ids.every((id) => id === scope.conversationId);
    }
    case 'project':
      if (context.projectFolder === undefined) return false;
      if (sameFolder(scope.folder, context.projectFolder)) return true;
      // The same folder by another way: what forbids holds there too, what allows was given for the name that was shown.
      return effect !== 'allow' && sameFolder(context.realPath(scope.folder), context.realPath(context.projectFolder));
  }
}

const sameFolder = (a: string, b: string): boolean => a.replace(/(?<=.)[\\/]+$/, '') === b.replace(/(?<=.)[\\/]+$/, '');

/**
 * What an allow rule needs besides matching. A glob covers only tools that declare themselves not destructive (PER-2).
 * A rule given for one definition does not hold for another (TOL-9); one without a definition holds again once the change was
 * approved, or when it was written for this very run.
 */
function holdsFor(rule: Rule, call: GateCall, context: GateContext): boolean {
  if (namingOf(rule, call.tool) !== 'exact' && (call.risk.destructive || !call.risk.declared)) return false;
  if (rule.definitionHash !== undefined) return rule.definitionHash === call.tool.definitionHash;
  return context.pin !== 'changed' || rule.source === 'command-line';
}

function byRule(rule: Rule, call: GateCall, reason?: string): Judgement {
  const exact = namingOf(rule, call.tool) === 'exact';
  const text = printRule(rule, exact ? call.tool.name : undefined);
  return { verdict: { verdict: rule.effect, rule: text, ruleId: rule.id, ...(reason === undefined ? {} : { reason }) }, because: text };
}

function said(verdict: Verdict['verdict'], rule: string, reason?: string, because = rule): Judgement {
  return { verdict: { verdict, rule, ...(reason === undefined ? {} : { reason }) }, because };
}
