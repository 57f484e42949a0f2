import type { Message, Part } from '../../../preload/contract/chat.ts';
import type { ModelMessage, ModelPart } from '../models/model.ts';
import type { ModelImage } from '../results/result.ts';
import { callText } from './callText.ts';

type ToolPart = Extract<Part, { kind: 'tool' }>;

/**
 * A stored conversation as the history of a model. One stored answer holds several steps; a step ends where text follows a call or a call
 * of a later step. Reasoning of earlier turns stays out: providers want it back only within a turn. Every call gets its result, also one
 * that was cut off, because a call without a result makes providers refuse the conversation.
 */
export function toModelMessages(messages: readonly Message[], imagesOf: (callId: string) => readonly ModelImage[] = () => []): ModelMessage[] {
  return messages.flatMap((message) => (message.role === 'user' ? userMessage(message) : assistantMessages(message, imagesOf)));
}

function userMessage(message: Message): ModelMessage[] {
  const text = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  return text === '' ? [] : [{ role: 'user', text }];
}

function assistantMessages(message: Message, imagesOf: (callId: string) => readonly ModelImage[]): ModelMessage[] {
  const made: ModelMessage[] = [];
  let parts: ModelPart[] = [];
  let calls: ToolPart[] = [];
  const close = (): void => {
    if (parts.length > 0) made.push({ role: 'assistant', parts });
    for (const { call } of calls)
      made.push({ role: 'tool', callId: call.id, name: call.name, text: callText(call), isError: failed(call), images: [...imagesOf(call.id)] });
    parts = [];
    calls = [];
  };
  for (const part of message.parts) {
    if (part.kind === 'text') {
      if (calls.length > 0) close();
      if (part.text !== '') parts.push({ kind: 'text', text: part.text });
    } else if (part.kind === 'tool') {
      const last = calls.at(-1);
      if (last && last.step !== part.step) close();
      calls.push(part);
      const { id, name, arguments: args, askedArguments } = part.call;
      parts.push({
        kind: 'tool-call',
        id,
        name,
        arguments: askedArguments ?? args,
        ...(part.providerData === undefined ? {} : { providerData: part.providerData }),
      });
    } else if (part.kind === 'reasoning' && calls.length > 0) close();
  }
  close();
  return made;
}

const failed = ({ state, result }: ToolPart['call']): boolean => state !== 'done' || result?.isError === true;
