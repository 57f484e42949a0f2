import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { useFormat } from '../../../i18n/format.ts';
import { TONE_TEXT } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useApprovalPanel } from '../../approvals/panel.ts';
import { RiskBadges } from '../../approvals/RiskBadges.tsx';
import { ImageBlocks } from '../blocks/ImageBlock.tsx';
import { CallEnd } from './CallEnd.tsx';
import { CallProgress } from './CallProgress.tsx';
import { CALL_ICON, CALL_TONE, callLook } from './callLook.ts';
import { summary } from './summary.ts';
import { ToolDetails } from './ToolDetails.tsx';

/** One call in the conversation: closed it says what was called with what and how it went; open it shows everything. */
interface ToolCardProps {
  call: ToolCallView;
  offline: boolean;
  initiallyOpen?: boolean;
}

export const ToolCard = memo(function ToolCard({ call, offline, initiallyOpen = false }: ToolCardProps) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const [open, setOpen] = useState(initiallyOpen);
  const look = callLook(call);
  const Icon = CALL_ICON[look];
  const waiting = call.state === 'waiting-approval';
  return (
    // An article, not a landmark: one conversation may hold many calls of the same tool.
    <article
      aria-label={t('chat.tool.card', { title: call.title })}
      className={cx('overflow-hidden rounded-lg border bg-raised text-sm', waiting ? 'border-buoy-line' : 'border-line')}
    >
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-start gap-2.5 px-3 py-2 text-start outline-offset-[-2px] hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <Icon size={16} className={cx('mt-0.5 shrink-0', TONE_TEXT[CALL_TONE[look]], look === 'running' && 'spin')} aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-medium [overflow-wrap:anywhere]">{call.title}</span>
            {call.title !== call.original && <code className="code text-text-3 [overflow-wrap:anywhere]">{call.original}</code>}
            <span className="text-xs text-text-3">{t('chat.tool.on', { server: call.server })}</span>
          </span>
          <span className="code mt-0.5 block truncate text-text-3">{summary(call.arguments) || t('chat.tool.noArguments')}</span>
        </span>
        <span className="flex shrink-0 items-center gap-2 pt-px">
          {call.risk && <RiskBadges risk={call.risk} compact />}
          <span className={cx('text-xs', TONE_TEXT[CALL_TONE[look]])}>{t(`chat.tool.state.${look}`)}</span>
          {call.ms !== undefined && <span className="num text-xs text-text-3">{duration(call.ms)}</span>}
          <ChevronRight size={14} className={cx('text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
        </span>
      </button>
      {call.state === 'running' && <CallProgress call={call} />}
      {waiting && <WaitingRow />}
      <CallEnd call={call} />
      {!open && call.result && <ImageBlocks result={call.result} className="px-3 pb-3" />}
      {open && <ToolDetails call={call} offline={offline} />}
    </article>
  );
});

function WaitingRow() {
  const { t } = useTranslation();
  const open = useApprovalPanel((state) => state.open);
  return (
    <div className="flex items-center gap-3 border-t border-buoy-line bg-buoy-soft px-3 py-1.5 text-xs text-buoy-text">
      <span className="min-w-0 flex-1">{t('chat.tool.waitingHint')}</span>
      <Button size="sm" onClick={open}>
        {t('chat.tool.review')}
      </Button>
    </div>
  );
}
