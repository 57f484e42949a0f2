import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostState } from '../../../../preload/contract/mirror.ts';
import type { RuleView } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useResource } from '../../../host/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleItem } from './RuleItem.tsx';

const INPUT = {};

/** Changes when an approval was answered, which may have made a rule, and when tools changed, which may have killed one. */
const selectRevision = (host: HostState): string =>
  [...Object.keys(host.approvals), ...Object.values(host.servers).map(({ toolsRevision }) => toolsRevision)].join();

/** The rules in force, to look at, change and remove. */
export function RuleTable() {
  const { t } = useTranslation();
  const revision = useHost(selectRevision);
  const { data, error, loading, reload } = useResource('permissions.rules', INPUT, revision);
  const [editing, setEditing] = useState<RuleView | 'new'>();
  const run = useAction();
  const remove = async (rule: RuleView) => {
    if (!(await run('permissions.removeRule', { id: rule.id }))) return;
    showToast({ text: t('rules.removed') });
    reload();
  };
  return (
    <>
      {error && <ErrorNote error={error} />}
      {!data && loading && <Spinner />}
      {data?.rules.length === 0 && <p className="text-sm text-text-3">{t('settings.permissions.noRules')}</p>}
      {data && data.rules.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {data.rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} onEdit={() => setEditing(rule)} onRemove={() => void remove(rule)} />
          ))}
        </ul>
      )}
      <Button className="mt-3" icon={<Plus size={14} aria-hidden />} onClick={() => setEditing('new')}>
        {t('rules.add')}
      </Button>
      {editing && (
        <RuleEditor
          {...(editing === 'new' ? {} : { rule: editing })}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}
