import { ChevronDown, ChevronLeft, ChevronRight, Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { Tip } from '../shell/Tip.tsx';
import { RiskBadges } from './RiskBadges.tsx';

interface RequestHeadProps {
  request: ApprovalRequest;
  titleId: string;
  index: number;
  total: number;
  onLook: (index: number) => void;
  onAside: () => void;
}

/** Who wants what: the tool's title, its real name, its server, and the place in the queue. */
export function RequestHead({ request, titleId, index, total, onLook, onAside }: RequestHeadProps) {
  const { t } = useTranslation();
  return (
    <header className="flex shrink-0 items-start gap-3 px-4 pt-3 pb-2">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-buoy-soft text-buoy-text">
        <Hand size={16} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={titleId} className="text-md font-semibold [overflow-wrap:anywhere]">
          {t('approvals.title', { tool: request.title })}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-text-3">
          <span>
            {t('approvals.server')} <span className="font-medium text-text">{request.server}</span>
          </span>
          <code className="code text-text-2 [overflow-wrap:anywhere]">
            <VisibleText text={request.original} />
          </code>
          <RiskBadges risk={request.risk} />
        </p>
      </div>
      {total > 1 && (
        <div className="flex shrink-0 items-center">
          <IconButton
            label={t('approvals.previous')}
            tip={<Tip label={t('approvals.previous')} keys="Alt+←" />}
            icon={<ChevronLeft size={15} aria-hidden />}
            size="sm"
            onClick={() => onLook((index + total - 1) % total)}
          />
          <span className="num px-0.5 text-xs text-text-2">{t('approvals.position', { index: index + 1, total })}</span>
          <IconButton
            label={t('approvals.next')}
            tip={<Tip label={t('approvals.next')} keys="Alt+→" />}
            icon={<ChevronRight size={15} aria-hidden />}
            size="sm"
            onClick={() => onLook((index + 1) % total)}
          />
        </div>
      )}
      <IconButton
        label={t('approvals.minimise')}
        tip={t('approvals.minimiseTip')}
        icon={<ChevronDown size={16} aria-hidden />}
        size="sm"
        onClick={onAside}
      />
    </header>
  );
}
