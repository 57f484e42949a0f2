import { memo } from 'react';
import type { Message } from '../../../preload/contract/chat.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import { UserMessage } from './UserMessage.tsx';

/** Memoised by reference: main's patches copy only the message that changed. */
export const MessageView = memo(function MessageView({ message, last }: { message: Message; last: boolean }) {
  return message.role === 'user' ? <UserMessage message={message} /> : <AssistantMessage message={message} last={last} />;
});
