import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Virtuoso } from 'react-virtuoso';
import type { ChatView } from '../../../preload/contract/chat.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MessageView } from './MessageView.tsx';
import { RetryButton } from './RetryButton.tsx';
import { useStickToEnd } from './useStickToEnd.ts';

const COMPONENTS = { Footer: Foot };

/** The messages, oldest first. Only those in sight are in the page; the view stays at the end while an answer grows. */
export function MessageList({ chat }: { chat: ChatView }) {
  const { t } = useTranslation();
  const last = chat.order.length - 1;
  const lastId = chat.order[last];
  const own = lastId !== undefined && chat.messages[lastId]?.role === 'user';
  const { scrollerRef, onHeight, away, toEnd } = useStickToEnd(own ? lastId : undefined);
  return (
    <section aria-label={t('chat.messages')} className="relative min-h-0 flex-1">
      <Virtuoso<string, ChatView>
        className="h-full"
        data={chat.order}
        computeItemKey={(_, id) => id}
        initialTopMostItemIndex={{ index: last, align: 'end' }}
        scrollerRef={scrollerRef}
        totalListHeightChanged={onHeight}
        increaseViewportBy={400}
        itemContent={(index, id) => {
          const message = chat.messages[id];
          return <div className="mx-auto w-full max-w-[776px] px-4 pt-5">{message && <MessageView message={message} last={index === last} />}</div>;
        }}
        context={chat}
        components={COMPONENTS}
      />
      {away && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <IconButton label={t('chat.message.scrollDown')} icon={<ArrowDown size={15} aria-hidden />} look="float" onClick={toEnd} />
        </div>
      )}
    </section>
  );
}

function Foot({ context: chat }: { context: ChatView }) {
  return (
    <div className="mx-auto w-full max-w-[776px] px-4 pt-3 pb-4">{chat.error && <ErrorNote error={chat.error} live actions={<RetryButton />} />}</div>
  );
}
