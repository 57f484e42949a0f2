import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso } from 'react-virtuoso';
import type { AuditEntry, RuleView } from '../../../../preload/contract/permissions.ts';
import { cx } from '../../../ui/cx.ts';
import { AuditRow, COLUMNS } from './AuditRow.tsx';

interface AuditListProps {
  entries: readonly AuditEntry[];
  /** Rules in force, by id. */
  rules: ReadonlyMap<string, RuleView>;
  onEnd: () => void;
  onRevoke: (ruleId: string) => void;
}

/** Rows that stand in the page before the list has measured itself. */
const FIRST_ROWS = 30;

/** The log as rows; only those in sight are in the page, however long it is. It scrolls with the page it stands on. */
export function AuditList({ entries, rules, onEnd, onRevoke }: AuditListProps) {
  const { t } = useTranslation();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])));
  return (
    <section
      aria-label={t('settings.audit.table')}
      ref={(node) => setScroller(node?.closest<HTMLElement>('[data-scroller]') ?? null)}
      className="@container overflow-hidden rounded-lg border border-line"
    >
      <div aria-hidden className={cx(COLUMNS, 'bg-well px-3 py-1.5 text-xs font-medium text-text-2')}>
        <span>{t('settings.audit.column.time')}</span>
        <span>{t('settings.audit.column.tool')}</span>
        <span>{t('settings.audit.column.decision')}</span>
        <span>{t('settings.audit.column.outcome')}</span>
        <span className="text-end">{t('settings.audit.column.duration')}</span>
      </div>
      <Virtuoso
        {...(scroller ? { customScrollParent: scroller } : {})}
        data={entries}
        initialItemCount={Math.min(entries.length, FIRST_ROWS)}
        computeItemKey={(_, entry) => entry.id}
        endReached={onEnd}
        increaseViewportBy={400}
        itemContent={(_, entry) => (
          <AuditRow
            entry={entry}
            rule={entry.ruleId === undefined ? undefined : rules.get(entry.ruleId)}
            open={open.has(entry.id)}
            onToggle={() => toggle(entry.id)}
            onRevoke={onRevoke}
          />
        )}
      />
    </section>
  );
}
