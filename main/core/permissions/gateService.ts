import { homedir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ApprovalAnswer, Mode, Rule } from '../../../preload/contract/permissions.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Clock, Logger } from '../ports.ts';
import type { Approvals, Settled } from './approvals.ts';
import { type Judgement, judge } from './evaluate.ts';
import type { Gate, GateCall, GateContext, GateDecision } from './gate.ts';
import { escapeName } from './namePattern.ts';
import { exactRuleText } from './printRule.ts';
import { realPathOf } from './realPath.ts';
import type { RuleStore } from './ruleStore.ts';
import { canonicalArguments } from './sameCall.ts';

export interface GateDeps {
  rules: Pick<RuleStore, 'list' | 'add' | 'degraded'>;
  /** Absent where nobody can be asked (command line without a terminal): then an ask is a denial that says how to allow the call. */
  approvals?: Approvals;
  mode: () => Mode;
  projectFolder: () => string | undefined;
  /** TOL-9. `remember` is called when a person or a rule allows a tool whose definition was not approved yet. */
  pins: { stateOf(tool: GateCall['tool']): GateContext['pin']; remember(tool: GateCall['tool']): void };
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

  const contextOf = (call: GateCall): GateContext => {
    const [chosen, projectFolder] = [deps.mode(), deps.projectFolder()];
    return {
      // While deny rules may be missing, no mode opens anything.
      mode: deps.rules.degraded && chosen !== 'plan' ? 'ask' : chosen,
      now: deps.clock.now(),
      pin: deps.pins.stateOf(call.tool),
      realPath,
      homeFolder,
      ...(projectFolder === undefined ? {} : { projectFolder }),
      ...(call.conversationId === undefined ? {} : { conversationId: call.conversationId }),
    };
  };
  const judged = (call: GateCall): Judgement => judge(call, deps.rules.list(), contextOf(call));

  /** What speaks against edited arguments: the schema, or a deny rule. */
  const objection = async (call: GateCall, edited: Record<string, unknown>): Promise<ErrorInfo | undefined> => {
    const wrong = await deps.checkArguments?.(call.tool, edited);
    if (wrong) return wrong;
    const { verdict } = judged({ ...call, arguments: edited });
    if (verdict.verdict !== 'deny') return undefined;
    return { code: 'call.denied', message: `The edited arguments are forbidden by ${verdict.rule}.`, params: { rule: verdict.rule } };
  };

  const ask = (call: GateCall, { because }: Judgement, signal: AbortSignal, approvals: Approvals): Promise<Settled> => {
    const { tool, risk, asker, callId, conversationId } = call;
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
      ...(conversationId === undefined ? {} : { conversationId }),
    };
    return approvals.ask({ request, definitionHash: tool.definitionHash, check: (edited) => objection(call, edited) }, signal);
  };

  const allowed = async (call: GateCall, judgement: Judgement, answer: ApprovalAnswer & { kind: 'allow' }): Promise<GateDecision> => {
    const given = canonicalArguments(call.arguments);
    const edited = answer.arguments !== undefined && (given === undefined || canonicalArguments(answer.arguments) !== given);
    const args = edited && answer.arguments ? structuredClone(answer.arguments) : call.arguments;
    if (edited) {
      const wrong = await objection(call, args);
      if (wrong) return refused(judgement, wrong.message);
    }
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
    const rule = ruleFor(call, answer.scope, deps);
    if (rule) {
      // Several questions may have been answered at once; one rule is enough.
      const same = deps.rules.list().find((other) => isDeepStrictEqual({ ...other, id: '', createdAt: 0 }, { ...rule, id: '', createdAt: 0 }));
      if (!same) void deps.rules.add(rule).then((saved) => saved.ok || deps.log.warn(saved.error.message, { tool: call.tool.name }));
      return {
        allowed: true,
        verdict: { verdict: 'allow', rule: exactRuleText(call.tool.name), ruleId: (same ?? rule).id },
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
function ruleFor(call: GateCall, scope: 'once' | 'conversation' | 'always', deps: GateDeps): Rule | undefined {
  if (scope === 'once' || (scope === 'conversation' && call.conversationId === undefined)) return undefined;
  return {
    id: deps.newId(),
    effect: 'allow',
    server: escapeName(call.tool.server),
    tool: escapeName(call.tool.original),
    conditions: [],
    scope: scope === 'conversation' ? { kind: 'conversation', conversationId: call.conversationId ?? '' } : { kind: 'always' },
    createdAt: deps.clock.now(),
    definitionHash: call.tool.definitionHash,
    source: 'dialog',
  };
}
