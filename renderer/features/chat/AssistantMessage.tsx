import { CircleStop, RotateCw, Sparkles, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../preload/contract/chat.ts';
import { useFormat } from '../../i18n/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useChat } from './context.ts';
import { textOf } from './messageText.ts';
import { PartView } from './PartView.tsx';
import { RetryButton } from './RetryButton.tsx';
import { segmentsOf } from './segments.ts';
import { ParallelCalls } from './tool/ParallelCalls.tsx';

const OFFLINE = 'offline';

export function AssistantMessage({ message, last }: { message: Message; last: boolean }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const offline = message.model === OFFLINE;
  const name = t(offline ? 'chat.offlineAssistant' : 'chat.assistant');
  const streaming = message.status === 'streaming';
  return (
    <article aria-label={`${name}, ${time(message.createdAt)}`} aria-busy={streaming || undefined} className="group">
      <header className="mb-1.5 flex min-h-6 items-center gap-2 text-xs text-text-3">
        {offline ? <Unplug size={14} aria-hidden /> : <Sparkles size={14} className="text-accent-text" aria-hidden />}
        <span className="font-medium text-text-2">{offline ? name : (message.model ?? name)}</span>
        {offline && (
          <Tooltip content={t('chat.offlineTip')}>
            <button type="button" className="rounded-xs">
              <Badge>{t('chat.offlineLabel')}</Badge>
            </button>
          </Tooltip>
        )}
      </header>
      <div className="space-y-2.5 text-base">
        {segmentsOf(message.parts).map((segment) =>
          segment.kind === 'parallel' ? (
            <ParallelCalls key={segment.first} calls={segment.calls} offline={offline} />
          ) : (
            <PartView
              key={segment.first}
              part={segment.part}
              streaming={streaming && segment.first === message.parts.length - 1}
              offline={offline}
              last={last && !streaming && segment.first === message.parts.length - 1}
            />
          ),
        )}
        {streaming && <Working message={message} />}
        {message.status === 'stopped' && (
          <p className="flex items-center gap-1.5 text-xs text-text-3">
            <CircleStop size={13} aria-hidden />
            {t('chat.message.stopped')}
          </p>
        )}
        {message.error && <ErrorNote error={message.error} live={last} actions={last ? <RetryButton /> : undefined} />}
      </div>
      {!streaming && <MessageFoot message={message} last={last} />}
    </article>
  );
}

/** Shown while nothing else moves: before the first word, between steps. */
function Working({ message }: { message: Message }) {
  const { t } = useTranslation();
  const last = message.parts.at(-1);
  if (last?.kind === 'text' || last?.kind === 'reasoning') return null;
  if (last?.kind === 'tool' && last.call.state !== 'done' && last.call.state !== 'failed') return null;
  if (last?.kind === 'form' && last.state === 'open') return null;
  return (
    <p className="flex items-center gap-2 text-sm text-text-3">
      <Spinner /> {t('chat.message.working')}
    </p>
  );
}

function MessageFoot({ message, last }: { message: Message; last: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { retry } = useChat();
  const tokens = message.usage?.totalTokens;
  return (
    <footer
      className="mt-1 -ml-1 flex h-7 items-center gap-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-last:opacity-100"
      data-last={last || undefined}
    >
      <CopyButton text={() => textOf(message)} label={t('chat.message.copy')} />
      {last && <IconButton label={t('chat.message.retry')} icon={<RotateCw size={14} aria-hidden />} size="sm" onClick={retry} />}
      {tokens !== undefined && <span className="num ml-1.5 text-xs text-text-3">{t('chat.message.tokens', { value: number(tokens) })}</span>}
    </footer>
  );
}
