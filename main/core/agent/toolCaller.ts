import type { ToolCallView } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ApprovalRequest, Verdict } from '../../../preload/contract/permissions.ts';
import type { ProcessedResult } from '../results/result.ts';
import type { Tool } from '../tools/tool.ts';

/** One request to run a tool, whoever asks. */
export interface ToolCallRequest {
  callId: string;
  tool: Tool;
  arguments: Record<string, unknown>;
  conversationId?: string;
  asker: ApprovalRequest['asker'];
  signal: AbortSignal;
  /** Per call, milliseconds; the server's or the setting's limit when absent. */
  timeoutMs?: number;
  /** Told about each step, for the tool card and the command line. */
  onUpdate?: (change: Partial<ToolCallView>) => void;
  /** Told what is sent, and again with the server's untouched answer, for the tool tester (WIN-6). */
  onExchange?: (request: unknown, response?: unknown) => void;
}

export interface ToolCallOutcome {
  verdict?: Verdict;
  /** The arguments that were sent, when a person edited them. */
  editedArguments?: Record<string, unknown>;
  result?: ProcessedResult;
  /** Local failures: arguments, denied, timeout, cancelled, disconnected, protocol … A tool's own isError is in `result`. */
  error?: ErrorInfo;
  /** What the model reads, also for failures and denials. */
  modelText: string;
  isError: boolean;
  ms: number;
}

/** argument check → gate → call → result pipeline → audit. The one road to a server (PER-1). Never rejects. */
export type ExecuteToolCall = (request: ToolCallRequest) => Promise<ToolCallOutcome>;
