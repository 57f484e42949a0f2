import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditEntry, type AuditQuery, Effect } from '../../../../preload/contract/permissions.ts';
import { useResource } from '../../../host/resource.ts';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Select } from '../../../ui/Select.tsx';

const OUTCOMES = AuditEntry.shape.outcome.options;
const NOTHING = {};
/** No name is empty. */
const ALL = '';

const SPANS = ['ever', 'hour', 'day', 'week', 'month'] as const;
type Span = (typeof SPANS)[number];
const HOUR_MS = 3_600_000;
const SPAN_MS: Record<Exclude<Span, 'ever'>, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS };

interface AuditFiltersProps {
  search: string;
  onSearch: (text: string) => void;
  filter: AuditQuery;
  onChange: (filter: AuditQuery) => void;
}

/** Search, server, tool, decision, outcome and time; main looks through the whole log for them. */
export function AuditFilters({ search, onSearch, filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const { data } = useResource('permissions.auditNames', NOTHING);
  const [span, setSpan] = useState<Span>('ever');
  const servers = data?.servers ?? {};
  const tools = filter.server !== undefined && Object.hasOwn(servers, filter.server) ? (servers[filter.server] ?? []) : [];
  const set = (change: { [K in keyof AuditQuery]?: AuditQuery[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined));
    onChange(next as AuditQuery);
  };
  const all = (label: string) => ({ value: ALL, label });
  const names = (list: readonly string[]) => list.map((name) => ({ value: name, label: name }));
  return (
    <div className="@container mt-4 mb-3 space-y-2">
      <SearchInput label={t('settings.audit.search')} value={search} onChange={onSearch} />
      <div className="grid grid-cols-2 gap-2 @2xl:grid-cols-5">
        <Select
          label={t('settings.audit.server')}
          value={filter.server ?? ALL}
          onChange={(server) => set({ server: server || undefined, tool: undefined })}
          options={[all(t('settings.audit.anyServer')), ...names(Object.keys(servers))]}
        />
        <Select
          label={t('settings.audit.tool')}
          disabled={filter.server === undefined}
          value={filter.tool ?? ALL}
          onChange={(tool) => set({ tool: tool || undefined })}
          options={[all(t('settings.audit.anyTool')), ...names(tools)]}
        />
        <Select
          label={t('settings.audit.decision')}
          value={filter.verdict ?? ALL}
          onChange={(verdict) => set({ verdict: verdict || undefined })}
          options={[
            { value: ALL as Effect | '', label: t('settings.audit.anyDecision') },
            ...Effect.options.map((verdict) => ({ value: verdict, label: t(`settings.permissions.effect.${verdict}`) })),
          ]}
        />
        <Select
          label={t('settings.audit.filter')}
          value={filter.outcome ?? ALL}
          onChange={(outcome) => set({ outcome: outcome || undefined })}
          options={[
            { value: ALL as AuditEntry['outcome'] | '', label: t('settings.audit.all') },
            ...OUTCOMES.map((outcome) => ({ value: outcome, label: t(`settings.audit.outcome.${outcome}`) })),
          ]}
        />
        <Select
          label={t('settings.audit.time')}
          value={span}
          onChange={(next) => {
            setSpan(next);
            set({ since: next === 'ever' ? undefined : Date.now() - SPAN_MS[next] });
          }}
          options={SPANS.map((value) => ({ value, label: t(`settings.audit.span.${value}`) }))}
        />
      </div>
    </div>
  );
}
