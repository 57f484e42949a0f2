import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Level, type ServerView } from '../../../preload/contract/servers.ts';
import { useErrorText } from '../../i18n/errorText.ts';
import { cx } from '../../ui/cx.ts';
import { PipelineLine } from '../../ui/Pipeline.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { go } from '../shell/nav.ts';
import { ServerStateLabel, stateError } from './ServerState.tsx';
import { useServerActions } from './useServerActions.ts';

/** Servers by level, weak to strong; each with its state, its way to the conversation, and a switch. */
export function ServerList({ servers, selected }: { servers: readonly ServerView[]; selected: string | undefined }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const needle = query.trim().toLocaleLowerCase();
  const shown = servers.filter((server) => `${server.name} ${server.target}`.toLocaleLowerCase().includes(needle));
  return (
    <>
      <div className="shrink-0 px-3 pt-3 pb-1">
        <SearchInput label={t('servers.filter')} value={query} onChange={setQuery} />
      </div>
      <nav aria-label={t('servers.list')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {shown.length === 0 && <p className="px-1 py-3 text-sm text-text-3">{t('servers.noMatch', { query: query.trim() })}</p>}
        {Level.options.map((level) => {
          const group = shown.filter((server) => server.level === level);
          if (group.length === 0) return null;
          return (
            <section key={level} className="pt-2">
              <h2 className="flex items-baseline gap-2 px-1 pb-1 text-xs">
                <span className="font-semibold text-text-2">{t(`servers.level.${level}`)}</span>
                <span className="truncate text-text-3">{t(`servers.levelHelp.${level}`)}</span>
              </h2>
              <ul className="space-y-1.5">
                {group.map((server) => (
                  <ServerItem key={server.name} server={server} current={server.name === selected} />
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
    </>
  );
}

function ServerItem({ server, current }: { server: ServerView; current: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const actions = useServerActions();
  const error = stateError(server.state);
  const on = server.state.kind !== 'disabled';
  const { tools, quarantined } = server.counts;
  return (
    <li className={cx('relative rounded-lg border', current ? 'border-accent bg-accent-soft' : 'border-line bg-raised hover:border-line-strong')}>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        className="block w-full rounded-lg px-3 py-2 pr-13 text-start"
        onClick={() => go({ page: 'servers', name: server.name })}
      >
        <span className="flex items-center gap-2">
          <span className="truncate text-sm font-semibold">{server.name}</span>
          <span className="shrink-0 text-2xs text-text-3">{t(`servers.transport.${server.transport}`)}</span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2">
          <ServerStateLabel state={server.state} />
          {server.state.kind === 'connected' && (
            <span className="num truncate text-xs text-text-3">
              {t('servers.tools', { count: tools })}
              {quarantined > 0 && ` · ${t('servers.quarantined', { count: quarantined })}`}
            </span>
          )}
        </span>
        {error && (
          <span className="mt-1 block text-xs text-text-2">
            <span className="block font-medium">{errorText(error).title}</span>
            {errorText(error).fix}
          </span>
        )}
        {server.hides.length > 0 && (
          <span className="mt-1 block text-xs text-text-3">
            {t('servers.hides', { count: server.hides.length, levels: server.hides.map((entry) => t(`servers.level.${entry.level}`)).join(', ') })}
          </span>
        )}
        {on && (
          <span className="mt-1.5 block">
            <PipelineLine stages={server.pipeline} />
          </span>
        )}
      </button>
      <Switch
        checked={on}
        onChange={(enabled) => void actions.setEnabled(server.name, enabled)}
        label={t('servers.action.enabled', { name: server.name })}
        className="absolute! top-2 right-2.5"
      />
    </li>
  );
}
