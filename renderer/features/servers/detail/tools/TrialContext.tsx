import { type ReactNode, useMemo } from 'react';
import { ChatContext } from '../../../chat/context.ts';
import type { ChatActions } from '../../../chat/useChatActions.ts';
import { useAction } from '../../../feedback/useAction.ts';

const nothing = (): undefined => undefined;

/** A card outside a conversation: of all that can be done in one, only its call can be cancelled. */
export function TrialContext({ callId, children }: { callId: string; children: ReactNode }) {
  const run = useAction();
  const actions = useMemo(
    (): ChatActions => ({
      send: async () => false,
      stop: nothing,
      retry: nothing,
      cancelCall: () => void run('tools.cancelCall', { callId }),
      answerForm: nothing,
    }),
    [run, callId],
  );
  return <ChatContext.Provider value={actions}>{children}</ChatContext.Provider>;
}
