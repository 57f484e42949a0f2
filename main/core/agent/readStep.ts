import type { Usage } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Model, ModelEvent, ModelPart, ModelRequest } from '../models/model.ts';
import type { AgentEvent } from './runEvents.ts';

/** A call as the model asked for it; `id` is already unique. */
export interface StepCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  argumentsText?: string;
  providerData?: unknown;
}

export interface Step {
  /** For the history. */
  parts: ModelPart[];
  calls: StepCall[];
  text: string;
  usage?: Usage;
  /** The step did not end as an answer: a provider's error, a refusal, an answer cut by length (AGT-2). */
  error?: ErrorInfo;
  aborted: boolean;
}

/**
 * Streams one step and collects it. Calls are only handed on when the model finished properly: a stream that broke off may hold half
 * of a call. Never rejects.
 */
export async function readStep(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  emit: (event: AgentEvent) => void,
  uniqueId: (id: string) => string,
): Promise<Step> {
  const step: Step = { parts: [], calls: [], text: '', aborted: false };
  let finish: Extract<ModelEvent, { kind: 'finish' }> | undefined;
  /** A reasoning block that its provider closed takes no more text. */
  let closed = false;
  try {
    for await (const event of model.stream(request, signal)) {
      if (signal.aborted) break;
      const last = step.parts.at(-1);
      switch (event.kind) {
        case 'text':
          step.text += event.text;
          if (last?.kind === 'text') last.text += event.text;
          else step.parts.push({ kind: 'text', text: event.text });
          emit(event);
          break;
        case 'reasoning': {
          const open = last?.kind === 'reasoning' && !closed ? last : undefined;
          const part = open ?? { kind: 'reasoning' as const, text: '' };
          if (!open) step.parts.push(part);
          part.text += event.text;
          if (event.providerData !== undefined) part.providerData = event.providerData;
          closed = event.providerData !== undefined;
          emit(event);
          break;
        }
        case 'tool-call': {
          const { kind: _, ...call } = event;
          step.calls.push({ ...call, id: uniqueId(event.id) });
          break;
        }
        case 'retry':
          emit(retryNotice(event));
          break;
        case 'form':
          emit(event);
          break;
        case 'finish':
          finish = event;
          break;
        case 'error':
          step.error = event.error;
          break;
      }
    }
  } catch (error) {
    // A model never rejects by contract; if one does, the run ends with an error instead of hanging.
    step.error = toErrorInfo(error, 'model.failed');
  }
  if (signal.aborted) return { ...step, calls: [], aborted: true };
  if (finish?.usage) step.usage = finish.usage;
  const error = step.error ?? endingError(model.id, finish);
  if (error) return { ...step, error, calls: [] };
  for (const call of step.calls) {
    step.parts.push({
      kind: 'tool-call',
      id: call.id,
      name: call.name,
      arguments: call.arguments,
      ...(call.providerData === undefined ? {} : { providerData: call.providerData }),
    });
  }
  return step;
}

function retryNotice({ attempt, inMs, error }: Extract<ModelEvent, { kind: 'retry' }>): AgentEvent {
  const when = inMs === 0 ? 'Trying again now.' : `Trying again in ${Math.max(1, Math.round(inMs / 1000))} s (attempt ${attempt + 1}).`;
  return { kind: 'notice', code: error.code, message: `${error.message} ${when}`, params: { ...error.params, attempt, inMs } };
}

function endingError(model: string, finish: Extract<ModelEvent, { kind: 'finish' }> | undefined): ErrorInfo | undefined {
  if (!finish)
    return { code: 'model.failed', message: `${model} ended its answer without saying that it was finished.`, fix: 'Send the message again.' };
  if (finish.reason === 'refused')
    return {
      code: 'model.refused',
      message: `${model} refused to answer.`,
      fix: 'Say it in another way, or choose another model.',
      params: { model },
    };
  if (finish.reason === 'length')
    return {
      code: 'model.truncated',
      message: `The answer of ${model} was cut: it reached the limit of output tokens.`,
      fix: 'Raise the output limit in the model settings, or ask it to go on.',
      params: { model },
    };
  return undefined;
}
