import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { cx } from '../../ui/cx.ts';
import { VisibleText } from '../../ui/text/VisibleText.tsx';

interface QueueStripProps {
  queue: readonly ApprovalRequest[];
  index: number;
  onLook: (index: number) => void;
}

/** More than this are reached by the arrows; a flood must not push the question out of sight. */
const MAX_SHOWN = 12;

const HINT_MAX = 40;
/** What tells a call from others of its tool: its first short argument, else its server. */
function hintOf({ server, arguments: args }: ApprovalRequest): string {
  const [value] = Object.values(args);
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, HINT_MAX) : server;
}

/** All that waits, side by side, so that it can be answered in any order. */
export function QueueStrip({ queue, index, onLook }: QueueStripProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('approvals.queue')} className="shrink-0 overflow-x-auto border-b border-line bg-well px-4 py-1.5">
      <ul className="flex gap-1.5">
        {queue.slice(0, MAX_SHOWN).map((request, i) => (
          <li key={request.id} className="min-w-0 shrink-0">
            <button
              type="button"
              aria-current={i === index ? 'true' : undefined}
              onClick={() => onLook(i)}
              className={cx(
                'flex h-6 max-w-56 items-center gap-1.5 rounded-full border px-2.5 text-xs',
                i === index ? 'border-buoy-line bg-buoy-soft font-medium text-text' : 'border-line-strong bg-raised text-text-2 hover:text-text',
              )}
            >
              {request.risk.destructive && (
                <TriangleAlert size={11} className="shrink-0 text-bad" aria-label={t('approvals.risk.badge.destructive')} />
              )}
              <span className="max-w-32 shrink-0 truncate">
                <VisibleText text={request.title} />
              </span>
              <span className="truncate text-text-3">
                <VisibleText text={hintOf(request)} />
              </span>
            </button>
          </li>
        ))}
        {queue.length > MAX_SHOWN && <li className="self-center text-xs text-text-3">+{queue.length - MAX_SHOWN}</li>}
      </ul>
    </nav>
  );
}
