import type { ModelRequest } from '../model.ts';
import type { ProviderFailure } from './providerErrors.ts';

/** What a provider has refused so far; such parts are not sent again. */
export interface Refused {
  tools: Set<string>;
  images: boolean;
}

export const nothingRefused = (): Refused => ({ tools: new Set(), images: false });

const TOOL_NAME = /(?:function|tool) ['"`]([a-zA-Z0-9_-]{1,64})['"`]/;
const TOOL_INDEX = /(?:tools|function_declarations)[.[](\d+)/;

/**
 * One bad part must not make a conversation unusable: when a provider answers 400 and names a tool's definition or an image, that part is
 * noted and the step can be sent again without it. Returns what to tell, or undefined when the refusal is about something else.
 */
export function noteRefused(refused: Refused, request: ModelRequest, failure: ProviderFailure): string | undefined {
  if (failure.status !== 400 && failure.status !== 422) return undefined;
  const named = TOOL_NAME.exec(failure.said)?.[1];
  const index = TOOL_INDEX.exec(failure.said)?.[1];
  const tool = request.tools.find((candidate) => candidate.name === named) ?? (index === undefined ? undefined : request.tools[Number(index)]);
  if (tool) {
    refused.tools.add(tool.name);
    return `The provider refused the definition of the tool ${tool.name}; it is left out. It said: ${failure.said}`;
  }
  if (!refused.images && /image|media|multimodal|vision/i.test(failure.said) && request.messages.some(hasImages)) {
    refused.images = true;
    return `The provider refused an image; images are left out. It said: ${failure.said}`;
  }
  return undefined;
}

/** The request without what was refused before. */
export function withoutRefused(request: ModelRequest, refused: Refused): ModelRequest {
  return {
    ...request,
    tools: refused.tools.size === 0 ? request.tools : request.tools.filter(({ name }) => !refused.tools.has(name)),
    messages: refused.images ? request.messages.map(dropImages) : request.messages,
  };
}

type Message = ModelRequest['messages'][number];

const hasImages = (message: Message): boolean => message.role !== 'assistant' && (message.images?.length ?? 0) > 0;

function dropImages(message: Message): Message {
  if (message.role === 'assistant' || !hasImages(message)) return message;
  return { ...message, images: [], text: `${message.text}\n[An image was left out: this model did not take it.]` };
}
