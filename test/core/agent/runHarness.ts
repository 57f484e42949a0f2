import { buildRequest } from '../../../main/core/agent/buildRequest.ts';
import type { BuiltinTool } from '../../../main/core/agent/builtinTool.ts';
import { createUniqueIds } from '../../../main/core/agent/callIds.ts';
import type { AgentEvent, RunEnd } from '../../../main/core/agent/runEvents.ts';
import { defaultRunLimits, type RunInput, runAgent } from '../../../main/core/agent/runLoop.ts';
import type { ExecuteToolCall, ToolCallOutcome, ToolCallRequest } from '../../../main/core/agent/toolCaller.ts';
import type { Model, ModelMessage } from '../../../main/core/models/model.ts';
import type { Tool } from '../../../main/core/tools/tool.ts';
import { fakeSnapshot } from '../../fakes/fakeTools.ts';

export const answered = (text: string, isError = false): ToolCallOutcome => ({
  verdict: { verdict: 'allow', rule: 'default' },
  result: { view: { isError, blocks: [{ kind: 'text', text }], text, notes: [] }, images: [] },
  modelText: text,
  isError,
  ms: 1,
});

export const refused = (reason: string): ToolCallOutcome => ({
  verdict: { verdict: 'deny', rule: 'default', reason },
  error: { code: 'call.denied', message: 'not allowed' },
  modelText: '',
  isError: true,
  ms: 1,
});

export interface Ran {
  end: RunEnd;
  events: AgentEvent[];
  messages: ModelMessage[];
}

interface Setup extends Partial<RunInput> {
  model: Model;
  tools?: readonly Tool[];
  execute?: ExecuteToolCall;
  builtins?: readonly BuiltinTool[];
  text?: string;
}

/** Runs the agent over fakes and hands back everything it told. */
export async function run(setup: Setup): Promise<Ran> {
  const { tools = [], text = 'Go', builtins = [], ...over } = setup;
  const events: AgentEvent[] = [];
  const messages: ModelMessage[] = [{ role: 'user', text }];
  const snapshot = fakeSnapshot(tools);
  const { emit, ...rest } = over;
  const end = await runAgent({
    messages,
    snapshot,
    builtins,
    request: buildRequest({ snapshot, builtins, base: 'Base.', deferAbovePercent: 10 }),
    execute: async () => answered('ok'),
    asker: 'model',
    limits: defaultRunLimits,
    signal: new AbortController().signal,
    uniqueId: createUniqueIds(),
    ...rest,
    emit: (event) => {
      events.push(structuredClone(event));
      emit?.(event);
    },
  });
  return { end, events, messages };
}

export const byName =
  (table: Record<string, (request: ToolCallRequest) => ToolCallOutcome | Promise<ToolCallOutcome>>): ExecuteToolCall =>
  async (request) =>
    table[request.tool.original]?.(request) ?? answered('ok');

export const states = (events: readonly AgentEvent[]): string[] => events.flatMap((event) => (event.kind === 'state' ? [event.state] : []));
export const kinds = (events: readonly AgentEvent[]): string[] => events.map((event) => event.kind);
