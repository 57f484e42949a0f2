import type { Usage } from '../../../preload/contract/chat.ts';
import type { Model, ModelMessage, ModelRequest } from '../models/model.ts';
import type { ToolSnapshot } from '../tools/tool.ts';
import type { BuiltinTool } from './builtinTool.ts';
import type { UniqueId } from './callIds.ts';
import { createProgressGuard } from './progressGuard.ts';
import { readStep, type StepCall } from './readStep.ts';
import { runCalls, type ToolMessage } from './runCalls.ts';
import { type AgentEvent, addUsage, type RunEnd } from './runEvents.ts';
import { newRun, type RunEffect, type RunEvent, runState, transition } from './runMachine.ts';
import type { ExecuteToolCall, ToolCallRequest } from './toolCaller.ts';

export interface RunLimits {
  maxSteps: number;
  parallelCalls: number;
  repeatLimit: number;
}

export const defaultRunLimits: RunLimits = { maxSteps: 50, parallelCalls: 10, repeatLimit: 3 };

export interface RunInput {
  model: Model;
  /** Grows in place: the results of the run are in it afterwards. */
  messages: ModelMessage[];
  /** The request of one step; `active` are the tools that search_tools brought up so far. */
  request: (messages: readonly ModelMessage[], active: ReadonlySet<string>) => ModelRequest;
  /** Fixed for the whole run (TOL-7). */
  snapshot: ToolSnapshot;
  builtins: readonly BuiltinTool[];
  execute: ExecuteToolCall;
  asker: ToolCallRequest['asker'];
  conversationId?: string;
  limits: RunLimits;
  signal: AbortSignal;
  callSignal?: (id: string) => AbortSignal | undefined;
  uniqueId: UniqueId;
  emit: (event: AgentEvent) => void;
  /** Begin with these calls instead of asking the model: an answered form (AGT-4). */
  firstCalls?: readonly StepCall[];
  /** Messages to put in before the next step (AGT-7). */
  steering?: () => readonly ModelMessage[];
}

/**
 * One run: stream → calls → results into the history → stream … until the model ends, a limit is reached or the signal aborts
 * (AGT-1). The machine decides, this function performs. Never rejects.
 */
export async function runAgent(input: RunInput): Promise<RunEnd> {
  const { emit, signal, messages, limits } = input;
  const guard = createProgressGuard(limits.repeatLimit);
  const active = new Set<string>();
  const end: RunEnd = { stop: 'end', text: '' };
  let machine = newRun(limits.maxSteps);
  let shown = runState(machine);
  let calls: readonly StepCall[] = input.firstCalls ?? [];
  let emptyAnswers = 0;
  let stepUsage: Usage | undefined;
  const queue: RunEffect[] = [];

  function send(event: RunEvent): void {
    const next = transition(machine, event);
    machine = next.machine;
    queue.push(...next.effects);
    const state = runState(machine);
    if (state === shown) return;
    shown = state;
    emit({ kind: 'state', state });
  }

  function endStep(step: number): void {
    emit({ kind: 'step-end', step, ...(stepUsage ? { usage: stepUsage } : {}) });
    stepUsage = undefined;
  }

  async function stream(step: number): Promise<void> {
    if (signal.aborted) return send({ kind: 'settled' });
    emit({ kind: 'step-start', step });
    const read = await readStep(input.model, input.request(messages, active), signal, emit, input.uniqueId);
    stepUsage = read.usage;
    const usage = addUsage(end.usage, read.usage);
    if (usage) end.usage = usage;
    if (read.text !== '') end.text = read.text;
    if (read.parts.length > 0) messages.push({ role: 'assistant', parts: read.parts });
    if (read.aborted) return send({ kind: 'settled' });
    if (read.error?.code === 'model.empty' && emptyAnswers === 0) {
      // Small models now and then say nothing after a result; one more try costs little.
      emptyAnswers += 1;
      if (read.parts.length > 0) messages.pop();
      emit({ kind: 'notice', code: 'model.empty', message: `${read.error.message} Trying once more.` });
      return stream(step);
    }
    if (read.error) {
      send({ kind: 'failed', error: read.error });
      endStep(step);
      return;
    }
    calls = read.calls;
    send({ kind: 'streamed', calls: calls.map((call) => call.id) });
    if (calls.length === 0) endStep(step);
  }

  async function perform(step: number): Promise<void> {
    const results = await runCalls(step, calls, {
      snapshot: input.snapshot,
      builtins: input.builtins,
      execute: input.execute,
      asker: input.asker,
      ...(input.conversationId === undefined ? {} : { conversationId: input.conversationId }),
      parallelCalls: limits.parallelCalls,
      signal,
      ...(input.callSignal ? { callSignal: input.callSignal } : {}),
      emit,
      onPhase: (id, to) => send({ kind: 'call', id, to }),
      activate: (names) => {
        for (const name of names) active.add(name);
      },
    });
    messages.push(...results);
    const stuck = stuckCall(calls, results);
    endStep(step);
    if (signal.aborted) return send({ kind: 'settled' });
    if (stuck) {
      emit({
        kind: 'notice',
        code: 'agent.no_progress',
        message: repeatMessage(stuck, limits.repeatLimit),
        params: { tool: stuck, times: limits.repeatLimit },
      });
      return send({ kind: 'stuck' });
    }
    if (step >= limits.maxSteps)
      emit({ kind: 'notice', code: 'agent.step_limit', message: limitMessage(limits.maxSteps), params: { steps: limits.maxSteps } });
    else messages.push(...(input.steering?.() ?? []));
    send({ kind: 'next' });
  }

  function stuckCall(asked: readonly StepCall[], results: readonly ToolMessage[]): string | undefined {
    let stuck: string | undefined;
    for (const call of asked) {
      const text = results.find((result) => result.callId === call.id)?.text ?? '';
      if (guard.seen({ name: call.name, arguments: call.argumentsText === undefined ? call.arguments : { text: call.argumentsText }, text }))
        stuck = call.name;
    }
    return stuck;
  }

  if (calls.length > 0)
    messages.push({ role: 'assistant', parts: calls.map(({ id, name, arguments: args }) => ({ kind: 'tool-call', id, name, arguments: args })) });
  const onAbort = (): void => send({ kind: 'stop' });
  signal.addEventListener('abort', onAbort);
  try {
    send({ kind: 'start', calls: calls.map((call) => call.id) });
    if (signal.aborted) onAbort();
    for (let effect = queue.shift(); effect; effect = queue.shift()) {
      if (effect.kind === 'stream') await stream(effect.step);
      else if (effect.kind === 'run-calls') await perform(effect.step);
      else if (effect.kind === 'end') return { ...end, stop: effect.stop, ...(effect.error ? { error: effect.error } : {}) };
      // `abort` needs no work here: the signal that caused it already reached the model and the calls.
    }
    return { ...end, stop: 'error', error: { code: 'host.internal', message: 'The run stopped without an end.' } };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const repeatMessage = (tool: string, times: number): string =>
  `Stopped: ${tool} was called ${times} times with the same arguments and gave the same result each time. Say how to go on.`;

const limitMessage = (steps: number): string => `Stopped after ${steps} steps, the limit of one run. Send a message to go on.`;
