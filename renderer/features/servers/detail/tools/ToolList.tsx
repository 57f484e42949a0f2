import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import type { ServerView } from '../../../../../preload/contract/servers.ts';
import type { ToolsSummary } from '../../../../../preload/contract/tools.ts';
import { useAction } from '../../../feedback/useAction.ts';
import { ListHead } from './ListHead.tsx';
import { ROW_HEIGHT, ToolListRow } from './ToolListRow.tsx';
import type { ToolPages } from './useToolPages.ts';

interface ToolListProps {
  server: ServerView;
  query: string;
  pages: ToolPages;
  summary: ToolsSummary | undefined;
  onTry: (original: string) => void;
}

/** A window over the list: only what is near the view is in the page, however long the list is. */
export function ToolList({ server, query, pages, summary, onTry }: ToolListProps) {
  const { t } = useTranslation();
  const run = useAction();
  const list = useRef<VirtuosoHandle>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { at, change, show, counts } = pages;
  const matched = counts?.matched ?? 0;
  const actions = useMemo(
    () => ({
      onToggle: (name: string) =>
        setOpen((before) => {
          const next = new Set(before);
          if (!next.delete(name)) next.add(name);
          return next;
        }),
      onEnable: (name: string, enabled: boolean) => {
        change(name, { enabled });
        void run('tools.setEnabled', { name, enabled }).then((done) => done === undefined && change(name, { enabled: !enabled }));
      },
      onTry,
    }),
    [change, run, onTry],
  );
  // Another search begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what is waited for
  useEffect(() => list.current?.scrollTo({ top: 0 }), [query]);
  const deferred = summary?.deferred !== undefined;
  const revision = `${server.toolsRevision} ${server.trustAnnotations}`;
  const components = useMemo(() => ({ Header: Head }), []);
  return (
    <Virtuoso
      ref={list}
      className="min-h-0 flex-1"
      context={{ server, summary, empty: matched === 0 && query !== '' ? t('tools.noMatch', { query }) : undefined }}
      components={components}
      totalCount={matched}
      defaultItemHeight={ROW_HEIGHT}
      rangeChanged={({ startIndex, endIndex }) => show(startIndex, endIndex)}
      itemContent={(index) => {
        const row = at(index);
        return <ToolListRow row={row} open={row !== undefined && open.has(row.name)} deferred={deferred} revision={revision} {...actions} />;
      }}
    />
  );
}

interface HeadContext {
  server: ServerView;
  summary: ToolsSummary | undefined;
  empty: string | undefined;
}

/** Scrolls with the list, so that a small window keeps its room for the tools. */
function Head({ context }: { context?: HeadContext }) {
  if (!context) return null;
  const { server, summary, empty } = context;
  return (
    <>
      <ListHead server={server} summary={summary} />
      {empty && <p className="px-5 py-3 text-sm text-text-3">{empty}</p>}
    </>
  );
}
