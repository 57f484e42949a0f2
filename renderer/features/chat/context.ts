import { createContext, useContext } from 'react';
import type { ChatActions } from './useChatActions.ts';

/** The actions of the conversation that is shown, for the parts deep inside it. */
export const ChatContext = createContext<ChatActions | undefined>(undefined);

export function useChat(): ChatActions {
  const actions = useContext(ChatContext);
  if (!actions) throw new Error('A part of a conversation is shown outside a conversation.');
  return actions;
}
