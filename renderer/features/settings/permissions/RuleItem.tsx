import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RuleView } from '../../../../preload/contract/permissions.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { DeadReasons } from './DeadReasons.tsx';
import { EFFECT_TONE } from './effectTone.ts';

interface RuleItemProps {
  rule: RuleView;
  onEdit: () => void;
  onRemove: () => void;
}

/** One rule: what it says, how long and where, and a warning where it can never match. */
export function RuleItem({ rule, onEdit, onRemove }: RuleItemProps) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const facts = [
    t(`settings.permissions.scope.${rule.scope.kind}`),
    rule.expiresAt !== undefined && t('settings.permissions.expires', { value: dayTime(rule.expiresAt) }),
    t(`settings.permissions.source.${rule.source}`),
    dayTime(rule.createdAt),
  ].filter(Boolean);
  const one = rule.alias === undefined && !rule.tool.includes('*') && !rule.server.includes('*');
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 bg-raised px-3.5 py-2.5">
      <Badge tone={EFFECT_TONE[rule.effect]} className="mt-0.5 w-14 justify-center">
        {t(`settings.permissions.effect.${rule.effect}`)}
      </Badge>
      <div className="min-w-0 flex-1">
        {one && (
          <p className="text-sm [overflow-wrap:anywhere]">
            <span className="font-medium">
              <VisibleText text={rule.tool} />
            </span>{' '}
            <span className="text-text-3">
              · <VisibleText text={rule.server} />
            </span>
          </p>
        )}
        <p className="code [overflow-wrap:anywhere] text-text-2">
          <VisibleText text={rule.text} />
        </p>
        <p className="num text-xs text-text-3">{facts.join(' · ')}</p>
        {rule.dead.length > 0 && (
          <div className="mt-1 flex items-start gap-1.5 text-xs text-warn">
            <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
            <div className="min-w-0">
              <span className="font-medium">{t('rules.warnings')}</span>
              <div className="text-text-2">
                <DeadReasons reasons={rule.dead} />
              </div>
            </div>
          </div>
        )}
      </div>
      <span className="flex gap-1">
        <Button size="sm" variant="ghost" aria-label={t('rules.editLabel', { rule: rule.text })} onClick={onEdit}>
          {t('rules.edit')}
        </Button>
        <Button size="sm" variant="dangerQuiet" aria-label={t('rules.removeLabel', { rule: rule.text })} onClick={onRemove}>
          {t('rules.remove')}
        </Button>
      </span>
    </li>
  );
}
