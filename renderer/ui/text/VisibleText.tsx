import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleRuns } from './visibleText.ts';

/** Foreign text as it really is: hidden characters stand as their code points, and its direction cannot spill over. */
export const VisibleText = memo(function VisibleText({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <bdi>
      {visibleRuns(text).map((run, i) =>
        run.kind === 'text' ? (
          run.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a text have no other identity
          <span key={i} className="visible-char" role="img" aria-label={t('common.hiddenCharacter', { code: run.code })}>
            {run.code}
          </span>
        ),
      )}
    </bdi>
  );
});
