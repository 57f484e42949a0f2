import type { ModelMessage, ModelRequest, ModelTool } from '../models/model.ts';
import { repairHistory } from '../results/historyRepair.ts';
import { MAX_TOOLS_PER_REQUEST, shouldDefer } from '../tools/deferTools.ts';
import type { Tool, ToolSnapshot } from '../tools/tool.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { joinPrompt, type ServerInstructions, systemPromptParts } from './systemPrompt.ts';

export interface RequestOptions {
  snapshot: ToolSnapshot;
  builtins: readonly BuiltinTool[];
  base?: string;
  userPrompt?: string;
  instructions?: readonly ServerInstructions[];
  /** Of the model; 32,000 are assumed when unknown (TOL-10). */
  contextTokens?: number;
  /** Percent of the context that definitions may take before they are deferred. */
  deferAbovePercent: number;
  /** The offline assistant searches by itself, takes all tools, and reads the history as it is. */
  offline?: boolean;
}

/** Whether the definitions wait behind `search_tools` in this run. Decided once a run: the tool set is fixed. */
export function isDeferred(options: RequestOptions): boolean {
  if (options.offline || !options.builtins.some((builtin) => builtin.offered === 'deferred')) return false;
  return shouldDefer(forModel(options.snapshot), options.contextTokens, options.deferAbovePercent).defer;
}

/** What a server keeps for its own app is not the model's (PRO-7). */
const forModel = ({ tools }: ToolSnapshot): readonly Tool[] => (tools.some((tool) => tool.appOnly) ? tools.filter((tool) => !tool.appOnly) : tools);

/** A tool never changes, and a search over the same objects finds its index again. */
const made = new WeakMap<Tool, ModelTool>();

function asModelTool(tool: Tool): ModelTool {
  let known = made.get(tool);
  if (!known) {
    const { name, description, inputSchema, title } = tool;
    known = { name, description, inputSchema, title };
    made.set(tool, known);
  }
  return known;
}

/**
 * Prepares what stays the same in all steps of a run and returns the function that makes the request of one step: system prompt,
 * history, and the tools (all of them, or those found by `search_tools` so far).
 */
export function buildRequest(options: RequestOptions): (messages: readonly ModelMessage[], active: ReadonlySet<string>) => ModelRequest {
  const deferred = isDeferred(options);
  const tools = forModel(options.snapshot);
  const system = joinPrompt(
    systemPromptParts({
      tools,
      deferred,
      ...(options.base === undefined ? {} : { base: options.base }),
      ...(options.userPrompt === undefined ? {} : { user: options.userPrompt }),
      ...(options.instructions ? { instructions: options.instructions } : {}),
    }),
  );
  const host = options.builtins.filter((builtin) => deferred || builtin.offered === 'always').map((builtin) => builtin.definition);
  const all = deferred ? [] : tools.map(asModelTool);
  return (messages, active) => {
    const found = deferred
      ? [...active]
          .flatMap((name) => options.snapshot.byName(name) ?? [])
          .slice(host.length - MAX_TOOLS_PER_REQUEST)
          .map(asModelTool)
      : all;
    return { system, messages: options.offline ? [...messages] : repairHistory(messages), tools: [...host, ...found] };
  };
}
