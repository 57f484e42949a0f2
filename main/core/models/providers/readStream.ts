import type { Usage } from '../../../../preload/contract/chat.ts';
import type { ModelEvent } from '../model.ts';
import { parseArguments } from './parseArguments.ts';
import type { SdkStream, SdkStreamPart } from './sdkTypes.ts';

type FinishPart = Extract<SdkStreamPart, { type: 'finish' }>;
type Reason = Extract<ModelEvent, { kind: 'finish' }>['reason'];

/** An error the provider reported inside the stream; the caller describes it. */
export class StreamFault extends Error {
  override name = 'StreamFault';
}

/** `error` and `interrupted` are no ends: the stream broke off without the provider's closing word. */
const REASONS: Record<Exclude<FinishPart['finishReason']['unified'], 'error' | 'interrupted'>, Reason> = {
  stop: 'end',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'refused',
  other: 'other',
};

function usageOf({ usage }: FinishPart): Usage | undefined {
  const input = usage.inputTokens.total;
  const output = usage.outputTokens.total;
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    totalTokens: (input ?? 0) + (output ?? 0),
  };
}

/**
 * One step of the SDK's stream as ModelEvents. Signatures and ids of a reasoning block arrive spread over its parts; they are
 * collected and sent with the block's end, as an event without text that closes the block. Rejects with a StreamFault whose
 * cause is the provider's error; a lost connection rejects with the error of the transport.
 */
export async function* readStream(stream: SdkStream): AsyncGenerator<ModelEvent> {
  const metadata = new Map<string, Record<string, Record<string, unknown>>>();
  const note = (id: string, more: object | undefined): void => {
    if (!more) return;
    const known = metadata.get(id) ?? {};
    for (const [provider, values] of Object.entries(more)) known[provider] = { ...known[provider], ...values };
    metadata.set(id, known);
  };
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        if (part.delta !== '') yield { kind: 'text', text: part.delta };
        break;
      case 'reasoning-start':
        note(part.id, part.providerMetadata);
        break;
      case 'reasoning-delta':
        note(part.id, part.providerMetadata);
        if (part.delta !== '') yield { kind: 'reasoning', text: part.delta };
        break;
      case 'reasoning-end': {
        note(part.id, part.providerMetadata);
        const providerData = metadata.get(part.id);
        metadata.delete(part.id);
        if (providerData) yield { kind: 'reasoning', text: '', providerData };
        break;
      }
      case 'tool-call':
        // Calls that the provider runs itself are none of ours.
        if (part.providerExecuted) break;
        yield {
          kind: 'tool-call',
          id: part.toolCallId,
          name: part.toolName,
          ...parseArguments(part.input),
          ...(part.providerMetadata ? { providerData: part.providerMetadata } : {}),
        };
        break;
      case 'error':
        throw new StreamFault('The provider reported an error inside the stream.', { cause: part.error });
      case 'finish': {
        const { unified, raw } = part.finishReason;
        if (unified === 'error' || unified === 'interrupted')
          throw new StreamFault('The stream broke off.', { cause: new Error(raw ? `The model stopped with ${raw}.` : 'terminated') });
        const usage = usageOf(part);
        yield { kind: 'finish', reason: REASONS[unified], ...(usage ? { usage } : {}) };
        return;
      }
      default:
        break;
    }
  }
}
