import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import type { Clock } from '../../ports.ts';
import type { Model, ModelEvent, ModelRequest } from '../model.ts';
import { describeFailure, type ProviderFacts } from './providerErrors.ts';
import { readStream, StreamFault } from './readStream.ts';
import { noteRefused, nothingRefused, withoutRefused } from './refusedParts.ts';
import { type RetryPolicy, retryDelay } from './retryDelay.ts';
import type { SdkModel, SdkOptions, SdkPrompt, SdkTools } from './sdkTypes.ts';
import { type PromptOptions, toPrompt } from './toPrompt.ts';

/** What a provider adds to the common work: how to load it, and its own ways. */
export interface SdkModelParts {
  id: string;
  facts: ProviderFacts;
  contextTokens?: number;
  maxOutputTokens: number;
  /** Imports the provider's package at the first use, so that start-up stays fast. */
  load: () => Promise<SdkModel>;
  prompt: PromptOptions;
  providerOptions?: SdkOptions;
  /** Repairs a schema for this provider (TOL-4). */
  normalizeSchema: (schema: JsonSchema) => JsonSchema;
  retry: RetryPolicy;
  clock: Clock;
  random: () => number;
}

type SdkSchema = Extract<SdkTools[number], { type: 'function' }>['inputSchema'];

/**
 * A Model over one of the SDK's provider models: one step a call, tools without execute, own retries. A step is only sent again
 * while nothing of its answer was passed on; after that a failure ends the step.
 */
export function createSdkModel(parts: SdkModelParts): Model {
  let loaded: Promise<SdkModel> | undefined;
  const { facts, clock } = parts;
  const refused = nothingRefused();

  async function* attempt(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    loaded ??= parts.load();
    const model = await loaded;
    const prompt: SdkPrompt = await toPrompt(request.system, request.messages, parts.prompt);
    const tools: SdkTools = request.tools.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: parts.normalizeSchema(tool.inputSchema) as SdkSchema,
    }));
    const { stream } = await model.doStream({
      prompt,
      maxOutputTokens: parts.maxOutputTokens,
      abortSignal: signal,
      ...(tools.length > 0 ? { tools, toolChoice: { type: 'auto' } } : {}),
      ...(parts.providerOptions ? { providerOptions: parts.providerOptions } : {}),
    });
    yield* readStream(stream);
  }

  return {
    id: parts.id,
    ...(parts.contextTokens === undefined ? {} : { contextTokens: parts.contextTokens }),
    async *stream(original, signal) {
      let retries = 0;
      // Each round can only leave out something that is still there, so this ends.
      for (;;) {
        const request = withoutRefused(original, refused);
        let started = false;
        let content = false;
        let finished = false;
        try {
          for await (const event of attempt(request, signal)) {
            if (signal.aborted) return;
            if (event.kind === 'finish') {
              finished = true;
              if (!content && (event.reason === 'end' || event.reason === 'other' || event.reason === 'tool-calls')) yield emptyAnswer(facts);
              else yield event;
              return;
            }
            started = true;
            if (event.kind === 'text' || event.kind === 'tool-call') content = true;
            yield event;
          }
          if (signal.aborted || finished) return;
          throw new StreamFault('The stream ended early.', { cause: new Error('terminated') });
        } catch (error) {
          if (signal.aborted) return;
          const failure = describeFailure(error instanceof StreamFault ? error.cause : error, facts, clock.now());
          const told = started ? undefined : noteRefused(refused, request, failure);
          if (told !== undefined) {
            yield { kind: 'retry', attempt: 1, inMs: 0, error: { ...failure.info, message: told } };
            continue;
          }
          retries += 1;
          const wait = failure.transient && !started ? retryDelay(parts.retry, retries, failure.retryAfterMs, parts.random()) : undefined;
          if (wait === undefined) {
            yield { kind: 'error', error: started ? cutShort(failure.info) : failure.info };
            return;
          }
          yield { kind: 'retry', attempt: retries, inMs: wait, error: failure.info };
          await pause(clock, wait, signal);
          if (signal.aborted) return;
        }
      }
    },
  };
}

function emptyAnswer(facts: ProviderFacts): ModelEvent {
  return {
    kind: 'error',
    error: {
      code: 'model.empty',
      message: `${facts.label} (${facts.host}) ended its answer without text and without a tool call.`,
      fix: 'Send the message again, or choose another model.',
      params: { provider: facts.label, host: facts.host, model: facts.model },
    },
  };
}

/** The part that did arrive stays; the message says that it is not whole. */
const cutShort = (info: ErrorInfo): ErrorInfo => ({ ...info, message: `The answer broke off. ${info.message}` });

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.after(ms, done);
    function done(): void {
      timer.cancel();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
