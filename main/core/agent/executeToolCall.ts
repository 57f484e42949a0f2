import type { ToolCallView } from '../../../preload/contract/chat.ts';
import type { ErrorInfo, Outcome } from '../../../preload/contract/errors.ts';
import type { AuditEntry, Verdict } from '../../../preload/contract/permissions.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Gate, GateDecision } from '../permissions/gate.ts';
import type { Clock } from '../ports.ts';
import type { ProcessedResult, ProcessResult } from '../results/result.ts';
import type { ServerHost } from '../servers/serverHost.ts';
import type { Tool, ToolTable } from '../tools/tool.ts';
import { callText } from './callText.ts';
import { textNumbers } from './textNumbers.ts';
import type { ExecuteToolCall, ToolCallOutcome, ToolCallRequest } from './toolCaller.ts';

/**
 * Checks arguments against the schema the server gave, after undoing what models do to them (CAL-1). The value is what may be sent; an
 * error is `call.arguments` and names path and reason.
 */
export type ValidateArguments = (tool: Tool, args: Record<string, unknown>) => Outcome<Record<string, unknown>>;

/** A line for the audit log; the log gives it an id and writes the arguments as text. */
export type AuditRecord = Omit<AuditEntry, 'id' | 'arguments'> & { arguments: unknown };

export interface ExecuteDeps {
  servers: Pick<ServerHost, 'callTool'>;
  tools: Pick<ToolTable, 'find' | 'risk'>;
  gate: Gate;
  validateArguments: ValidateArguments;
  processResult: ProcessResult;
  audit: (entry: AuditRecord) => void;
  /** Takes secrets out of errors and of what goes to the audit log (PER-7). */
  redact?: <T>(value: T) => T;
  clock: Clock;
  /** Limits of one call in milliseconds (CON-3): per tool, server or setting. */
  timeouts: (tool: Tool) => { timeoutMs: number; totalTimeoutMs?: number };
}

/** What is known about a call so far; the outcome is made from it. */
interface Progress {
  verdict?: Verdict;
  edited?: Record<string, unknown>;
  result?: ProcessedResult;
  error?: ErrorInfo;
}

/**
 * The one road to a server: argument check → gate → call → result pipeline → audit (PER-1). It never rejects; whatever goes wrong
 * becomes an error with a text that a model can act on (CAL-2).
 */
export function createExecuteToolCall(deps: ExecuteDeps): ExecuteToolCall {
  return async (request) => {
    const started = deps.clock.now();
    const progress: Progress = {};
    try {
      await walk(deps, request, progress);
    } catch (error) {
      progress.error = toErrorInfo(error);
    }
    if (request.signal.aborted && progress.error && progress.error.code !== 'call.cancelled' && progress.error.code !== 'call.outcome_unknown')
      progress.error = cancelled(request);
    // What a server says of its failure is shown, stored and logged; what it gives as a result is its own (CFG-8).
    if (progress.error && deps.redact) progress.error = deps.redact(progress.error);
    const outcome = outcomeOf(request, progress, deps.clock.now() - started);
    writeAudit(deps, request, progress, outcome, started);
    return outcome;
  };
}

/** Fills `progress`; returns early where a stage ends the call. */
async function walk(deps: ExecuteDeps, request: ToolCallRequest, progress: Progress): Promise<void> {
  // A run keeps its snapshot, but the gate judges what the server offers now: a changed definition asks again at once (TOL-7, TOL-9).
  const tool = deps.tools.find(request.tool.server, request.tool.original) ?? request.tool;
  const checked = deps.validateArguments(tool, request.arguments);
  if (!checked.ok) {
    progress.error = checked.error;
    return;
  }
  const decision = await decide(deps, request, tool, textNumbers(checked.value));
  progress.verdict = decision.verdict;
  if (!decision.allowed) {
    progress.error = decision.cancelled || request.signal.aborted ? cancelled(request) : denied(request, decision.verdict);
    return;
  }
  // Unless a person edited them, what is sent is what was checked: the gate saw the same with long numbers as text.
  let args = checked.value;
  if (decision.edited) {
    progress.edited = decision.arguments;
    const again = deps.validateArguments(tool, decision.arguments);
    if (!again.ok) {
      progress.error = again.error;
      return;
    }
    args = again.value;
    progress.edited = args;
  }
  if (request.signal.aborted) {
    progress.error = cancelled(request);
    return;
  }
  const risk = deps.tools.risk(tool);
  const limits = deps.timeouts(tool);
  request.onUpdate?.({
    state: 'running',
    startedAt: deps.clock.now(),
    verdict: decision.verdict,
    ...(decision.edited ? { arguments: args, askedArguments: textNumbers(request.arguments) } : {}),
  });
  const sent = { method: 'tools/call', params: { name: tool.original, arguments: args } };
  request.onExchange?.(sent);
  const answer = await deps.servers.callTool(tool.server, tool.original, args, {
    signal: request.signal,
    timeoutMs: request.timeoutMs ?? limits.timeoutMs,
    ...(limits.totalTimeoutMs === undefined ? {} : { totalTimeoutMs: limits.totalTimeoutMs }),
    repeatable: risk.trusted && (risk.readOnly || risk.idempotent),
    toolDefinition: tool.definition,
    onProgress: (made) => request.onUpdate?.({ progress: made }),
  });
  if (!answer.ok) {
    progress.error = answer.error;
    return;
  }
  request.onExchange?.(sent, answer.value);
  progress.result = await deps.processResult(answer.value, {
    server: tool.server,
    tool: tool.original,
    callId: request.callId,
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
  });
}

