import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtuoso } from 'react-virtuoso';
import type { ServerView } from '../../../../preload/contract/servers.ts';
import type { ToolRow, ToolsOff } from '../../../../preload/contract/tools.ts';
import { cx } from '../../../ui/cx.ts';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useToolPages } from '../../servers/detail/tools/useToolPages.ts';
import { withServer, withTool } from './toolsOff.ts';

interface ServerToolsProps {
  server: ServerView;
  off: ToolsOff;
  onChange: (off: ToolsOff) => void;
}

/** One server in a conversation: all its tools on or off, or one by one. */
export function ServerTools({ server, off, onChange }: ServerToolsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { name } = server;
  const on = !off.servers.includes(name);
  // The model-facing name of a plain server begins with its name; for an odd one only the server's switch is counted.
  const some = off.tools.filter((tool) => tool.startsWith(`mcp__${name}__`)).length;
  const state = on ? (some > 0 ? t('tools.conversation.someOff', { count: some }) : t('tools.conversation.all')) : t('tools.conversation.serverOff');
  return (
    <li>
      <div className="flex items-center gap-3 px-3 py-1.5">
        <button
          type="button"
          aria-expanded={open}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm text-start"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} className={cx('shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
          <span className="truncate text-sm font-medium">{name}</span>
          <span className="shrink-0 text-xs text-text-3">
            {t('servers.tools', { count: server.counts.tools })} · {state}
          </span>
        </button>
        <Switch checked={on} onChange={(next) => onChange(withServer(off, name, next))} label={t('tools.conversation.server', { name })} />
      </div>
      {open && <ToolChoice server={server} off={off} disabled={!on} onChange={onChange} />}
    </li>
  );
}

const ROW = 34;
const MOST_ROWS = 8;

function ToolChoice({ server, off, disabled, onChange }: ServerToolsProps & { disabled: boolean }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { counts, at, show } = useToolPages(server.name, useDeferredValue(query.trim()), server.toolsRevision);
  const matched = counts?.matched ?? 0;
  return (
    <div className="border-t border-line bg-well">
      {(counts?.total ?? 0) > MOST_ROWS && (
        <div className="px-3 pt-2">
          <SearchInput label={t('tools.search')} value={query} onChange={setQuery} />
        </div>
      )}
      {counts && matched === 0 && (
        <p className="px-3 py-2 text-xs text-text-3">{counts.total === 0 ? t('tools.notConnected') : t('tools.noMatch', { query: query.trim() })}</p>
      )}
      <Virtuoso
        style={{ height: Math.min(matched, MOST_ROWS) * ROW }}
        totalCount={matched}
        fixedItemHeight={ROW}
        rangeChanged={({ startIndex, endIndex }) => show(startIndex, endIndex)}
        itemContent={(index) => <Choice row={at(index)} off={off} disabled={disabled} onChange={onChange} />}
      />
    </div>
  );
}

function Choice({ row, off, disabled, onChange }: { row: ToolRow | undefined; off: ToolsOff; disabled: boolean; onChange: (off: ToolsOff) => void }) {
  const { t } = useTranslation();
  if (!row)
    return (
      <div style={{ height: ROW }} className="px-3 pl-9 text-xs leading-8 text-text-3">
        {t('tools.loadingRow')}
      </div>
    );
  return (
    <div style={{ height: ROW }} className="flex items-center gap-3 pr-3 pl-9">
      <span className={cx('min-w-0 flex-1 truncate text-sm', (disabled || !row.enabled) && 'text-text-3')}>
        <VisibleText text={row.title} /> {!row.enabled && <span className="text-xs">({t('tools.conversation.everywhereOff')})</span>}
      </span>
      <Switch
        checked={row.enabled && !disabled && !off.tools.includes(row.name)}
        disabled={disabled || !row.enabled}
        onChange={(next) => onChange(withTool(off, row.name, next))}
        label={t('tools.conversation.tool', { name: row.title })}
      />
    </div>
  );
}
