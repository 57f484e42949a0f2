import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../../../preload/contract/servers.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { SearchInput } from '../../../../ui/SearchInput.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import { ToolList } from './ToolList.tsx';
import { ToolTester } from './ToolTester.tsx';
import { useToolPages } from './useToolPages.ts';
import { useToolsSummary } from './useToolsSummary.ts';

/** The tools of one server: what they cost, what is wrong with the list, every tool, and the tester. */
export function ToolsTab({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [query, setQuery] = useState('');
  const [trying, setTrying] = useState<string>();
  const wanted = useDeferredValue(query.trim());
  const revision = `${server.toolsRevision} ${server.trustAnnotations}`;
  const pages = useToolPages(server.name, wanted, revision);
  const summary = useToolsSummary(server.name, revision);
  const { counts, error } = pages;
  const { name } = server;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server begins with its list
  useEffect(() => {
    setTrying(undefined);
    setQuery('');
  }, [name]);

  if (trying !== undefined)
    return <ToolTester key={trying} server={name} original={trying} revision={revision} onBack={() => setTrying(undefined)} />;
  if (error) {
    return (
      <div className="p-5">
        <ErrorNote
          error={error}
          actions={
            <Button size="sm" onClick={pages.reload}>
              {t('common.retry')}
            </Button>
          }
        />
      </div>
    );
  }
  if (!counts) {
    return (
      <p className="flex items-center gap-2 p-5 text-sm text-text-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      {counts.total > 0 && (
        <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-2">
          <SearchInput label={t('tools.search')} value={query} onChange={setQuery} className="max-w-sm flex-1" />
          <span className="num text-xs text-text-3" role="status">
            {t('tools.shown', { shown: number(counts.matched), total: number(counts.total) })}
          </span>
        </div>
      )}
      {counts.total === 0 && (
        <p className="px-5 pt-4 pb-1 text-sm text-text-3">{t(server.state.kind === 'connected' ? 'tools.empty' : 'tools.notConnected')}</p>
      )}
      <ToolList server={server} query={query.trim()} pages={pages} summary={summary} onTry={setTrying} />
    </div>
  );
}
