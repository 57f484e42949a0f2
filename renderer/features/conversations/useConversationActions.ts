import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import { showToast } from '../feedback/toasts.ts';
import { useAction } from '../feedback/useAction.ts';
import { go, useNav } from '../shell/nav.ts';

/** What can be done with a conversation in the list. Deleting can be undone, so it does not ask. */
export function useConversationActions() {
  const { t } = useTranslation();
  const run = useAction();
  return useMemo(
    () => ({
      rename: (id: string, title: string) => run('chat.rename', { id, title }),
      pin: (id: string, pinned: boolean) => run('chat.pin', { id, pinned }),
      remove: async ({ id, title }: ConversationSummary) => {
        if (!(await run('chat.remove', { id }))) return;
        const { place } = useNav.getState();
        if (place.page === 'chat' && place.id === id) go({ page: 'chat' });
        const name = title || t('shell.untitled');
        showToast({
          text: t('shell.conversation.deleted', { title: name }),
          action: {
            label: t('common.undo'),
            run: () => {
              void run('chat.restore', { id }).then((restored) => restored && go({ page: 'chat', id }));
            },
          },
        });
      },
    }),
    [run, t],
  );
}
