import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorInfo } from '../../../../../preload/contract/errors.ts';
import type { ToolRow } from '../../../../../preload/contract/tools.ts';
import { useInvoke } from '../../../../host/HostProvider.tsx';

const PAGE = 100;
/** Rows that only fly by under a fast scroll are not asked for. Milliseconds. */
const SETTLE_MS = 50;

interface Pages {
  /** Of which list: another query or a changed list begins anew. */
  list: string;
  pages: ReadonlyMap<number, readonly ToolRow[]>;
  matched: number;
  total: number;
}

export interface ToolPages {
  /** Undefined until the first page is there. */
  counts: { matched: number; total: number } | undefined;
  error: ErrorInfo | undefined;
  /** The row at a place of the list; undefined while its page is on its way. */
  at(index: number): ToolRow | undefined;
  /** These places are shown: their pages are fetched if they are not there yet. */
  show(first: number, last: number): void;
  /** Shows a change before main confirms it with a new list. */
  change(name: string, change: Partial<ToolRow>): void;
  reload(): void;
}

/**
 * A server's tools in pages, as a window over the list asks for them: of 10,000 tools only the looked-at pages cross over.
 * When the list changes, the old rows stay until the new ones for the same places have come.
 */
export function useToolPages(server: string, query: string, revision: unknown): ToolPages {
  const invoke = useInvoke();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Pages>();
  const [error, setError] = useState<ErrorInfo>();
  const list = JSON.stringify([server, query, revision, round]);
  const asked = useRef<{ list: string; pages: Set<number> }>({ list: '', pages: new Set() });
  const shown = useRef({ first: 0, last: 0 });
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = useRef({ server, query });

  const fetchShown = useCallback(() => {
    if (asked.current.list !== list) asked.current = { list, pages: new Set() };
    const mine = asked.current;
    for (let page = Math.floor(shown.current.first / PAGE); page <= Math.floor(shown.current.last / PAGE); page += 1) {
      if (mine.pages.has(page)) continue;
      mine.pages.add(page);
      void invoke('tools.list', { server, query, offset: page * PAGE, limit: PAGE }).then((outcome) => {
        if (asked.current !== mine) return;
        if (!outcome.ok) {
          mine.pages.delete(page);
          return setError(outcome.error);
        }
        const { rows, matched, total } = outcome.value;
        setError(undefined);
        setState((before) => ({ list, matched, total, pages: new Map([...(before?.list === list ? before.pages : []), [page, rows]]) }));
      });
    }
  }, [invoke, server, query, list]);

  useEffect(() => {
    const other = known.current.server !== server || known.current.query !== query;
    known.current = { server, query };
    // Another search begins at its top; the same list in a newer state is looked at where it was.
    if (other) shown.current = { first: 0, last: 0 };
    fetchShown();
    return () => clearTimeout(settling.current);
  }, [fetchShown, server, query]);

  const show = useCallback(
    (first: number, last: number) => {
      shown.current = { first, last };
      clearTimeout(settling.current);
      settling.current = setTimeout(fetchShown, SETTLE_MS);
    },
    [fetchShown],
  );
  const change = useCallback(
    (name: string, changed: Partial<ToolRow>) =>
      setState((before) => {
        if (!before) return before;
        const pages = new Map([...before.pages].map(([page, rows]) => [page, rows.map((row) => (row.name === name ? { ...row, ...changed } : row))]));
        return { ...before, pages };
      }),
    [],
  );
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const pages = state?.pages;
  const at = useCallback((index: number) => pages?.get(Math.floor(index / PAGE))?.[index % PAGE], [pages]);
  return { counts: state && { matched: state.matched, total: state.total }, error, at, show, change, reload };
}
