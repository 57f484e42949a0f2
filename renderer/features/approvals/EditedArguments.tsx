import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeList } from '../../ui/diff/ChangeList.tsx';
import { diffJson } from '../../ui/diff/diffJson.ts';
import { VisibleText } from '../../ui/text/VisibleText.tsx';

interface EditedArgumentsProps {
  asked: Record<string, unknown>;
  edited: Record<string, unknown>;
}

const MAX_TEXT = 20_000;
const shown = (value: unknown): string | undefined =>
  value === undefined ? undefined : (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).slice(0, MAX_TEXT);

/** What a person changed, against what was asked for. */
export function EditedArguments({ asked, edited }: EditedArgumentsProps) {
  const { t } = useTranslation();
  const changes = useMemo(() => diffJson(asked, edited), [asked, edited]);
  if (changes.length === 0) return null;
  return (
    <div className="mb-3">
      <h3 className="mb-1 text-xs font-semibold text-text-2">{t('approvals.yourChanges', { count: changes.length })}</h3>
      <ChangeList
        label={t('approvals.yourChanges', { count: changes.length })}
        changes={changes.map(({ path, before, after }) => ({
          key: path,
          place: (
            <code className="code">
              <VisibleText text={path} />
            </code>
          ),
          before: shown(before),
          after: shown(after),
        }))}
      />
    </div>
  );
}
