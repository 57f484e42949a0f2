import { useMemo } from 'react';
import { useAction } from '../feedback/useAction.ts';
import { go } from '../shell/nav.ts';

/** What can be done in a conversation. A message to a new one creates it first. */
export function useChatActions(id: string | undefined) {
  const run = useAction();
  return useMemo(
    () => ({
      send: async (text: string): Promise<boolean> => {
        const chat = id ?? (await run('chat.create', {}))?.id;
        if (!chat) return false;
        if (chat !== id) go({ page: 'chat', id: chat });
        return (await run('chat.send', { id: chat, text })) !== undefined;
      },
      stop: () => id && void run('chat.stop', { id }),
      retry: () => id && void run('chat.retry', { id }),
      cancelCall: (callId: string) => id && void run('chat.cancelCall', { id, callId }),
      answerForm: (formId: string, values: Record<string, unknown> | undefined) =>
        id && void run('chat.answerForm', values ? { id, formId, values } : { id, formId }),
    }),
    [id, run],
  );
}
export type ChatActions = ReturnType<typeof useChatActions>;
