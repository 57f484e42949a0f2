import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso } from 'react-virtuoso';
import type { ServerView } from '../../../../preload/contract/servers.ts';
import type { ToolView } from '../../../../preload/contract/tools.ts';
import { useResource } from '../../../host/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Quarantine } from './Quarantine.tsx';
import { ToolItem } from './ToolItem.tsx';

const textOf = (tool: ToolView): string => `${tool.title} ${tool.original} ${tool.description}`.toLocaleLowerCase();

/** The tools of one server; the list asks again whenever the server's list changed. */
export function ToolsTab({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { data, error, loading, reload } = useResource(
    'tools.list',
    useMemo(() => ({ server: server.name }), [server.name]),
    `${server.toolsRevision} ${server.trustAnnotations}`,
  );
  const tools = data?.tools ?? [];
  const needle = query.trim().toLocaleLowerCase();
  const shown = useMemo(() => (needle ? tools.filter((tool) => textOf(tool).includes(needle)) : tools), [tools, needle]);
  if (error) {
    return (
      <div className="p-5">
        <ErrorNote
          error={error}
          actions={
            <Button size="sm" onClick={reload}>
              {t('common.retry')}
            </Button>
          }
        />
      </div>
    );
  }
  if (loading && !data) {
    return (
      <p className="flex items-center gap-2 p-5 text-sm text-text-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  const none = tools.length === 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      {!none && (
        <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-2">
          <SearchInput label={t('servers.toolsTab.search')} value={query} onChange={setQuery} className="max-w-sm flex-1" />
          <span className="num text-xs text-text-3">{t('servers.toolsTab.shown', { shown: shown.length, total: tools.length })}</span>
        </div>
      )}
      {data && data.quarantined.length > 0 && <Quarantine tools={data.quarantined} />}
      {none && (
        <p className="px-5 py-4 text-sm text-text-3">
          {t(server.state.kind === 'connected' ? 'servers.toolsTab.empty' : 'servers.toolsTab.notConnected')}
        </p>
      )}
      {!none && shown.length === 0 && <p className="px-5 py-4 text-sm text-text-3">{t('servers.toolsTab.noMatch', { query: query.trim() })}</p>}
      <Virtuoso
        className="min-h-0 flex-1"
        data={shown}
        computeItemKey={(_, tool) => tool.name}
        itemContent={(_, tool) => <ToolItem tool={tool} onChanged={reload} />}
      />
    </div>
  );
}
