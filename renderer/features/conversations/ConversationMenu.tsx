import { MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useConversationActions } from './useConversationActions.ts';

interface ConversationMenuProps {
  conversation: ConversationSummary;
  onRename: () => void;
  className?: string;
}

/** What can be done with a conversation, the same in the list and in the head of its page. */
export function ConversationMenu({ conversation, onRename, className }: ConversationMenuProps) {
  const { t } = useTranslation();
  const actions = useConversationActions();
  const { id, pinned } = conversation;
  const title = conversation.title || t('shell.untitled');
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t('shell.conversation.menu', { title })}
          icon={<MoreHorizontal size={15} aria-hidden />}
          size="sm"
          tooltip={false}
          {...(className ? { className } : {})}
        />
      }
      entries={[
        { id: 'rename', label: t('shell.conversation.rename'), icon: <Pencil size={14} aria-hidden />, hint: 'F2', onSelect: onRename },
        pinned
          ? { id: 'unpin', label: t('shell.conversation.unpin'), icon: <PinOff size={14} aria-hidden />, onSelect: () => void actions.pin(id, false) }
          : { id: 'pin', label: t('shell.conversation.pin'), icon: <Pin size={14} aria-hidden />, onSelect: () => void actions.pin(id, true) },
        { kind: 'separator', id: 'separator' },
        {
          id: 'delete',
          label: t('shell.conversation.delete'),
          icon: <Trash2 size={14} aria-hidden />,
          danger: true,
          onSelect: () => void actions.remove(conversation),
        },
      ]}
    />
  );
}
