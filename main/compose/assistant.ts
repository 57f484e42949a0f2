import type { ProviderKind } from '../../preload/contract/settings.ts';
import type { BuiltinTool } from '../core/agent/builtinTool.ts';
import { createExecuteToolCall } from '../core/agent/executeToolCall.ts';
import type { RunLimits } from '../core/agent/runLoop.ts';
import type { ServerInstructions } from '../core/agent/systemPrompt.ts';
import type { ExecuteToolCall } from '../core/agent/toolCaller.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { createModel, type OnlineKind } from '../core/models/createModel.ts';
import { maskedModel } from '../core/models/maskedModel.ts';
import type { Model } from '../core/models/model.ts';
import { createOfflineAssistant } from '../core/models/offlineAssistant/offlineAssistant.ts';
import { createProcessResult } from '../core/results/processResult.ts';
import { createReadResult, readResultTool } from '../core/results/readResult.ts';
import { createResultStore, type ResultStore } from '../core/results/resultStore.ts';
import { validateArguments } from '../core/tools/arguments/validateArguments.ts';
import { validateOutput } from '../core/tools/arguments/validateOutput.ts';
import { searchToolsBuiltin } from '../core/tools/builtins/searchTools.ts';
import { normalizeSchema } from '../core/tools/schema/normalizeSchema.ts';
import { searchTools } from '../core/tools/search/toolSearch.ts';
import type { LastCall } from '../core/trace/serverStages.ts';
import type { Connections } from './connections.ts';
import type { Foundation } from './foundation.ts';
import type { CoreOptions, ModelChoice } from './options.ts';
import type { Permissions } from './permissions.ts';

/** Where the key of a provider is kept; one a kind, so that switching does not send one provider's key to another. */
export const apiKeyName = (kind: ProviderKind): string => `provider.${kind}.apiKey`;

/** Everything a run needs, for the window's conversations and for the command line alike. */
export interface Assistant {
  results: ResultStore;
  execute: ExecuteToolCall;
  builtins: readonly BuiltinTool[];
  /** The chosen model. Rejects with a HostError when the choice cannot be used. */
  currentModel(): Promise<Model>;
  limits(): { limits: RunLimits; deferAbovePercent: number; userPrompt?: string; instructions: readonly ServerInstructions[] };
  /** The last call of each server, for its pipeline. */
  lastCall(server: string): LastCall | undefined;
  onCall(listener: (server: string) => void): () => void;
}

export interface AssistantParts {
  foundation: Foundation;
  connections: Connections;
  permissions: Permissions;
  /** Result files that a kept conversation shows are never cleaned up; undefined: nothing is cleaned up by this process. */
  showsFile?: (url: string) => boolean;
}

export function composeAssistant(options: CoreOptions, parts: AssistantParts, undo: DisposableStack): Assistant {
  const { clock, logger, paths } = options;
  const { foundation, connections, permissions, showsFile } = parts;
  const { current } = foundation;
  const results = createResultStore({
    folder: paths.results,
    quotaBytes: () => (showsFile ? current().results.quotaBytes : Number.POSITIVE_INFINITY),
    inUse: showsFile ?? (() => true),
    clock,
    log: logger,
  });
  undo.add(() => results.flush());
  const limitsOfResults = () => {
    const { maxTokens, maxImageSide, maxImageBytes } = current().results;
    return { maxTokens, maxSide: maxImageSide, maxBytes: maxImageBytes };
  };
  const run = createExecuteToolCall({
    servers: connections.servers,
    tools: connections.tools,
    gate: permissions.gate,
    validateArguments,
    processResult: createProcessResult({ store: results, limits: limitsOfResults, validate: validateOutput, log: logger }),
    audit: (entry) => permissions.audit.record(entry),
    redact: options.redact,
    clock,
    timeouts: (tool) => timeoutsOf(connections, foundation, options, tool.server, tool.original),
  });
  const calls = createCallBook(run, () => clock.now());
  const readResult = createReadResult({ store: results, maxTokens: () => current().results.maxTokens });
  return {
    results,
    execute: calls.execute,
    builtins: [searchToolsBuiltin, { definition: readResultTool, offered: 'always', run: (args) => readResult(args) }],
    currentModel: async () => maskedModel(await chooseModel(options, foundation), options.redact),
    limits: () => {
      const { agent, tools } = current();
      const { maxSteps, parallelCalls, repeatLimit } = agent;
      return {
        limits: { maxSteps, parallelCalls, repeatLimit },
        deferAbovePercent: tools.deferAbovePercent,
        instructions: instructionsOf(connections),
        ...(agent.systemPrompt.trim() ? { userPrompt: agent.systemPrompt } : {}),
      };
    },
    lastCall: calls.last,
    onCall: calls.onCall,
  };
}

/** Per tool, then per server, then the setting; what the caller asked for this process counts above all (CON-3). */
function timeoutsOf({ servers }: Connections, { current }: Foundation, { callTimeoutMs }: CoreOptions, server: string, tool: string) {
  const config = servers.get(server)?.config;
  const { mcp } = current();
  const timeoutMs = callTimeoutMs ?? config?.toolTimeoutsMs?.[tool] ?? config?.timeoutMs ?? mcp.callTimeoutMs;
  return { timeoutMs, totalTimeoutMs: Math.max(timeoutMs, mcp.callTotalTimeoutMs) };
}

const instructionsOf = ({ servers }: Connections): ServerInstructions[] =>
  servers
    .list()
    .flatMap(({ name, state, info }) => (state.kind === 'connected' && info?.instructions ? [{ server: name, text: info.instructions }] : []));

async function chooseModel(options: CoreOptions, { current, secrets, modelFetch }: Foundation): Promise<Model> {
  const { provider } = current();
  const choice: ModelChoice = options.model ?? (provider.kind === 'offline' ? { kind: 'offline' } : { ...provider, kind: provider.kind });
  if (choice.kind === 'offline')
    return createOfflineAssistant({
      search: (query, tools) => searchTools(tools, query, 40).map(({ tool }) => tool.name),
      now: () => options.clock.now(),
    });
  const apiKey = choice.apiKey ?? (options.model ? undefined : await secrets.get(apiKeyName(choice.kind)));
  const kind: OnlineKind = choice.kind;
  return createModel({
    kind,
    model: choice.model,
    maxOutputTokens: provider.maxOutputTokens,
    normalizeSchema: (schema) => normalizeSchema(schema, kind).schema,
    clock: options.clock,
    fetch: modelFetch,
    ...(choice.baseUrl ? { baseUrl: choice.baseUrl } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(provider.contextTokens === undefined ? {} : { contextTokens: provider.contextTokens }),
  });
}

/** Remembers the last call of each server on its way through. */
function createCallBook(run: ExecuteToolCall, now: () => number) {
  const last = new Map<string, LastCall>();
  const called = new Emitter<string>();
  const execute: ExecuteToolCall = async (request) => {
    const outcome = await run(request);
    const { server, original } = request.tool;
    last.set(server, {
      tool: original,
      ms: outcome.ms,
      at: now(),
      isError: outcome.isError,
      resultSize: outcome.modelText.length,
      ...(outcome.error ? { error: outcome.error } : {}),
    });
    called.emit(server);
    return outcome;
  };
  return { execute, last: (server: string) => last.get(server), onCall: (listener: (server: string) => void) => called.on(listener) };
}
