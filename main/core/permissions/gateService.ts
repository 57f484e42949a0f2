import { homedir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorInfo, fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { ApprovalRequest, Condition, Mode, Rule } from '../../../preload/contract/permissions.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Clock, Logger } from '../ports.ts';
import type { AllowAnswer, Approvals, Settled } from './approvals.ts';
import { conditionMatches } from './conditions/conditionMatches.ts';
import { type Judgement, judge } from './evaluate.ts';
import type { Gate, GateCall, GateContext, GateDecision } from './gate.ts';
import { escapeName } from './namePattern.ts';
import { exactRuleText, printRule } from './printRule.ts';
import { realPathOf } from './realPath.ts';
import { ruleChoices } from './ruleChoices.ts';
import type { RuleStore } from './ruleStore.ts';
import { parseRuleText, RuleSyntaxError } from './ruleSyntax.ts';
import { canonicalArguments } from './sameCall.ts';

export interface GateDeps {
  rules: Pick<RuleStore, 'list' | 'add' | 'degraded'>;
  /** Absent where nobody can be asked (command line without a terminal): then an ask is a denial that says how to allow the call. */
  approvals?: Approvals;
  mode: () => Mode;
  projectFolder: () => string | undefined;
  /** TOL-9. `remember` is called when a person or a rule allows a tool whose definition was not approved yet. */
  pins: {
    stateOf(tool: GateCall['tool']): GateContext['pin'];
    remember(tool: GateCall['tool']): void;
    /** When the definition that was approved is another one: when that was and what differs. */
    previousOf?(tool: GateCall['tool']): ApprovalRequest['previous'];
  };
  /** CAL-1, for arguments that a person edited: undefined when they fit the tool's schema. */
  checkArguments?: (tool: GateCall['tool'], args: Record<string, unknown>) => ErrorInfo | undefined | Promise<ErrorInfo | undefined>;
  /** False when the tool has another definition by now, or is gone: such a call is refused. Looked at again after a person answered. */
  isCurrent?: (tool: GateCall['tool']) => boolean;
  newId: () => string;
  clock: Pick<Clock, 'now'>;
  log: Logger;
  realPath?: (path: string) => string;
  homeFolder?: string;
}

/** The one gate (PER-1): evaluate, ask where the verdict is ask, make the rule that was chosen. Never rejects. */
export function createGate(deps: GateDeps): Gate {
  const { realPath = realPathOf, homeFolder = homedir() } = deps;

  let latest = Number.NEGATIVE_INFINITY;
  const contextOf = (call: GateCall): GateContext => {
    const [chosen, projectFolder, now] = [deps.mode(), deps.projectFolder(), deps.clock.now()];
    if (now > latest) latest = now;
    return {
      // While deny rules may be missing, no mode opens anything.
      mode: deps.rules.degraded && chosen !== 'plan' ? 'ask' : chosen,
      now,
      latest,
      pin: deps.pins.stateOf(call.tool),
      realPath,
      homeFolder,
      ...(projectFolder === undefined ? {} : { projectFolder }),
      ...(call.conversationId === undefined ? {} : { conversationId: call.conversationId }),
    };
  };
  const judged = (call: GateCall): Judgement => judge(call, deps.rules.list(), contextOf(call));

  /** What speaks against an allow: edited arguments that fit neither schema nor rules, or a rule that is not about this call. */
  const objection = async (call: GateCall, answer: AllowAnswer): Promise<ErrorInfo | undefined> => {
    const args = answer.arguments ?? call.arguments;
    if (answer.arguments) {
      const wrong = await deps.checkArguments?.(call.tool, answer.arguments);
      if (wrong) return wrong;
      const { verdict } = judged({ ...call, arguments: answer.arguments });
      if (verdict.verdict === 'deny')
        return { code: 'call.denied', message: `The edited arguments are forbidden by ${verdict.rule}.`, params: { rule: verdict.rule } };
    }
    const made = conditionsFor(call, args, answer, contextOf(call));
    return made.ok ? undefined : made.error;
  };

  const ask = (call: GateCall, { because }: Judgement, signal: AbortSignal, approvals: Approvals): Promise<Settled> => {
    const { tool, risk, asker, callId, conversationId } = call;
    const previous = deps.pins.previousOf?.(tool);
    const request = {
      callId,
      server: tool.server,
      tool: tool.name,
      original: tool.original,
      title: tool.title,
      description: tool.description,
      risk,
      arguments: call.arguments,
      inputSchema: tool.inputSchema,
      because,
      asker,
      proposedRule: exactRuleText(tool.name),
      ...(previous === undefined ? {} : { previous }),
      ...(conversationId === undefined ? {} : { conversationId }),
    };
    return approvals.ask(
      {
        request,
        definitionHash: tool.definitionHash,
        check: (answer) => objection(call, answer),
        choices: (args) => ruleChoices(call, args, contextOf(call)),
      },
      signal,
    );
  };

  const allowed = async (call: GateCall, judgement: Judgement, answer: AllowAnswer): Promise<GateDecision> => {
    const given = canonicalArguments(call.arguments);
    const edited = answer.arguments !== undefined && (given === undefined || canonicalArguments(answer.arguments) !== given);
    const args = edited && answer.arguments ? structuredClone(answer.arguments) : call.arguments;
    const { arguments: _, ...unedited } = answer;
    const wrong = await objection(call, edited ? { ...unedited, arguments: args } : unedited);
    if (wrong) return refused(judgement, wrong.message);
    // The rules, the mode or the tool may have changed while the question was open.
    const now = judged({ ...call, arguments: args });
    if (now.verdict.verdict === 'deny') return { allowed: false, verdict: now.verdict };
    if (deps.isCurrent?.(call.tool) === false) {
      return refused(
        judgement,
        'The tool changed while the question was open, so the approval does not count. Call it again to be asked about the new definition.',
      );
    }
    deps.pins.remember(call.tool);
    const conditions = conditionsFor(call, args, answer, contextOf(call));
    const rule = ruleFor(call, answer, conditions.ok ? conditions.value : [], deps);
    if (rule) {
      // Several questions may have been answered at once; one rule is enough.
      const same = deps.rules.list().find((other) => saysTheSame(other, rule));
      if (!same) void deps.rules.add(rule).then((saved) => saved.ok || deps.log.warn(saved.error.message, { tool: call.tool.name }));
      return {
        allowed: true,
        verdict: { verdict: 'allow', rule: printRule(rule, call.tool.name), ruleId: (same ?? rule).id },
        arguments: args,
        edited,
      };
    }
    return {
      allowed: true,
      verdict: { verdict: 'allow', rule: judgement.verdict.rule, reason: 'The user allowed this call.' },
      arguments: args,
      edited,
    };
  };

  const decide = async (call: GateCall, signal: AbortSignal): Promise<GateDecision> => {
    const judgement = judged(call);
    const { verdict } = judgement;
    if (deps.isCurrent?.(call.tool) === false)
      return refused(judgement, 'The tool has another definition by now, or is gone; this call was made for the old one.');
    if (verdict.verdict === 'deny') return { allowed: false, verdict };
    if (verdict.verdict === 'allow') {
      if (deps.pins.stateOf(call.tool) === 'new') deps.pins.remember(call.tool);
      return { allowed: true, verdict, arguments: call.arguments, edited: false };
    }
    if (!deps.approvals) return refused(judgement, nobodyHere(call, judgement));
    // What a person approves is what is sent, whatever happens to the caller's object meanwhile.
    const shown = { ...call, arguments: structuredClone(call.arguments) };
    const answer = await ask(shown, judgement, signal, deps.approvals);
    if (answer.kind === 'aborted') return { allowed: false, verdict, cancelled: true };
    if (answer.kind === 'deny')
      return refused(judgement, answer.reason ? `The user declined this call: ${answer.reason}` : 'The user declined this call.');
    return signal.aborted ? { allowed: false, verdict, cancelled: true } : allowed(shown, judgement, answer);
  };

  return {
    async decide(call, signal) {
      try {
        return await decide(call, signal);
      } catch (error) {
        deps.log.error('The permission check failed; the call is refused.', { tool: call.tool?.name, error: toErrorInfo(error).message });
        return { allowed: false, verdict: { verdict: 'deny', rule: 'default', reason: 'The permission check failed, so the call is refused.' } };
      }
    },
  };
}

const refused = ({ verdict }: Judgement, reason: string): GateDecision => ({
  allowed: false,
  verdict: { ...verdict, verdict: 'deny', reason },
});

function nobodyHere(call: GateCall, { verdict, because }: Judgement): string {
  const why = verdict.reason ? `${verdict.reason} ` : '';
  if (verdict.ruleId !== undefined) return `The rule ${because} asks a person about this call, and nobody is here to answer.`;
  return `${why}Nobody is here to approve ${call.tool.name}; allow it with --allow ${exactRuleText(call.tool.name)}`;
}

/** The rule an answer makes: this tool in this definition. None for "once", and none for "conversation" outside of one. */
function ruleFor(call: GateCall, { scope, expiresInMs }: AllowAnswer, conditions: Condition[], deps: GateDeps): Rule | undefined {
  if (scope === 'once' || (scope === 'conversation' && call.conversationId === undefined)) return undefined;
  const now = deps.clock.now();
  return {
    id: deps.newId(),
    effect: 'allow',
    server: escapeName(call.tool.server),
    tool: escapeName(call.tool.original),
    conditions,
    scope: scope === 'conversation' ? { kind: 'conversation', conversationId: call.conversationId ?? '' } : { kind: 'always' },
    createdAt: now,
    ...(expiresInMs === undefined ? {} : { expiresAt: now + expiresInMs }),
    definitionHash: call.tool.definitionHash,
    source: 'dialog',
  };
}

/** The conditions of a narrower rule that came with an answer. It must be about this tool and surely cover this call. */
function conditionsFor(call: GateCall, args: Record<string, unknown>, { rule, scope }: AllowAnswer, context: GateContext): Outcome<Condition[]> {
  if (rule === undefined || scope === 'once') return ok([]);
  try {
    const { tool, conditions } = parseRuleText(rule);
    if (tool !== call.tool.name) return fail('host.bad_input', `The rule is about ${tool.slice(0, 80)}, the call is of ${call.tool.name}.`);
    if (conditions.every((condition) => conditionMatches(condition, args, true, context))) return ok(conditions);
    return fail('host.bad_input', 'The rule does not cover this call.', { fix: 'Choose a rule that the arguments fit, or allow the call once.' });
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return fail('host.bad_input', `The rule cannot be read: ${error.message}`);
  }
}

/** Answers given in one go differ by milliseconds in their times. */
const MOMENT_MS = 5_000;
function saysTheSame(a: Rule, b: Rule): boolean {
  const { id: _a, createdAt: _c, expiresAt: endA = 0, ...restA } = a;
  const { id: _b, createdAt: _d, expiresAt: endB = 0, ...restB } = b;
  return Math.abs(endA - endB) < MOMENT_MS && isDeepStrictEqual(restA, restB);
}
