import { Eye, Globe, PencilLine, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Risk } from '../../../preload/contract/tools.ts';
import { Badge } from '../../ui/Badge.tsx';

/** What the gate believes about a tool, in one or two words. */
export function RiskBadges({ risk, compact = false }: { risk: Risk; compact?: boolean }) {
  const { t } = useTranslation();
  const size = 11;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {risk.destructive ? (
        <Badge tone="bad" icon={<TriangleAlert size={size} aria-hidden />}>
          {t('approvals.risk.badge.destructive')}
        </Badge>
      ) : risk.readOnly ? (
        <Badge icon={<Eye size={size} aria-hidden />}>{t('approvals.risk.badge.readOnly')}</Badge>
      ) : risk.claims?.readOnly ? (
        <Badge icon={<Eye size={size} aria-hidden />}>{t('approvals.risk.badge.claimsReadOnly')}</Badge>
      ) : (
        <Badge tone="warn" icon={<PencilLine size={size} aria-hidden />}>
          {t('approvals.risk.badge.writes')}
        </Badge>
      )}
      {risk.openWorld && !risk.claims?.closedWorld && !compact && (
        <Badge icon={<Globe size={size} aria-hidden />}>{t('approvals.risk.badge.openWorld')}</Badge>
      )}
    </span>
  );
}
