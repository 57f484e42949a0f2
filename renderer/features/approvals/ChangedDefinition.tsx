import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { useFormat } from '../../i18n/format.ts';
import { ChangeList } from '../../ui/diff/ChangeList.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';

/** What the server changed since the tool was approved (TOL-9). It stands above the arguments: first what it is, then what it gets. */
export function ChangedDefinition({ previous }: { previous: NonNullable<ApprovalRequest['previous']> }) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  return (
    <section aria-label={t('approvals.changes.label')} className="rounded-md border border-warn-line bg-warn-soft p-3">
      <h3 className="mb-0.5 flex items-start gap-2 text-sm font-medium">
        <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warn" aria-hidden />
        {t('approvals.changes.title', { when: dayTime(previous.approvedAt) })}
      </h3>
      <p className="mb-2 pl-[23px] text-xs text-text-2">{t('approvals.changes.lost')}</p>
      <ChangeList
        label={t('approvals.changes.label')}
        changes={previous.changes.map(({ pointer, before, after }) => ({ key: pointer, place: <Place pointer={pointer} />, before, after }))}
      />
    </section>
  );
}

/** The part of a definition in words, with the place inside it where it has one. */
function Place({ pointer }: { pointer: string }) {
  const { t } = useTranslation();
  const [, part = '', ...rest] = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const known =
    part === 'name' || part === 'title' || part === 'description' || part === 'inputSchema' || part === 'outputSchema' || part === 'annotations';
  const inside = rest.filter((step, i) => step !== 'properties' || rest[i - 1] === 'properties');
  return (
    <>
      {known ? t(`approvals.changes.part.${part}`) : <VisibleText text={part} />}
      {inside.length > 0 && (
        <>
          {' · '}
          <code className="code">
            <VisibleText text={inside.join(' › ')} />
          </code>
        </>
      )}
    </>
  );
}
