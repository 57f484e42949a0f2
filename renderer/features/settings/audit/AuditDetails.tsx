import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalRequest, type AuditEntry, type RuleView } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { go } from '../../shell/nav.ts';

const isAsker = (asker: string): asker is ApprovalRequest['asker'] => (ApprovalRequest.shape.asker.options as readonly string[]).includes(asker);

/** The arguments over several lines where the log kept them whole. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface AuditDetailsProps {
  entry: AuditEntry;
  rule: RuleView | undefined;
  onRevoke: (ruleId: string) => void;
}

/** Everything the log knows about one call, and the way to take back the rule that decided it. */
export function AuditDetails({ entry, rule, onRevoke }: AuditDetailsProps) {
  const { t } = useTranslation();
  const { dayTime, timeSeconds } = useFormat();
  const { conversationId } = entry;
  const conversation = useHost((host) => (conversationId ? host.conversations[conversationId] : undefined));
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-3 pt-1 pb-3 pl-8 text-xs">
      <Row name={t('settings.audit.arguments')}>
        {entry.edited && <Badge tone="busy">{t('settings.audit.edited')}</Badge>}
        <FoldedText text={pretty(entry.arguments)} className="code" />
      </Row>
      <Row name={t('settings.audit.rule')}>
        <span className="flex flex-wrap items-center gap-2">
          {entry.rule === 'default' ? (
            t('settings.audit.noRule')
          ) : (
            <code className="code [overflow-wrap:anywhere]">
              <VisibleText text={entry.rule} />
            </code>
          )}
          {rule && (
            <Button size="sm" variant="dangerQuiet" onClick={() => onRevoke(rule.id)}>
              {t('settings.audit.revokeRule')}
            </Button>
          )}
          {entry.ruleId !== undefined && !rule && <span className="text-text-3">{t('settings.audit.ruleGone')}</span>}
        </span>
      </Row>
      {entry.reason && (
        <Row name={t('settings.audit.reason')}>
          <VisibleText text={entry.reason} />
        </Row>
      )}
      <Row name={t('settings.audit.asker')}>{isAsker(entry.asker) ? t(`approvals.asker.${entry.asker}`) : entry.asker}</Row>
      {conversation && (
        <Row name={t('approvals.conversation')}>
          <button
            type="button"
            className="rounded-xs underline decoration-line-strong underline-offset-2 hover:decoration-current"
            onClick={() => go({ page: 'chat', id: conversation.id })}
          >
            {conversation.title || t('shell.untitled')}
          </button>
        </Row>
      )}
      {entry.error && (
        <Row name={t('settings.audit.error')}>
          <FoldedText text={entry.error} />
        </Row>
      )}
      <Row name={t('settings.audit.fullName')}>
        <code className="code [overflow-wrap:anywhere]">
          <VisibleText text={entry.tool} />
        </code>
      </Row>
      <Row name={t('settings.audit.column.time')}>
        <time className="num" dateTime={new Date(entry.at).toISOString()}>
          {dayTime(entry.at)} ({timeSeconds(entry.at)})
        </time>
      </Row>
    </dl>
  );
}

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-text-3">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </>
);
