import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { AuditEntry, AuditQuery } from '../../../../preload/contract/permissions.ts';
import { useInvoke } from '../../../host/HostProvider.tsx';

const PAGE = 100;

interface Pages {
  entries: readonly AuditEntry[];
  more: boolean;
  loading: boolean;
  error: ErrorInfo | undefined;
}

export interface AuditPages extends Pages {
  /** Fetches the next page, if there is one and none is on its way. */
  next(): void;
  reload(): void;
}

/** The log page by page, the newest first. When `revision` changes, what is new comes in at the top. */
export function useAuditPages(filter: AuditQuery, revision: unknown): AuditPages {
  const invoke = useInvoke();
  const [pages, setPages] = useState<Pages>({ entries: [], more: false, loading: true, error: undefined });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(filter);
  const shown = useRef(key);
  /** Grows with each first page; an answer for an older one is dropped. */
  const turn = useRef(0);
  const fetching = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the filter, `revision` and `round` ask again
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const other = shown.current !== key;
    shown.current = key;
    fetching.current = true;
    setPages((before) => ({ ...before, ...(other ? { entries: [], more: false } : {}), loading: true, error: undefined }));
    void invoke('permissions.audit', { limit: PAGE, filter }).then((outcome) => {
      if (mine !== turn.current) return;
      fetching.current = false;
      setPages((before) => (outcome.ok ? withNewest(before, outcome.value) : { ...before, loading: false, error: outcome.error }));
    });
  }, [invoke, key, revision, round]);

  const last = pages.entries.at(-1)?.id;
  const next = useCallback(() => {
    if (!pages.more || fetching.current || last === undefined) return;
    fetching.current = true;
    const mine = turn.current;
    void invoke('permissions.audit', { limit: PAGE, filter, after: last }).then((outcome) => {
      if (mine !== turn.current) return;
      fetching.current = false;
      setPages((before) =>
        outcome.ok
          ? { entries: [...before.entries, ...outcome.value.entries], more: outcome.value.more, loading: false, error: undefined }
          : { ...before, error: outcome.error },
      );
    });
  }, [invoke, filter, last, pages.more]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  return { ...pages, next, reload };
}

/** What is new goes before what is there, so that a person who has scrolled down loses nothing; where they do not meet, the page begins anew. */
function withNewest(before: Pages, { entries, more }: { entries: AuditEntry[]; more: boolean }): Pages {
  const settled = { loading: false, error: undefined };
  const first = before.entries[0];
  const meets = first ? entries.findIndex(({ id }) => id === first.id) : -1;
  if (meets < 0) return { entries, more, ...settled };
  return { ...before, entries: [...entries.slice(0, meets), ...before.entries], ...settled };
}
