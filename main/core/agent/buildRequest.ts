import type { ModelMessage, ModelRequest, ModelTool } from '../models/model.ts';
import type { Tool, ToolSnapshot } from '../tools/tool.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { toolTokens } from './estimateTokens.ts';
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
  /** The offline assistant searches by itself and takes all tools. */
  neverDefer?: boolean;
}

const UNKNOWN_CONTEXT = 32_000;
/** Several providers refuse requests with more tools than this. */
const MAX_TOOLS = 128;

/** Whether the definitions wait behind `search_tools` in this run. Decided once a run: the tool set is fixed. */
export function isDeferred(options: RequestOptions): boolean {
  if (options.neverDefer) return false;
  const { tools } = options.snapshot;
  if (!options.builtins.some((builtin) => builtin.offered === 'deferred')) return false;
  if (tools.length > MAX_TOOLS) return true;
  const limit = ((options.contextTokens ?? UNKNOWN_CONTEXT) * options.deferAbovePercent) / 100;
  let tokens = 0;
  for (const tool of tools) {
    tokens += toolTokens(tool);
    if (tokens > limit) return true;
  }
  return false;
}

const asModelTool = ({ name, description, inputSchema, title }: Tool): ModelTool => ({ name, description, inputSchema, title });

/**
 * Prepares what stays the same in all steps of a run and returns the function that makes the request of one step: system prompt,
 * history, and the tools (all of them, or those found by `search_tools` so far).
 */
export function buildRequest(options: RequestOptions): (messages: readonly ModelMessage[], active: ReadonlySet<string>) => ModelRequest {
  const deferred = isDeferred(options);
  const { tools } = options.snapshot;
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
          .slice(-MAX_TOOLS + host.length)
          .map(asModelTool)
      : all;
    return { system, messages: [...messages], tools: [...host, ...found] };
  };
}
