import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { useElapsed } from '../../../ui/Elapsed.tsx';
import { useChat } from '../context.ts';

/** A running call: how far it is, for how long it has run, and the way to end it (CAL-7). */
export function CallProgress({ call }: { call: ToolCallView }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { cancelCall } = useChat();
  const id = useId();
  const elapsed = useElapsed(call.startedAt ?? Date.now());
  const { progress } = call;
  const percent = progress?.total ? Math.min(100, (progress.progress / progress.total) * 100) : undefined;
  const words = [
    progress?.message,
    progress && (progress.total ? t('chat.tool.progressOf', { progress: progress.progress, total: progress.total }) : String(progress.progress)),
    call.startedAt !== undefined && t('chat.tool.elapsed', { value: duration(elapsed) }),
  ].filter(Boolean);
  return (
    <div className="border-t border-line px-3 py-2">
      <div className="flex items-center gap-3">
        <p id={id} className="num min-w-0 flex-1 truncate text-xs text-text-2">
          {words.join(' · ')}
        </p>
        <Button size="sm" variant="ghost" icon={<X size={13} aria-hidden />} onClick={() => cancelCall(call.id)}>
          {t('chat.tool.cancel')}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label={t('chat.tool.progress')}
        aria-describedby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
        className="mt-1.5 h-1 overflow-hidden rounded-full bg-active"
      >
        {percent === undefined ? (
          <div className="slide h-full w-1/4 rounded-full bg-busy" />
        ) : (
          <div className="h-full rounded-full bg-busy transition-[width]" style={{ width: `${percent}%` }} />
        )}
      </div>
    </div>
  );
}
