import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { useResource } from '../../host/resource.ts';
import { selectApprovals, selectElicitations } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useApprovalPanel } from '../approvals/panel.ts';
import { useElicitationPanel } from '../elicitations/panel.ts';
import { useAction } from '../feedback/useAction.ts';
import { ChatEmpty } from './ChatEmpty.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { Composer } from './composer/Composer.tsx';
import { ChatContext } from './context.ts';
import { NEW_DRAFT, useDrafts } from './drafts.ts';
import { MessageList } from './MessageList.tsx';
import { PendingSyncHint } from './PendingSyncHint.tsx';
import { useChatActions } from './useChatActions.ts';
import { useRunAnnouncer } from './useRunAnnouncer.ts';

/** One conversation, or the place where a new one begins. */
export function ChatPage({ id }: { id: string | undefined }) {
  const actions = useChatActions(id);
  const summary = useHost((host) => (id ? host.conversations[id] : undefined));
  const covered = useCovered(id);
  useRunAnnouncer(summary?.run);
  return (
    <ChatContext.Provider value={actions}>
      <ChatHeader key={`head-${id}`} conversation={summary} />
      {id ? <OpenChat key={`chat-${id}`} id={id} /> : <ChatEmpty />}
      <div className={covered ? 'hidden' : 'shrink-0 px-4 pb-3'}>
        <div className="mx-auto w-full max-w-[776px]">
          {summary?.pendingSync && <PendingSyncHint />}
          <Composer id={id} run={summary?.run ?? 'idle'} />
        </div>
      </div>
    </ChatContext.Provider>
  );
}

/**
 * An open approval or question takes the place of an empty composer: the run waits, the conversation keeps its room, and nobody writes
 * the answer into the wrong field. A draft is never taken away.
 */
function useCovered(id: string | undefined): boolean {
  const approvals = useHost(selectApprovals).length > 0;
  const approvalsAside = useApprovalPanel((state) => state.aside);
  const questions = useHost(selectElicitations).length > 0;
  const questionsAside = useElicitationPanel((state) => state.aside);
  const draft = useDrafts((state) => state.drafts[id ?? NEW_DRAFT] ?? '');
  return ((approvals && !approvalsAside) || (questions && !questionsAside)) && draft === '';
}

/** Main mirrors only the conversations a window has opened; this opens one while it is shown. */
function OpenChat({ id }: { id: string }) {
  const { t } = useTranslation();
  const run = useAction();
  const { error, loading, reload } = useResource(
    'chat.open',
    useMemo(() => ({ id }), [id]),
  );
  const chat = useHost((host) => host.chats[id]);
  useEffect(() => () => void run('chat.close', { id }), [id, run]);
  if (chat) return chat.order.length === 0 && !chat.error ? <ChatEmpty /> : <MessageList chat={chat} />;
  if (error) {
    return (
      <div className="mx-auto w-full max-w-xl flex-1 p-6">
        <ErrorNote
          error={error}
          actions={
            <Button size="sm" onClick={reload}>
              {t('common.retry')}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className="flex flex-1 items-center justify-center gap-2 text-sm text-text-3" aria-busy={loading}>
      <Spinner /> {t('common.loading')}
    </div>
  );
}
