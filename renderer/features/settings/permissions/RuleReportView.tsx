import { useTranslation } from 'react-i18next';
import type { RuleReport } from '../../../../preload/contract/permissions.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { DeadReasons } from './DeadReasons.tsx';
import { EFFECT_TONE } from './effectTone.ts';

/** What a draft would mean: whether it can be read, whether it can ever match, and the past calls it would have decided. */
export function RuleReportView({ report }: { report: RuleReport }) {
  const { t } = useTranslation();
  const { problem, dead, past } = report;
  if (problem) return <ErrorNote error={problem} />;
  return (
    <div className="space-y-3">
      {dead.length > 0 && (
        <Callout tone="warn" title={t('rules.warnings')} role="status">
          <DeadReasons reasons={dead} />
        </Callout>
      )}
      <section>
        <h3 className="text-sm font-medium">{t('rules.preview')}</h3>
        <p role="status" className="num text-xs text-text-2">
          {past.looked === 0 ? t('rules.previewNone') : t('rules.previewCount', { covered: past.covered, looked: past.looked })}
        </p>
        {past.unclear > 0 && <p className="text-xs text-text-3">{t('rules.previewUnclear', { count: past.unclear })}</p>}
        <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line empty:hidden">
          {past.examples.map(({ entry, now }) => (
            <PastCall key={entry.id} entry={entry} now={now} />
          ))}
        </ul>
      </section>
    </div>
  );
}

const SHOWN_ARGUMENTS = 160;

function PastCall({ entry, now }: RuleReport['past']['examples'][number]) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  return (
    <li className="bg-raised px-3 py-1.5 text-xs">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">
            <VisibleText text={entry.original} />
          </span>{' '}
          <span className="text-text-3">
            · <VisibleText text={entry.server} /> · <span className="num">{dayTime(entry.at)}</span>
          </span>
        </span>
        <Badge tone={EFFECT_TONE[now]}>{t(`rules.previewNow.${now}`)}</Badge>
      </div>
      <code className="code block text-2xs [overflow-wrap:anywhere] text-text-2">
        <VisibleText text={entry.arguments.slice(0, SHOWN_ARGUMENTS)} />
      </code>
    </li>
  );
}
