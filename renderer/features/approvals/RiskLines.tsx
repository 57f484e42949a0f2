import { Eye, Globe, House, Info, PencilLine, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { cx } from '../../ui/cx.ts';

/** The risk in plain words: what it does to data, where it reaches, and how far the server's own word counts. */
export function RiskLines({ request, id }: { request: ApprovalRequest; id: string }) {
  const { t } = useTranslation();
  const { risk, because } = request;
  const known = because === 'default' || because === 'definition-changed' || because === 'destructive';
  return (
    <ul id={id} className="flex flex-col gap-1 text-sm">
      {because === 'definition-changed' && !request.previous && (
        <Line icon={<TriangleAlert size={15} aria-hidden />} ink="text-warn" strong>
          {t('approvals.because.definition-changed')}
        </Line>
      )}
      {risk.destructive ? (
        <Line icon={<TriangleAlert size={15} aria-hidden />} ink="text-bad" strong>
          {t('approvals.risk.destructive')}
        </Line>
      ) : risk.readOnly ? (
        <Line icon={<Eye size={15} aria-hidden />} ink="text-text-3">
          {t('approvals.risk.readOnly')}
        </Line>
      ) : risk.claims?.readOnly ? (
        <Line icon={<Eye size={15} aria-hidden />} ink="text-text-3">
          {t('approvals.risk.claimsReadOnly')}
        </Line>
      ) : (
        <Line icon={<PencilLine size={15} aria-hidden />} ink="text-warn">
          {t('approvals.risk.writes')}
        </Line>
      )}
      <Line icon={risk.openWorld ? <Globe size={15} aria-hidden /> : <House size={15} aria-hidden />} ink="text-text-3">
        {t(
          !risk.openWorld ? 'approvals.risk.closedWorld' : risk.claims?.closedWorld ? 'approvals.risk.claimsClosedWorld' : 'approvals.risk.openWorld',
        )}{' '}
        <span className="text-text-3">{!risk.declared ? t('approvals.risk.undeclared') : !risk.trusted && t('approvals.risk.untrusted')}</span>
      </Line>
      {because !== 'definition-changed' && (
        <Line icon={<Info size={15} aria-hidden />} ink="text-text-3">
          {known ? t(`approvals.because.${because}`) : t('approvals.because.rule', { rule: because })}
        </Line>
      )}
    </ul>
  );
}

function Line({ icon, ink, strong = false, children }: { icon: ReactNode; ink: string; strong?: boolean; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <span className={cx('mt-0.5 shrink-0', ink)}>{icon}</span>
      <span className={cx('min-w-0', strong ? 'font-medium' : 'text-text-2')}>{children}</span>
    </li>
  );
}
