import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditEntry } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useResource } from '../../../host/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useSettled } from '../../feedback/useSettled.ts';
import { Intro } from '../Section.tsx';
import { AuditTable } from './AuditTable.tsx';

const OUTCOMES = AuditEntry.shape.outcome.options;
type Filter = AuditEntry['outcome'] | 'all';
const LIMIT = 500;

/** Every decision and call (PER-7). Main filters by text; the outcome is filtered here. */
export function AuditSection() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const settled = useSettled(query).trim();
  const approvals = useHost((host) => host.approvals);
  const input = useMemo(() => ({ limit: LIMIT, ...(settled ? { query: settled } : {}) }), [settled]);
  const { data, error, loading, reload } = useResource('permissions.audit', input, approvals);
  const entries = data?.entries ?? [];
  const shown = filter === 'all' ? entries : entries.filter((entry) => entry.outcome === filter);
  return (
    <>
      <Intro>{t('settings.audit.intro')}</Intro>
      <div className="mt-4 mb-3 flex gap-2">
        <SearchInput label={t('settings.audit.search')} value={query} onChange={setQuery} className="flex-1" />
        <Select
          label={t('settings.audit.filter')}
          value={filter}
          onChange={setFilter}
          className="w-36"
          options={[
            { value: 'all', label: t('settings.audit.all') },
            ...OUTCOMES.map((outcome) => ({ value: outcome, label: t(`settings.audit.outcome.${outcome}`) })),
          ]}
        />
      </div>
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
      {loading && !data && <Spinner />}
      {data && shown.length === 0 && (
        <p className="py-6 text-center text-sm text-text-3">{t(settled || filter !== 'all' ? 'settings.audit.noMatch' : 'settings.audit.empty')}</p>
      )}
      {shown.length > 0 && <AuditTable entries={shown} />}
    </>
  );
}
