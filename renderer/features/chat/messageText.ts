import type { Message, Part } from '../../../preload/contract/chat.ts';

/** The words of a message as one text, without reasoning, tools and notices. */
export const textOf = (message: Message): string =>
  message.parts
    .filter((part): part is Extract<Part, { kind: 'text' }> => part.kind === 'text')
    .map((part) => part.text)
    .join('\n\n');
