import { useTranslation } from 'react-i18next';
import { useResource } from '../../host/resource.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { useSettled } from '../feedback/useSettled.ts';
import { go } from '../shell/nav.ts';
import { Marked } from './Marked.tsx';

/** Hits inside the messages, found by main's full-text index; asked for when typing pauses. */
export function SearchHits({ query, none }: { query: string; none: boolean }) {
  const { t } = useTranslation();
  const { data, loading } = useResource('chat.search', { query: useSettled(query) });
  const hits = data?.hits ?? [];
  if (hits.length === 0) {
    if (loading) {
      return (
        <p className="flex items-center gap-2 px-2.5 py-2 text-xs text-text-3">
          <Spinner size={12} /> {t('common.loading')}
        </p>
      );
    }
    return none ? <p className="px-2.5 py-3 text-sm text-text-3">{t('shell.noHits', { query })}</p> : null;
  }
  return (
    <section aria-label={t('shell.searchHits')}>
      <h3 className="px-2.5 pt-2 pb-1 text-2xs font-medium text-text-3">{t('shell.searchHits')}</h3>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.id} ${hit.snippet}`}>
            <button
              type="button"
              className="block w-full rounded-sm px-2.5 py-1.5 text-start hover:bg-hover"
              onClick={() => go({ page: 'chat', id: hit.id })}
            >
              <span className="block truncate text-sm">{hit.title || t('shell.untitled')}</span>
              <span className="line-clamp-2 text-xs text-text-3">
                <Marked text={hit.snippet} query={query} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
