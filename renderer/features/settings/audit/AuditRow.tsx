import { Ban, ChevronRight, CircleAlert, CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry, RuleView } from '../../../../preload/contract/permissions.ts';
import { useFormat } from '../../../i18n/format.ts';
import { TONE_TEXT, type Tone } from '../../../ui/Badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { AuditDetails } from './AuditDetails.tsx';

const LOOK: Record<AuditEntry['outcome'], { Icon: typeof Ban; tone: Tone }> = {
  ok: { Icon: CircleCheck, tone: 'ok' },
  'tool-error': { Icon: CircleAlert, tone: 'bad' },
  failed: { Icon: CircleX, tone: 'bad' },
  denied: { Icon: Ban, tone: 'warn' },
  cancelled: { Icon: CircleSlash, tone: 'neutral' },
};

/** Head and rows share their columns. */
export const COLUMNS = 'grid grid-cols-[7.5rem_minmax(0,1fr)_4.5rem_7rem_5rem] items-center gap-x-3';

interface AuditRowProps {
  entry: AuditEntry;
  rule: RuleView | undefined;
  open: boolean;
  onToggle: () => void;
  onRevoke: (ruleId: string) => void;
}

export function AuditRow({ entry, rule, open, onToggle, onRevoke }: AuditRowProps) {
  const { t } = useTranslation();
  const { dayTime, duration } = useFormat();
  const { Icon, tone } = LOOK[entry.outcome];
  return (
    <div className="border-t border-line bg-raised">
      <button type="button" aria-expanded={open} onClick={onToggle} className={cx(COLUMNS, 'w-full px-3 py-2 text-start text-sm hover:bg-hover')}>
        <span className="num text-xs whitespace-nowrap text-text-3">{dayTime(entry.at)}</span>
        <span className="flex min-w-0 items-start gap-1">
          <ChevronRight size={13} className={cx('mt-1 shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
          <span className="flex min-w-0 flex-wrap gap-x-2 [overflow-wrap:anywhere]">
            <span className="font-medium">
              <VisibleText text={entry.original} />
            </span>
            <span className="text-text-3">
              <VisibleText text={entry.server} />
            </span>
          </span>
        </span>
        <span>{t(`settings.permissions.effect.${entry.verdict}`)}</span>
        <span className={cx('flex items-center gap-1.5 whitespace-nowrap', TONE_TEXT[tone])}>
          <Icon size={14} aria-hidden />
          {t(`settings.audit.outcome.${entry.outcome}`)}
        </span>
        <span className="num text-end text-xs whitespace-nowrap text-text-3">{entry.ms === undefined ? '—' : duration(entry.ms)}</span>
      </button>
      {open && <AuditDetails entry={entry} rule={rule} onRevoke={onRevoke} />}
    </div>
  );
}
