import { useTranslation } from 'react-i18next';
import type { DefinitionChange } from '../../../../../preload/contract/tools.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { FoldedText } from '../../../../ui/text/FoldedText.tsx';

/** A definition that is not the approved one any more: its approvals are void, and here is what differs (TOL-9). */
export function DefinitionChanges({ changes, pinnedAt }: { changes: readonly DefinitionChange[]; pinnedAt: number | undefined }) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const when = pinnedAt === undefined ? '' : ` (${t('tools.detail.approvedAt', { when: dayTime(pinnedAt) })})`;
  return (
    <Callout tone="warn" title={`${t('tools.detail.pin.changed')}${when}`}>
      <p>{t('tools.detail.changedBody')}</p>
      <ul className="mt-2 space-y-2">
        {changes.map((change) => (
          <li key={change.pointer}>
            <span className="flex items-center gap-2 text-xs">
              <code className="code text-text">{change.pointer || '/'}</code>
              <Badge>{t(`tools.detail.${change.kind}`)}</Badge>
            </span>
            {change.before !== undefined && <Version sign="−" text={change.before} />}
            {change.after !== undefined && <Version sign="+" text={change.after} />}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** The sign tells old from new; no colour is needed for it. */
function Version({ sign, text }: { sign: '−' | '+'; text: string }) {
  return (
    <div className="code mt-1 flex gap-2 rounded-sm border border-line bg-raised px-2 py-1 text-text">
      <span className="shrink-0 text-text-3" aria-hidden>
        {sign}
      </span>
      <FoldedText text={text} className={sign === '−' ? 'text-text-2 line-through decoration-line-strong' : ''} />
    </div>
  );
}
