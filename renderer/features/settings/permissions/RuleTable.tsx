import { useTranslation } from 'react-i18next';
import type { Rule } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useResource } from '../../../host/resource.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';
import { conditionText } from './conditionText.ts';

const EFFECT_TONE: Record<Rule['effect'], Tone> = { allow: 'ok', ask: 'busy', deny: 'bad' };
const INPUT = {};

/** The rules in force; each can be revoked. Asked for again when an approval was answered, since that may have made one. */
export function RuleTable() {
  const { t } = useTranslation();
  const approvals = useHost((host) => host.approvals);
  const { data, error, loading, reload } = useResource('permissions.rules', INPUT, approvals);
  const run = useAction();
  const revoke = async (rule: Rule) => {
    if (!(await run('permissions.removeRule', { id: rule.id }))) return;
    showToast({ text: t('settings.permissions.revoked') });
    reload();
  };
  if (error) return <ErrorNote error={error} />;
  if (!data) return loading ? <Spinner /> : null;
  if (data.rules.length === 0) return <p className="text-sm text-text-3">{t('settings.permissions.noRules')}</p>;
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {data.rules.map((rule) => (
        <RuleItem key={rule.id} rule={rule} onRevoke={() => void revoke(rule)} />
      ))}
    </ul>
  );
}

function RuleItem({ rule, onRevoke }: { rule: Rule; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const name = `${rule.server} · ${rule.tool}`;
  const facts = [
    t(`settings.permissions.scope.${rule.scope.kind}`),
    rule.expiresAt !== undefined && t('settings.permissions.expires', { value: dayTime(rule.expiresAt) }),
    t(`settings.permissions.source.${rule.source}`),
    dayTime(rule.createdAt),
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-3 bg-raised px-3.5 py-2.5">
      <Badge tone={EFFECT_TONE[rule.effect]} className="mt-0.5 w-14 justify-center">
        {t(`settings.permissions.effect.${rule.effect}`)}
      </Badge>
      <div className="min-w-0 flex-1">
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="font-medium">{rule.tool}</span> <span className="text-text-3">· {rule.server}</span>
        </p>
        <p className="code [overflow-wrap:anywhere] text-text-2">
          {rule.conditions.length === 0 ? (
            <span className="font-sans text-xs text-text-3">{t('settings.permissions.anyArguments')}</span>
          ) : (
            rule.conditions.map(conditionText).join(', ')
          )}
        </p>
        <p className="num text-xs text-text-3">{facts.join(' · ')}</p>
      </div>
      <Button size="sm" variant="dangerQuiet" aria-label={t('settings.permissions.revokeLabel', { tool: name })} onClick={onRevoke}>
        {t('settings.permissions.revoke')}
      </Button>
    </li>
  );
}