/** Asks the gate. The card says that it waits only when the answer is not there at once. */
async function decide(deps: ExecuteDeps, request: ToolCallRequest, tool: Tool, args: Record<string, unknown>): Promise<GateDecision> {
  const { callId, conversationId, asker, signal, onUpdate } = request;
  const risk = deps.tools.risk(tool);
  const waiting = setImmediate(() => onUpdate?.({ state: 'waiting-approval', risk }));
  try {
    return await deps.gate.decide(
      { callId, tool, risk, arguments: args, asker, ...(conversationId === undefined ? {} : { conversationId }) },
      signal,
    );
  } finally {
    clearImmediate(waiting);
  }
}

const cancelled = ({ tool }: ToolCallRequest): ErrorInfo => ({
  code: 'call.cancelled',
  message: `The call of ${tool.title} on ${tool.server} was cancelled by the user.`,
  params: { server: tool.server, tool: tool.original },
});

const denied = ({ tool }: ToolCallRequest, verdict: Verdict): ErrorInfo => ({
  code: 'call.denied',
  message: `${tool.title} on ${tool.server} was not allowed to run${verdict.reason ? `: ${verdict.reason}` : ''}.`,
  fix: 'Allow the call when asked, or add a rule for it in the permissions.',
  params: { server: tool.server, tool: tool.original, rule: verdict.rule },
});

function outcomeOf(request: ToolCallRequest, { verdict, edited, result, error }: Progress, ms: number): ToolCallOutcome {
  const base = {
    ms,
    ...(verdict ? { verdict } : {}),
    ...(edited ? { editedArguments: edited } : {}),
    ...(result ? { result } : {}),
    ...(error ? { error } : {}),
    isError: error !== undefined || result?.view.isError === true,
  };
  const asked = textNumbers(request.arguments);
  return { ...base, modelText: callText({ arguments: asked, ...settledChange(asked, base) }) };
}

/** What a finished call changes on its card. */
export function settledChange(
  asked: Record<string, unknown>,
  outcome: Omit<ToolCallOutcome, 'modelText'>,
): Partial<ToolCallView> & Pick<ToolCallView, 'state'> {
  const { verdict, editedArguments, result, error, ms } = outcome;
  const state = error === undefined ? 'done' : error.code === 'call.denied' ? 'denied' : error.code === 'call.cancelled' ? 'cancelled' : 'failed';
  return {
    state,
    ms,
    ...(verdict ? { verdict } : {}),
    ...(editedArguments ? { arguments: editedArguments, askedArguments: asked } : {}),
    ...(result ? { result: result.view } : {}),
    ...(error ? { error } : {}),
  };
}

function writeAudit(deps: ExecuteDeps, request: ToolCallRequest, progress: Progress, outcome: ToolCallOutcome, at: number): void {
  const { tool, conversationId, asker } = request;
  const { error } = progress;
  const kind =
    error?.code === 'call.denied'
      ? 'denied'
      : error?.code === 'call.cancelled'
        ? 'cancelled'
        : error
          ? 'failed'
          : outcome.isError
            ? 'tool-error'
            : 'ok';
  const redact = deps.redact ?? (<T>(value: T): T => value);
  try {
    deps.audit({
      at,
      server: tool.server,
      tool: tool.name,
      original: tool.original,
      arguments: redact(progress.edited ?? textNumbers(request.arguments)),
      // A call that never reached the gate was not decided: it counts as refused by the host.
      verdict: progress.verdict?.verdict ?? 'deny',
      rule: progress.verdict?.rule ?? 'not asked',
      ...(progress.verdict?.ruleId === undefined ? {} : { ruleId: progress.verdict.ruleId }),
      ...(progress.verdict?.reason === undefined ? {} : { reason: redact(progress.verdict.reason) }),
      ...(progress.edited ? { edited: true } : {}),
      asker,
      ms: outcome.ms,
      outcome: kind,
      ...(error ? { error: redact(`${error.code}: ${error.message}`) } : {}),
      ...(conversationId === undefined ? {} : { conversationId }),
    });
  } catch {
    // The audit log reports its own failures; a full disk must not lose the result of a call that ran.
  }
}
