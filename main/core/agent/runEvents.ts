import type { RunState, ToolCallView, Usage } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import type { RunStop } from './runMachine.ts';

/** What a run tells while it goes on; the chat view, the store and the command line are made from these. */
export type AgentEvent =
  | { kind: 'state'; state: RunState }
  | { kind: 'step-start'; step: number }
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string; providerData?: unknown }
  /** The model's step is whole: what it wrote so far is final, its calls follow. */
  | { kind: 'call'; step: number; call: ToolCallView; providerData?: unknown }
  | { kind: 'call-update'; id: string; change: Partial<ToolCallView> }
  /** `text` is what the model gets. */
  | { kind: 'call-end'; id: string; change: Partial<ToolCallView> & Pick<ToolCallView, 'state'>; text: string; isError: boolean }
  | { kind: 'form'; tool: string; title: string; inputSchema: JsonSchema; values: Record<string, unknown> }
  | { kind: 'notice'; code: string; message: string; params?: Record<string, string | number> }
  | { kind: 'step-end'; step: number; usage?: Usage };

/** How a run ended. `text` is what the model wrote in its last step with text; `usage` the sum of all steps. */
export interface RunEnd {
  stop: RunStop;
  text: string;
  error?: ErrorInfo;
  usage?: Usage;
}

export function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (!a || !b) return a ?? b;
  const sum = (x: number | undefined, y: number | undefined): number | undefined =>
    x === undefined && y === undefined ? undefined : (x ?? 0) + (y ?? 0);
  const input = sum(a.inputTokens, b.inputTokens);
  const output = sum(a.outputTokens, b.outputTokens);
  const total = sum(a.totalTokens, b.totalTokens);
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(total === undefined ? {} : { totalTokens: total }),
  };
}
