import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso } from 'react-virtuoso';
import type { LogLine } from '../../../../preload/contract/servers.ts';
import { useResource } from '../../../host/resource.ts';
import { useFormat } from '../../../i18n/format.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { cx } from '../../../ui/cx.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';

const POLL_MS = 1500;
const SOURCE_INK: Record<LogLine['source'], string> = { stderr: 'text-warn', stdout: 'text-busy', host: 'text-accent-text', server: 'text-text-2' };

/** The server's log, asked for again while it is shown. */
export function LogsTab({ name }: { name: string }) {
  const { t } = useTranslation();
  const { timeSeconds } = useFormat();
  const [query, setQuery] = useState('');
  const [tick, setTick] = useState(0);
  const { data, error } = useResource(
    'server.logs',
    useMemo(() => ({ name }), [name]),
    tick,
  );
  useEffect(() => {
    const timer = setInterval(() => setTick((n) => n + 1), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const lines = data?.lines ?? [];
  const needle = query.trim().toLocaleLowerCase();
  const shown = useMemo(() => (needle ? lines.filter((line) => line.text.toLocaleLowerCase().includes(needle)) : lines), [lines, needle]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-2 px-5 pt-3 pb-2">
        <SearchInput label={t('servers.logsTab.filter')} value={query} onChange={setQuery} className="max-w-sm flex-1" />
        <span className="text-xs text-text-3">{t('servers.logsTab.live')}</span>
        <CopyButton
          label={t('servers.logsTab.copy')}
          text={() => shown.map((line) => `${new Date(line.at).toISOString()} ${line.source} ${line.text}`).join('\n')}
        />
      </div>
      {error && <ErrorNote error={error} className="mx-5" />}
      {data && lines.length === 0 && <p className="px-5 py-3 text-sm text-text-3">{t('servers.logsTab.empty')}</p>}
      <Virtuoso
        className="code min-h-0 flex-1"
        data={shown}
        initialTopMostItemIndex={Math.max(0, shown.length - 1)}
        followOutput="auto"
        itemContent={(_, line) => (
          <div className="flex gap-3 px-5 py-px hover:bg-hover">
            <span className="num shrink-0 text-text-3">{timeSeconds(line.at)}</span>
            <span className={cx('w-16 shrink-0', SOURCE_INK[line.source])}>{t(`servers.logsTab.source.${line.source}`)}</span>
            <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
              <VisibleText text={line.text} />
            </span>
          </div>
        )}
      />
    </div>
  );
}
