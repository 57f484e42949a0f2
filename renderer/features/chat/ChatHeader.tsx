import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import { ConversationMenu } from '../conversations/ConversationMenu.tsx';
import { RenameField } from '../conversations/RenameField.tsx';
import { useConversationActions } from '../conversations/useConversationActions.ts';
import { PageHeader } from '../shell/PageHeader.tsx';
import { ConversationTools } from './tool/ConversationTools.tsx';

/** The head of a conversation: its title, which can be edited in its place, and what can be done with it. */
export function ChatHeader({ conversation }: { conversation: ConversationSummary | undefined }) {
  const { t } = useTranslation();
  const actions = useConversationActions();
  const [renaming, setRenaming] = useState(false);
  if (!conversation) {
    return (
      <PageHeader title={t('shell.newChat')}>
        <ConversationTools conversation={undefined} />
      </PageHeader>
    );
  }
  const done = (title: string | undefined) => {
    setRenaming(false);
    if (title) void actions.rename(conversation.id, title);
  };
  return (
    <PageHeader title={renaming ? <RenameField title={conversation.title} onDone={done} /> : conversation.title || t('shell.untitled')}>
      <ConversationTools conversation={conversation} />
      <ConversationMenu conversation={conversation} onRename={() => setRenaming(true)} />
    </PageHeader>
  );
}
