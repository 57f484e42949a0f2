import { PackagePlus, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../../../preload/contract/servers.ts';
import type { ToolsSummary } from '../../../../../preload/contract/tools.ts';
import { useHost } from '../../../../host/HostProvider.tsx';
import { useFormat } from '../../../../i18n/format.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { Tooltip } from '../../../../ui/Tooltip.tsx';
import { Quarantine } from './Quarantine.tsx';

/** What a server's tools cost, and everything that is not as it should be with the list. */
export function ListHead({ server, summary }: { server: ServerView; summary: ToolsSummary | undefined }) {
  const { t, i18n } = useTranslation();
  const waiting = useHost((host) => Object.values(host.conversations).filter((conversation) => conversation.pendingSync).length);
  const { kind } = server.state;
  if (!summary) return <p className="px-5 pb-2 text-xs text-text-3">{t('tools.summary.measuring')}</p>;
  return (
    <div className="space-y-2 px-5 pb-2">
      {summary.total > 0 && <Numbers name={server.name} summary={summary} />}
      {waiting > 0 && kind === 'connected' && (
        <p className="flex items-center gap-2 text-xs text-busy">
          <PackagePlus size={14} className="shrink-0" aria-hidden />
          {t('tools.pendingSync', { count: waiting })}
        </p>
      )}
      {summary.notices.map(({ code, message }) => {
        const known = noticeKey(code);
        return (
          <Callout key={`${code} ${message}`} tone="warn">
            {known && i18n.language !== 'en' ? t(known) : message}
          </Callout>
        );
      })}
      {summary.quarantinedTotal > 0 && <Quarantine tools={summary.quarantined} total={summary.quarantinedTotal} />}
    </div>
  );
}

const NOTICES = ['page_limit', 'repeated_cursor', 'page_failed', 'name_taken'] as const;
function noticeKey(code: string): `tools.notice.${(typeof NOTICES)[number]}` | undefined {
  const found = NOTICES.find((name) => code === `tools.${name}`);
  return found && `tools.notice.${found}`;
}

function Numbers({ name, summary }: { name: string; summary: ToolsSummary }) {
  const { t, i18n } = useTranslation();
  const listed = new Intl.ListFormat(i18n.language);
  const { number } = useFormat();
  const { total, off, appOnly, changed, tokens, context, deferred, largest } = summary;
  const counts = [
    t('tools.summary.count', { count: total, formatted: number(total) }),
    off > 0 && t('tools.summary.off', { formatted: number(off) }),
    appOnly > 0 && t('tools.summary.appOnly', { formatted: number(appOnly) }),
  ].filter(Boolean);
  return (
    <section aria-label={t('tools.summary.label', { name })} className="num text-xs text-text-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>{counts.join(' · ')}</span>
        {changed > 0 && <Badge tone="warn">{t('tools.summary.changed', { formatted: number(changed) })}</Badge>}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        {context ? (
          <>
            <span>
              {t('tools.summary.tokens', { formatted: number(tokens) })} · <Share tokens={tokens} context={context} />
            </span>
            {deferred && (
              <Tooltip content={t(`tools.summary.deferredWhy.${deferred}`)}>
                <button type="button" className="rounded-xs">
                  <Badge tone="accent" icon={<Search size={11} aria-hidden />}>
                    {t('tools.summary.deferred')}
                  </Badge>
                </button>
              </Tooltip>
            )}
          </>
        ) : (
          t('tools.summary.offline')
        )}
      </p>
      {context && largest.length > 1 && (
        <p className="mt-0.5 text-text-3 [overflow-wrap:anywhere]">
          {t('tools.summary.largest', {
            list: listed.format(largest.map((tool) => t('tools.summary.item', { title: tool.title, formatted: number(tool.tokens) }))),
          })}
        </p>
      )}
    </section>
  );
}

function Share({ tokens, context }: { tokens: number; context: NonNullable<ToolsSummary['context']> }) {
  const { t, i18n } = useTranslation();
  const share = tokens / context.tokens;
  const percent =
    share > 0 && share < 0.001
      ? t('tools.summary.under')
      : new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
  return <>{t(context.assumed ? 'tools.summary.shareAssumed' : 'tools.summary.share', { percent, model: context.model })}</>;
}
