import { useTranslation } from 'react-i18next';
import type { StageRecord } from '../../preload/contract/pipeline.ts';
import { useErrorText } from './errorText.ts';

/** What a stage says in the user's language: by its key where main gave one, an error by its code, else main's own words. */
export function useStageText(): (stage: StageRecord) => { what: string[]; fix?: string } {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  return ({ text, error, detail, fix, state }) => {
    const key = text && `stages.${text.key}`;
    // A text with a count has only plural forms; i18next finds those by the count.
    const known = key !== undefined && i18n.exists(key, { ...text?.params });
    const said = known ? [String(t(key as never, text?.params as never))] : [];
    if (!error) return { what: known ? said : detail ? [detail] : [], ...(fix && state === 'failed' ? { fix } : {}) };
    const failure = errorText(error);
    const title = failure.foreign ? [failure.title] : [];
    const way = failure.foreign ? failure.fix : (fix ?? failure.fix);
    return { what: [...said, ...title, failure.message], ...(state === 'failed' ? { fix: way } : {}) };
  };
}
