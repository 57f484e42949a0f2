import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ChatView } from '../../../preload/contract/chat.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MessageView } from './MessageView.tsx';
import { RetryButton } from './RetryButton.tsx';

const COMPONENTS = { Footer: Foot };

/** The messages, oldest first. Only those in sight are in the page; the view stays at the end while an answer grows. */
export function MessageList({ chat }: { chat: ChatView }) {
  const { t } = useTranslation();
  const list = useRef<VirtuosoHandle>(null);
  const [atBottom, setAtBottom] = useState(true);
  const last = chat.order.length - 1;
  // Who sends a message wants to see it, wherever the view was.
  const lastIsOwn = chat.messages[chat.order[last] ?? '']?.role === 'user';
  const frame = useStickToEnd(list, atBottom, last);
  return (
    <section ref={frame} aria-label={t('chat.messages')} className="relative min-h-0 flex-1">
      <Virtuoso<string, ChatView>
        ref={list}
        className="h-full"
        data={chat.order}
        computeItemKey={(_, id) => id}
        initialTopMostItemIndex={{ index: last, align: 'end' }}
        followOutput={(atEnd) => (atEnd || lastIsOwn ? 'auto' : false)}
        atBottomThreshold={48}
        atBottomStateChange={setAtBottom}
        increaseViewportBy={400}
        itemContent={(index, id) => {
          const message = chat.messages[id];
          return <div className="mx-auto w-full max-w-[776px] px-4 pt-5">{message && <MessageView message={message} last={index === last} />}</div>;
        }}
        context={chat}
        components={COMPONENTS}
      />
      {!atBottom && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <IconButton
            label={t('chat.message.scrollDown')}
            icon={<ArrowDown size={15} aria-hidden />}
            look="float"
            onClick={() => list.current?.scrollToIndex({ index: last, align: 'end' })}
          />
        </div>
      )}
    </section>
  );
}

/** When the room for the messages changes (an approval opens), whoever read the end goes on reading the end. */
function useStickToEnd(list: RefObject<VirtuosoHandle | null>, atBottom: boolean, last: number): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const wanted = useRef({ atBottom, last });
  wanted.current = { atBottom, last };
  useEffect(() => {
    if (!frame.current) return;
    let height = frame.current.clientHeight;
    const observer = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.height ?? height;
      const stick = wanted.current.atBottom && Math.abs(next - height) > 1;
      height = next;
      if (stick) list.current?.scrollToIndex({ index: wanted.current.last, align: 'end' });
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [list]);
  return frame;
}

function Foot({ context: chat }: { context: ChatView }) {
  return (
    <div className="mx-auto w-full max-w-[776px] px-4 pt-3 pb-4">{chat.error && <ErrorNote error={chat.error} live actions={<RetryButton />} />}</div>
  );
}
