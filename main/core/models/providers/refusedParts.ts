import type { ModelRequest } from '../model.ts';
import type { ProviderFailure } from './providerErrors.ts';

/** A request made smaller by the part that the provider refused, and what to tell about it. */
export interface SmallerRequest {
  request: ModelRequest;
  told: string;
}

const TOOL_NAME = /(?:function|tool) ['"`]([a-zA-Z0-9_-]{1,64})['"`]/;
const TOOL_INDEX = /(?:tools|function_declarations)[.[](\d+)/;

/**
 * One bad part must not make a conversation unusable: when a provider answers 400 and names a tool's definition or an image, that
 * part is left out and the step is sent again. Undefined when the refusal is about something else.
 */
export function withoutRefusedPart(request: ModelRequest, failure: ProviderFailure): SmallerRequest | undefined {
  if (failure.status !== 400 && failure.status !== 422) return undefined;
  const named = TOOL_NAME.exec(failure.said)?.[1];
  const index = TOOL_INDEX.exec(failure.said)?.[1];
  const tool = request.tools.find((candidate) => candidate.name === named) ?? (index === undefined ? undefined : request.tools[Number(index)]);
  if (tool) {
    return {
      request: { ...request, tools: request.tools.filter((other) => other !== tool) },
      told: `The provider refused the definition of the tool ${tool.name}; it is left out. ${failure.said}`,
    };
  }
  if (/image|media/i.test(failure.said) && request.messages.some(hasImages)) {
    return {
      request: { ...request, messages: request.messages.map(dropImages) },
      told: `The provider refused an image; images are left out. ${failure.said}`,
    };
  }
  return undefined;
}

type Message = ModelRequest['messages'][number];

const hasImages = (message: Message): boolean => message.role !== 'assistant' && (message.images?.length ?? 0) > 0;

function dropImages(message: Message): Message {
  if (message.role === 'assistant' || !hasImages(message)) return message;
  return { ...message, images: [], text: `${message.text}\n[An image was left out: this model did not take it.]` };
}
