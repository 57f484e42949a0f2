import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolRow } from '../../../../../preload/contract/tools.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Switch } from '../../../../ui/Switch.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { RiskBadges } from '../../../approvals/RiskBadges.tsx';
import { ToolDetails } from './ToolDetails.tsx';

/** Of a closed row in pixels: all are alike, so that a list of 10,000 scrolls without measuring. */
export const ROW_HEIGHT = 54;

interface ToolListRowProps {
  row: ToolRow | undefined;
  open: boolean;
  deferred: boolean;
  revision: string;
  onToggle: (name: string) => void;
  onEnable: (name: string, enabled: boolean) => void;
  onTry: (original: string) => void;
}

/** One tool: what it is and may do, a switch, and on demand its whole definition. */
export const ToolListRow = memo(function ToolListRow({ row, open, deferred, revision, onToggle, onEnable, onTry }: ToolListRowProps) {
  const { t } = useTranslation();
  if (!row) {
    return (
      <div className="border-b border-line px-5" style={{ height: ROW_HEIGHT }}>
        <span className="block pt-4 text-xs text-text-3">{t('tools.loadingRow')}</span>
      </div>
    );
  }
  const { title, original, enabled } = row;
  return (
    <div className={cx('border-b border-line px-5', !open && 'contain-content')}>
      <div className="flex items-center gap-3" style={{ height: ROW_HEIGHT - 1 }}>
        <button
          type="button"
          aria-expanded={open}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm text-start outline-offset-[-2px]"
          onClick={() => onToggle(row.name)}
        >
          <ChevronRight size={14} className={cx('shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
          <span className={cx('min-w-0 flex-1', !enabled && 'text-text-3')}>
            <span className="flex items-center gap-2">
              <span className="truncate text-sm font-medium">
                <VisibleText text={title} />
              </span>
              {title !== original && (
                <code className="code min-w-12 shrink-[2] truncate text-text-3">
                  <VisibleText text={original} />
                </code>
              )}
              <span className="flex shrink-0 items-center gap-1">
                <RiskBadges risk={row.risk} compact />
                {row.pin === 'changed' && <Badge tone="warn">{t('tools.row.changed')}</Badge>}
                {row.hidden && <Badge tone="warn">{t('tools.row.hidden')}</Badge>}
                {row.appOnly && <Badge>{t('tools.row.appOnly')}</Badge>}
              </span>
            </span>
            <span className="mt-0.5 block truncate text-xs text-text-2">{row.line}</span>
          </span>
        </button>
        <Switch checked={enabled} onChange={(next) => onEnable(row.name, next)} label={t('tools.enabled', { name: title })} />
      </div>
      {open && <ToolDetails server={row.server} original={original} deferred={deferred} revision={revision} onTry={onTry} />}
    </div>
  );
});
