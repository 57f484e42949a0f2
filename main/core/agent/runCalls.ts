import type { ToolCallView } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { toErrorInfo } from '../base/hostError.ts';
import { Limiter } from '../base/limiter.ts';
import type { ModelMessage } from '../models/model.ts';
import type { ProcessedResult } from '../results/result.ts';
import type { ToolSnapshot } from '../tools/tool.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { callGroups } from './callGroups.ts';
import { callText } from './callText.ts';
import { settledChange } from './executeToolCall.ts';
import { type FoundTool, lookupTool } from './lookupTool.ts';
import type { StepCall } from './readStep.ts';
import type { AgentEvent } from './runEvents.ts';
import type { CallPhase } from './runMachine.ts';
import { textNumbers } from './textNumbers.ts';
import type { ExecuteToolCall, ToolCallOutcome, ToolCallRequest } from './toolCaller.ts';

export interface CallDeps {
  snapshot: ToolSnapshot;
  builtins: readonly BuiltinTool[];
  execute: ExecuteToolCall;
  asker: ToolCallRequest['asker'];
  conversationId?: string;
  parallelCalls: number;
  signal: AbortSignal;
  /** Ends one call and lets the run go on (CAL-7). */
  callSignal?: (id: string) => AbortSignal | undefined;
  emit: (event: AgentEvent) => void;
  onPhase: (id: string, to: CallPhase) => void;
  /** Called with the names that `search_tools` brought up. */
  activate: (names: readonly string[]) => void;
}

export type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

interface OpenCall {
  asked: StepCall;
  found: FoundTool;
  view: ToolCallView;
}

/** Runs the calls of a step and returns their results in the order the model asked, one for every call, whatever happened. */
export async function runCalls(step: number, calls: readonly StepCall[], deps: CallDeps): Promise<ToolMessage[]> {
  const looked = calls.map((asked) => ({ asked, found: lookupTool(asked.name, deps.snapshot, deps.builtins) }));
  const groups = callGroups(looked, isReadOnly).map((group, i) =>
    group.map((call): OpenCall => ({ ...call, view: { ...firstView(call.asked, call.found), ...(group.length > 1 ? { group: i } : {}) } })),
  );
  const open = groups.flat();
  for (const { asked, view } of open)
    deps.emit({ kind: 'call', step, call: view, ...(asked.providerData === undefined ? {} : { providerData: asked.providerData }) });

  const limiter = new Limiter(Math.max(1, deps.parallelCalls));
  const results = new Map<string, ToolMessage>();
  for (const group of groups) {
    await Promise.all(
      group.map(async (call) => {
        const slot = await limiter.acquire();
        try {
          results.set(call.asked.id, await runOne(call, deps));
        } finally {
          slot.release();
          deps.onPhase(call.asked.id, 'settled');
        }
      }),
    );
  }
  return open.flatMap(({ asked }) => results.get(asked.id) ?? []);
}

/** CAL-7 asks what the tool declares, not whether the user trusts it: each call passes the gate on its own anyway. */
const isReadOnly = ({ found }: Pick<OpenCall, 'found'>): boolean =>
  found.kind === 'builtin' || (found.kind === 'tool' && found.tool.annotations.readOnlyHint === true);

function firstView({ id, name, arguments: args }: StepCall, found: FoundTool): ToolCallView {
  const base = { id, name, arguments: textNumbers(args), state: 'queued' as const };
  if (found.kind === 'tool') return { ...base, server: found.tool.server, original: found.tool.original, title: found.tool.title };
  return { ...base, server: '', original: name, title: name };
}

async function runOne(call: OpenCall, deps: CallDeps): Promise<ToolMessage> {
  const { asked, found, view } = call;
  const outcome = await outcomeOf(call, deps);
  const change = settledChange(view.arguments, outcome);
  const text = found.kind === 'tool' && outcome.modelText !== '' ? outcome.modelText : callText({ ...view, ...change });
  deps.emit({ kind: 'call-end', id: asked.id, change, text, isError: outcome.isError });
  return { role: 'tool', callId: asked.id, name: asked.name, text, isError: outcome.isError, images: outcome.result?.images ?? [] };
}

async function outcomeOf({ asked, found }: OpenCall, deps: CallDeps): Promise<ToolCallOutcome> {
  const { id } = asked;
  if (deps.signal.aborted) return failed({ code: 'call.cancelled', message: `The call of ${asked.name} was not started: the run was stopped.` });
  if (found.kind === 'unknown') return failed(found.error);
  if (asked.argumentsText !== undefined) return failed(brokenArguments(asked.name, asked.argumentsText));
  const own = deps.callSignal?.(id);
  const signal = own ? AbortSignal.any([deps.signal, own]) : deps.signal;
  const conversation = deps.conversationId === undefined ? {} : { conversationId: deps.conversationId };
  if (found.kind === 'builtin') {
    deps.onPhase(id, 'running');
    deps.emit({ kind: 'call-update', id, change: { state: 'running' } });
    return runBuiltin(found.builtin, asked, { ...deps, signal });
  }
  return deps.execute({
    callId: id,
    tool: found.tool,
    arguments: asked.arguments,
    ...conversation,
    asker: deps.asker,
    signal,
    onUpdate: (change) => {
      if (change.state === 'waiting-approval') deps.onPhase(id, 'waiting');
      if (change.state === 'running') deps.onPhase(id, 'running');
      deps.emit({ kind: 'call-update', id, change });
    },
  });
}

async function runBuiltin(builtin: BuiltinTool, asked: StepCall, deps: CallDeps): Promise<ToolCallOutcome> {
  try {
    const { snapshot, signal, conversationId } = deps;
    const made = await builtin.run(asked.arguments, { snapshot, signal, ...(conversationId === undefined ? {} : { conversationId }) });
    if (made.activate) deps.activate(made.activate);
    const isError = made.isError === true;
    const result: ProcessedResult = {
      view: { isError, blocks: [{ kind: 'text', text: made.text }], text: made.text, notes: [] },
      images: [...(made.images ?? [])],
    };
    return { result, isError, modelText: '', ms: 0 };
  } catch (error) {
    return failed(toErrorInfo(error, 'call.failed'));
  }
}

const failed = (error: ErrorInfo): ToolCallOutcome => ({ error, isError: true, modelText: '', ms: 0 });

function brokenArguments(name: string, text: string): ErrorInfo {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return {
    code: 'call.arguments',
    message: `The arguments of ${name} are not a JSON object: ${shown}`,
    fix: 'Write the arguments as one JSON object.',
    params: { tool: name },
  };
}
