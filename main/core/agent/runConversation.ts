import { randomUUID } from 'node:crypto';
import type { Message, RunState } from '../../../preload/contract/chat.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Model } from '../models/model.ts';
import type { Clock, Logger } from '../ports.ts';
import type { ToolSnapshot } from '../tools/tool.ts';
import { buildRequest } from './buildRequest.ts';
import type { BuiltinTool } from './builtinTool.ts';
import type { Conversation } from './conversation.ts';
import { toModelMessages } from './history.ts';
import { applyEvent, endMessage } from './messageDraft.ts';
import type { StepCall } from './readStep.ts';
import type { AgentEvent, RunEnd } from './runEvents.ts';
import { type RunLimits, runAgent } from './runLoop.ts';
import { createSaveThrottle } from './saveThrottle.ts';
import type { ServerInstructions } from './systemPrompt.ts';
import type { ExecuteToolCall } from './toolCaller.ts';

/** What a run takes from the rest of the core. Everything is asked for when a run starts, so that changes count from the next run on. */
export interface ConversationRunDeps {
  clock: Clock;
  logger: Logger;
  /** The chosen model. Rejects with a HostError when none can be made; the run then ends with that error. */
  currentModel: () => Model | Promise<Model>;
  execute: ExecuteToolCall;
  /** The tools this conversation may use, as a snapshot (TOL-7, TOL-11). */
  toolsFor: (conversationId: string) => ToolSnapshot;
  builtins?: readonly BuiltinTool[];
  /** Around each run, so that discoveries wait for its end (syncGate). */
  beginRun?: (conversationId: string) => void;
  endRun?: (conversationId: string) => void;
  /** Texts and limits of the settings at this moment. */
  options: () => { limits: RunLimits; deferAbovePercent: number; userPrompt?: string; instructions?: readonly ServerInstructions[] };
  /** The definitions that are given to a model, for the pipeline view (WIN-5). */
  onOffered?: (conversationId: string, snapshot: ToolSnapshot) => void;
}

export interface ConversationRun {
  conversation: Conversation;
  /** An answer to go on with (an answered form); a new one otherwise. */
  answer?: Message;
  firstCalls?: readonly StepCall[];
  signal: AbortSignal;
  callSignal: (id: string) => AbortSignal;
}

export interface RunSink {
  put: (message: Message) => void;
  save: (message: Message) => void;
  state: (state: RunState) => void;
}

/** A change of these must be on disk at once; streamed text may wait a moment (SEC-5). */
const savedAtOnce = (event: AgentEvent): boolean =>
  event.kind !== 'text' &&
  event.kind !== 'reasoning' &&
  event.kind !== 'state' &&
  event.kind !== 'step-start' &&
  !(event.kind === 'call-update' && event.change.state === undefined);

/** One run of a conversation: history in, answer out as messages that grow. Never rejects. */
export async function runConversation(deps: ConversationRunDeps, run: ConversationRun, sink: RunSink): Promise<RunEnd> {
  const { conversation, signal } = run;
  const { id } = conversation;
  const history = toModelMessages(conversation.messages, (callId) => conversation.images.get(callId) ?? []);
  let answer: Message = run.answer
    ? { ...run.answer, status: 'streaming' }
    : { id: randomUUID(), role: 'assistant', createdAt: deps.clock.now(), status: 'streaming', parts: [] };
  const throttle = createSaveThrottle(deps.clock, () => sink.save(answer));
  const show = (next: Message): void => {
    answer = next;
    sink.put(answer);
  };

  sink.state(run.firstCalls ? 'running-tools' : 'streaming');
  show(answer);
  throttle.now();
  let end: RunEnd;
  let began = false;
  try {
    deps.beginRun?.(id);
    began = true;
    const model = await deps.currentModel();
    show({ ...answer, model: model.id });
    const snapshot = deps.toolsFor(id);
    const builtins = deps.builtins ?? [];
    const { limits, deferAbovePercent, userPrompt, instructions } = deps.options();
    deps.onOffered?.(id, snapshot);
    const offline = model.id === 'offline';
    end = await runAgent({
      model,
      messages: history,
      request: buildRequest({
        snapshot,
        builtins: offline ? [] : builtins,
        deferAbovePercent,
        offline,
        ...(userPrompt === undefined ? {} : { userPrompt }),
        ...(instructions ? { instructions } : {}),
        ...(model.contextTokens === undefined ? {} : { contextTokens: model.contextTokens }),
      }),
      snapshot,
      builtins: offline ? [] : builtins,
      execute: deps.execute,
      asker: offline ? 'assistant' : 'model',
      conversationId: id,
      limits,
      signal,
      callSignal: run.callSignal,
      uniqueId: conversation.uniqueId,
      ...(run.firstCalls ? { firstCalls: run.firstCalls } : {}),
      emit: (event) => {
        if (event.kind === 'state') {
          // The end of the run is told once everything is saved.
          if (event.state !== 'idle' && event.state !== 'failed') sink.state(event.state);
          return;
        }
        const next = applyEvent(answer, event, randomUUID);
        if (next !== answer) show(next);
        if (savedAtOnce(event)) throttle.now();
        else if (event.kind === 'text' || event.kind === 'reasoning') throttle.soon();
      },
    });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'HostError')) deps.logger.error('A run failed.', { conversationId: id, reason: String(error) });
    end = { stop: 'error', text: '', error: toErrorInfo(error) };
  }
  for (const message of history) if (message.role === 'tool' && message.images.length > 0) conversation.images.set(message.callId, message.images);
  show(endMessage(answer, end));
  throttle.now();
  if (began) deps.endRun?.(id);
  return end;
}
