import type { Message, RunState } from '../../../preload/contract/chat.ts';
import type { ModelImage } from '../results/result.ts';
import { createUniqueIds, type UniqueId } from './callIds.ts';
import { recoverMessage } from './messageDraft.ts';

/** A conversation in memory while it is open or running. */
export interface Conversation {
  readonly id: string;
  /** Oldest first; replaced, never changed. */
  messages: readonly Message[];
  state: RunState;
  /** The window shows it: it stays in memory. */
  open: boolean;
  run?: { stop: AbortController; calls: Map<string, AbortController>; done: Promise<void> };
  /** Messages were sent while a run was busy: the next run answers them all (AGT-7). */
  waiting: boolean;
  uniqueId: UniqueId;
  /** Images of results of this session, by call; after a restart a model only gets their text. */
  images: Map<string, readonly ModelImage[]>;
}

/** Puts a stored conversation into memory. `repaired` are the messages that a crash had left open. */
export function loadConversation(id: string, stored: readonly Message[]): { conversation: Conversation; repaired: Message[] } {
  const messages = stored.map(recoverMessage);
  const callIds = messages.flatMap((message) => message.parts.flatMap((part) => (part.kind === 'tool' ? [part.call.id] : [])));
  return {
    conversation: { id, messages, state: 'idle', open: false, waiting: false, uniqueId: createUniqueIds(callIds), images: new Map() },
    repaired: messages.filter((message, index) => message !== stored[index]),
  };
}

/** Puts a message in its place, or at the end when it is new. */
export function putMessage(conversation: Conversation, message: Message): void {
  const index = conversation.messages.findLastIndex((other) => other.id === message.id);
  conversation.messages = index < 0 ? [...conversation.messages, message] : conversation.messages.with(index, message);
}
