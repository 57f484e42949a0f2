import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditQuery } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useResource } from '../../../host/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';
import { useSettled } from '../../feedback/useSettled.ts';
import { Intro } from '../Section.tsx';
import { AuditExport } from './AuditExport.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditList } from './AuditList.tsx';
import { useAuditPages } from './useAuditPages.ts';

const NOTHING = {};

/** Every decision and call (PER-7): filter, search, export, and the rule that decided at hand to be revoked. */
export function AuditSection() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<AuditQuery>({});
  const query = useSettled(search).trim();
  const filter = useMemo<AuditQuery>(() => (query ? { ...chosen, query } : chosen), [chosen, query]);
  const approvals = useHost((host) => host.approvals);
  const { entries, loading, error, next, reload } = useAuditPages(filter, approvals);
  const rules = useResource('permissions.rules', NOTHING, approvals);
  const known = useMemo(() => new Map(rules.data?.rules.map((rule) => [rule.id, rule])), [rules.data]);
  const run = useAction();
  const revoke = async (id: string) => {
    if (!(await run('permissions.removeRule', { id }))) return;
    showToast({ text: t('rules.removed') });
    rules.reload();
  };
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Intro>{t('settings.audit.intro')}</Intro>
        </div>
        <AuditExport filter={filter} />
      </div>
      <AuditFilters search={search} onSearch={setSearch} filter={chosen} onChange={setChosen} />
      {error && (
        <ErrorNote
          error={error}
          actions={
            <Button size="sm" onClick={reload}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {loading && entries.length === 0 && <Spinner />}
      {!loading && !error && entries.length === 0 && (
        <p className="py-6 text-center text-sm text-text-3">{t(filtered ? 'settings.audit.noMatch' : 'settings.audit.empty')}</p>
      )}
      {entries.length > 0 && <AuditList entries={entries} rules={known} onEnd={next} onRevoke={(id) => void revoke(id)} />}
    </>
  );
}
