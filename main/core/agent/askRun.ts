import { toErrorInfo } from '../base/hostError.ts';
import type { Model, ModelMessage } from '../models/model.ts';
import type { ToolSnapshot } from '../tools/tool.ts';
import { type AskEvent, createAskTranslator, doneEvent } from './askEvents.ts';
import { buildRequest } from './buildRequest.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { createUniqueIds, type UniqueId } from './callIds.ts';
import type { RunEnd } from './runEvents.ts';
import { type RunLimits, runAgent } from './runLoop.ts';
import type { ServerInstructions } from './systemPrompt.ts';
import type { ExecuteToolCall } from './toolCaller.ts';

export interface AskDeps {
  model: Model;
  execute: ExecuteToolCall;
  /** Asked at the start of each run. */
  tools: () => ToolSnapshot;
  builtins?: readonly BuiltinTool[];
  limits: RunLimits;
  deferAbovePercent: number;
  userPrompt?: string;
  instructions?: () => readonly ServerInstructions[];
}

/** A talk on the command line: `ask` has one turn, `chat` many. The history stays in memory. */
export interface AskSession {
  readonly history: readonly ModelMessage[];
  /** One run as the lines of `ask --json`; the last is always `done`. One at a time. */
  ask(text: string, signal: AbortSignal): AsyncGenerator<AskEvent>;
}

export function createAskSession(deps: AskDeps): AskSession {
  const history: ModelMessage[] = [];
  const uniqueId = createUniqueIds();
  return {
    history,
    async *ask(text, signal) {
      history.push({ role: 'user', text });
      const lines: AskEvent[] = [];
      let wake: (() => void) | undefined;
      let over = false;
      const push = (...events: AskEvent[]): void => {
        lines.push(...events);
        wake?.();
      };
      void run(deps, history, uniqueId, signal, push)
        .then((end) => push(doneEvent(end)))
        .finally(() => {
          over = true;
          wake?.();
        });
      for (;;) {
        for (let line = lines.shift(); line; line = lines.shift()) yield line;
        if (over) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

async function run(
  deps: AskDeps,
  history: ModelMessage[],
  uniqueId: UniqueId,
  signal: AbortSignal,
  push: (...events: AskEvent[]) => void,
): Promise<RunEnd> {
  const translate = createAskTranslator();
  const offline = deps.model.id === 'offline';
  try {
    const snapshot = deps.tools();
    const builtins = offline ? [] : (deps.builtins ?? []);
    const instructions = deps.instructions?.();
    return await runAgent({
      model: deps.model,
      messages: history,
      request: buildRequest({
        snapshot,
        builtins,
        deferAbovePercent: deps.deferAbovePercent,
        offline,
        ...(deps.userPrompt === undefined ? {} : { userPrompt: deps.userPrompt }),
        ...(instructions ? { instructions } : {}),
        ...(deps.model.contextTokens === undefined ? {} : { contextTokens: deps.model.contextTokens }),
      }),
      snapshot,
      builtins,
      execute: deps.execute,
      asker: offline ? 'assistant' : 'model',
      limits: deps.limits,
      signal,
      uniqueId,
      emit: (event) => push(...translate(event)),
    });
  } catch (error) {
    return { stop: 'error', text: '', error: toErrorInfo(error) };
  }
}
