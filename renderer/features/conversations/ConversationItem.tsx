import { CircleAlert, Hand } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { go } from '../shell/nav.ts';
import { ConversationMenu } from './ConversationMenu.tsx';
import { RenameField } from './RenameField.tsx';
import { useConversationActions } from './useConversationActions.ts';

export function ConversationItem({ conversation, current }: { conversation: ConversationSummary; current: boolean }) {
  const { t } = useTranslation();
  const actions = useConversationActions();
  const [renaming, setRenaming] = useState(false);
  const { id, run } = conversation;
  const title = conversation.title || t('shell.untitled');
  if (renaming) {
    return (
      <RenameField
        title={conversation.title}
        onDone={(next) => {
          setRenaming(false);
          if (next) void actions.rename(id, next);
        }}
      />
    );
  }
  return (
    <div className={cx('group relative flex items-center rounded-sm', current ? 'bg-active' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        className="flex h-[30px] min-w-0 flex-1 items-center gap-2 rounded-sm pr-8 pl-2.5 text-start text-sm"
        onClick={() => go({ page: 'chat', id })}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => event.key === 'F2' && setRenaming(true)}
      >
        <span className={cx('truncate', current && 'font-medium')}>{title}</span>
        <RunSign run={run} />
      </button>
      <div className="absolute right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100">
        <ConversationMenu conversation={conversation} onRename={() => setRenaming(true)} className="bg-frame" />
      </div>
    </div>
  );
}

/** What a conversation is doing while the person looks elsewhere. */
function RunSign({ run }: { run: ConversationSummary['run'] }) {
  const { t } = useTranslation();
  if (run === 'idle') return null;
  if (run === 'waiting-approval') {
    return (
      <span className="ml-auto text-buoy-text" title={t('shell.conversation.waiting')}>
        <Hand size={13} aria-hidden />
        <span className="sr-only">{t('shell.conversation.waiting')}</span>
      </span>
    );
  }
  if (run === 'failed') {
    return (
      <span className="ml-auto text-bad" title={t('shell.conversation.failed')}>
        <CircleAlert size={13} aria-hidden />
        <span className="sr-only">{t('shell.conversation.failed')}</span>
      </span>
    );
  }
  return (
    <span className="ml-auto text-busy" title={t('shell.conversation.running')}>
      <Spinner size={13} />
      <span className="sr-only">{t('shell.conversation.running')}</span>
    </span>
  );
}
