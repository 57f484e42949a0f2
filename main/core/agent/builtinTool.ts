import type { ModelTool } from '../models/model.ts';
import type { ModelImage } from '../results/result.ts';
import type { ToolSnapshot } from '../tools/tool.ts';

export interface BuiltinContext {
  /** The tools of this run. */
  snapshot: ToolSnapshot;
  conversationId?: string;
  signal: AbortSignal;
}

export interface BuiltinResult {
  text: string;
  isError?: boolean;
  images?: readonly ModelImage[];
  /** Names of tools that the model may use from its next step on (search_tools, TOL-10). */
  activate?: readonly string[];
}

/**
 * A tool of the host itself, such as `search_tools` or `read_result`. It only reads what the conversation may see anyway, so it does not
 * pass the gate. `deferred` ones are offered only while the tools of the servers wait behind the search.
 */
export interface BuiltinTool {
  definition: ModelTool;
  offered: 'always' | 'deferred';
  run(args: Record<string, unknown>, context: BuiltinContext): Promise<BuiltinResult>;
}
