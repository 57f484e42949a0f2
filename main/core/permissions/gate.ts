import type { ApprovalRequest, Mode, Rule, Verdict } from '../../../preload/contract/permissions.ts';
import type { Risk } from '../../../preload/contract/tools.ts';
import type { Tool } from '../tools/tool.ts';

/** One call on its way to the gate. */
export interface GateCall {
  callId: string;
  tool: Pick<Tool, 'name' | 'server' | 'original' | 'title' | 'description' | 'definitionHash' | 'inputSchema'>;
  risk: Risk;
  arguments: Record<string, unknown>;
  conversationId?: string;
  asker: ApprovalRequest['asker'];
}

/** What the decision may depend on besides the call; all of it is handed in, so `evaluate` is pure. */
export interface GateContext {
  mode: Mode;
  /** Epoch milliseconds, for expiring rules. */
  now: number;
  /** The latest time this process has seen, when the clock may have been set back since. */
  latest?: number;
  projectFolder?: string;
  conversationId?: string;
  /** `changed`: the definition is not the one that was approved (TOL-9). */
  pin: 'new' | 'pinned' | 'changed';
  /** Resolves symbolic links and `..` of a path argument; injected so that the function stays pure in tests. */
  realPath: (path: string) => string;
  /** For `~` in rules and arguments. */
  homeFolder?: string;
  /** Which path rules count; the platform's when absent. */
  pathStyle?: 'posix' | 'win32';
}

/** `evaluate(call, rules, context)` in evaluate.ts. Any exception inside is a deny (PER-1). */
export type Evaluate = (call: GateCall, rules: readonly Rule[], context: GateContext) => Verdict;

/** The answer after a person was asked where needed. `arguments` are what may be sent (edited or as given). */
export type GateDecision =
  | { allowed: true; verdict: Verdict; arguments: Record<string, unknown>; edited: boolean }
  | { allowed: false; verdict: Verdict; cancelled?: boolean };

/** The one gate (PER-1). Asks through `approvals` when the verdict is ask; the signal ends the waiting (PER-5). */
export interface Gate {
  decide(call: GateCall, signal: AbortSignal): Promise<GateDecision>;
}
