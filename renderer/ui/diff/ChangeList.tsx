import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../Badge.tsx';
import { FoldedText } from '../text/FoldedText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { TextDiff } from './TextDiff.tsx';

export interface ShownChange {
  /** Tells the changes of one list apart. */
  key: string;
  place: ReactNode;
  /** Absent: it was not there before. */
  before?: string | undefined;
  /** Absent: it is not there any more. */
  after?: string | undefined;
}

/** Places that changed, each with its old and new text as one. */
export function ChangeList({ changes, label }: { changes: readonly ShownChange[]; label: string }) {
  const { t } = useTranslation();
  return (
    <dl aria-label={label} className="overflow-hidden rounded-md border border-line bg-raised">
      {changes.map(({ key, place, before, after }) => (
        <div key={key} className="border-b border-line px-3 py-2 last:border-b-0">
          <dt className="mb-0.5 flex flex-wrap items-center gap-2 text-xs text-text-2">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{place}</span>
            {before === undefined && <Badge tone="ok">{t('diff.kind.added')}</Badge>}
            {after === undefined && <Badge tone="bad">{t('diff.kind.removed')}</Badge>}
          </dt>
          <dd className="code min-w-0">
            {before !== undefined && after !== undefined ? (
              <TextDiff before={before} after={after} />
            ) : (
              <FoldedText
                text={before ?? after ?? ''}
                render={(text) =>
                  before === undefined ? (
                    <ins className="no-underline">
                      <VisibleText text={text} />
                    </ins>
                  ) : (
                    <del>
                      <VisibleText text={text} />
                    </del>
                  )
                }
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
