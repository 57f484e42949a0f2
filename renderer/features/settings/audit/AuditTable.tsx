import { Ban, ChevronRight, CircleAlert, CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalRequest, type AuditEntry } from '../../../../preload/contract/permissions.ts';
import { useFormat } from '../../../i18n/format.ts';
import { TONE_TEXT, type Tone } from '../../../ui/Badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';

const isAsker = (asker: string): asker is ApprovalRequest['asker'] => (ApprovalRequest.shape.asker.options as readonly string[]).includes(asker);

const LOOK: Record<AuditEntry['outcome'], { Icon: typeof Ban; tone: Tone }> = {
  ok: { Icon: CircleCheck, tone: 'ok' },
  'tool-error': { Icon: CircleAlert, tone: 'bad' },
  failed: { Icon: CircleX, tone: 'bad' },
  denied: { Icon: Ban, tone: 'warn' },
  cancelled: { Icon: CircleSlash, tone: 'neutral' },
};

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  return (
    <div className="overflow-x-auto rounded-lg border border-line">
      <table aria-label={t('settings.audit.table')} className="w-full min-w-[560px] text-sm">
        <thead className="bg-well text-xs text-text-2">
          <tr>
            <Head>{t('settings.audit.column.time')}</Head>
            <Head>{t('settings.audit.column.tool')}</Head>
            <Head>{t('settings.audit.column.decision')}</Head>
            <Head>{t('settings.audit.column.outcome')}</Head>
            <Head end>{t('settings.audit.column.duration')}</Head>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Head = ({ children, end = false }: { children: string; end?: boolean }) => (
  <th scope="col" className={cx('px-3 py-1.5 font-medium whitespace-nowrap', end ? 'text-end' : 'text-start')}>
    {children}
  </th>
);

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { dayTime, duration } = useFormat();
  const [open, setOpen] = useState(false);
  const { Icon, tone } = LOOK[entry.outcome];
  return (
    <>
      <tr className="border-t border-line align-top">
        <td className="num px-3 py-2 text-xs whitespace-nowrap text-text-3">{dayTime(entry.at)}</td>
        <td className="px-3 py-2">
          <button type="button" aria-expanded={open} className="flex items-start gap-1 rounded-xs text-start" onClick={() => setOpen(!open)}>
            <ChevronRight size={13} className={cx('mt-1 shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
            <span className="[overflow-wrap:anywhere]">
              <span className="font-medium">{entry.original}</span> <span className="text-text-3">· {entry.server}</span>
            </span>
          </button>
        </td>
        <td className="px-3 py-2 whitespace-nowrap">{t(`settings.permissions.effect.${entry.verdict}`)}</td>
        <td className={cx('px-3 py-2 whitespace-nowrap', TONE_TEXT[tone])}>
          <span className="inline-flex items-center gap-1.5">
            <Icon size={14} aria-hidden />
            {t(`settings.audit.outcome.${entry.outcome}`)}
          </span>
        </td>
        <td className="num px-3 py-2 text-end text-xs whitespace-nowrap text-text-3">{entry.ms === undefined ? '—' : duration(entry.ms)}</td>
      </tr>
      {open && (
        <tr>
          <td />
          <td colSpan={4} className="px-3 pb-3">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
              <dt className="text-text-3">{t('settings.audit.arguments')}</dt>
              <dd className="code min-w-0">
                <FoldedText text={entry.arguments} />
              </dd>
              <dt className="text-text-3">{t('settings.audit.rule')}</dt>
              <dd>
                <code className="code [overflow-wrap:anywhere]">{entry.rule}</code>
              </dd>
              <dt className="text-text-3">{t('settings.audit.asker')}</dt>
              <dd>{isAsker(entry.asker) ? t(`approvals.asker.${entry.asker}`) : entry.asker}</dd>
              {entry.error && (
                <>
                  <dt className="text-text-3">{t('settings.audit.outcome.failed')}</dt>
                  <dd className="[overflow-wrap:anywhere]">{entry.error}</dd>
                </>
              )}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}
