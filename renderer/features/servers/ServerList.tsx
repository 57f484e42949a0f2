import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Level, type Notice, type ServerView } from '../../../preload/contract/servers.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { kindOf } from '../../host/selectors.ts';
import { useErrorText } from '../../i18n/errorText.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { PipelineLine } from '../../ui/Pipeline.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useAction } from '../feedback/useAction.ts';
import { FileActions } from '../notices/FileActions.tsx';
import { go } from '../shell/nav.ts';
import { isEditorLink, selectOffers, selectUnread } from './listed.ts';
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
        {shown.length === 0 && (
          <p className="px-1 py-3 text-sm text-text-3">{needle === '' ? t('servers.none.title') : t('servers.noMatch', { query: query.trim() })}</p>
        )}
        <Unread />
        {Level.options.map((level) => {
          const group = shown.filter((server) => server.level === level && !isEditorLink(server));
          if (group.length === 0) return null;
          return (
            <Group key={level} title={t(`servers.level.${level}`)} help={t(`servers.levelHelp.${level}`)}>
              {group.map((server) => (
                <ServerItem key={server.name} server={server} current={server.name === selected} />
              ))}
            </Group>
          );
        })}
        <Editors servers={shown.filter(isEditorLink)} selected={selected} />
      </nav>
    </>
  );
}

function Group({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className="pt-2">
      <h2 className="flex items-baseline gap-2 px-1 pb-1 text-xs">
        <span className="font-semibold text-text-2">{title}</span>
        <span className="truncate text-text-3">{help}</span>
      </h2>
      <ul className="space-y-1.5">{children}</ul>
    </section>
  );
}

/** What of the configuration could not be read at all, so that nobody wonders where its servers are (CFG-3). */
function Unread() {
  const { t } = useTranslation();
  const unread = useHost(selectUnread);
  if (unread.length === 0) return null;
  return (
    <Group title={t('entry.problem.unreadTitle')} help={t('entry.problem.unreadFile')}>
      {unread.map((notice) => (
        <UnreadItem key={notice.id} notice={notice} />
      ))}
    </Group>
  );
}

function UnreadItem({ notice }: { notice: Notice }) {
  const { t, i18n } = useTranslation();
  const { file, line, column, code } = notice;
  return (
    <li className="rounded-lg border border-bad-line bg-bad-soft px-3 py-2 text-xs">
      <p className="flex items-start gap-1.5 [overflow-wrap:anywhere]">
        <CircleAlert size={14} className="mt-px shrink-0 text-bad" aria-hidden />
        <span className="min-w-0">
          <span className="block font-medium">{t(`errors.${code === 'config.syntax' ? code : 'config.entry'}.title`)}</span>
          <span lang={i18n.language === 'en' ? undefined : 'en'} className="block text-text-2 select-text">
            {notice.message}
          </span>
        </span>
      </p>
      {file && <FileActions file={file} line={line} column={column} quiet />}
    </li>
  );
}

/** Editors that run and have the project open: connected ones as servers, the others offered (TRN-6). */
function Editors({ servers, selected }: { servers: readonly ServerView[]; selected: string | undefined }) {
  const { t } = useTranslation();
  const run = useAction();
  const offers = useHost(selectOffers);
  if (servers.length === 0 && offers.length === 0) return null;
  return (
    <Group title={t('entry.editors.title')} help={t('entry.editors.help')}>
      {servers.map((server) => (
        <ServerItem key={server.name} server={server} current={server.name === selected} />
      ))}
      {offers.map((editor) => (
        <li key={editor.id} className="flex items-center gap-2 rounded-lg border border-dashed border-line-strong px-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span className="truncate text-sm font-semibold">
                <VisibleText text={editor.name} />
              </span>
              <span className="shrink-0 text-2xs text-text-3">{t(`servers.transport.${editor.transport}`)}</span>
            </span>
            <span className="block truncate text-xs text-text-3" title={editor.folders.join('\n')}>
              {t('entry.editors.offered')}
            </span>
          </span>
          <Button
            size="sm"
            aria-label={t('entry.editors.connectTo', { name: editor.name })}
            onClick={() => void run('editor.connect', { id: editor.id })}
          >
            {t('entry.editors.connect')}
          </Button>
        </li>
      ))}
    </Group>
  );
}

function ServerItem({ server, current }: { server: ServerView; current: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const actions = useServerActions();
  const error = stateError(server.state);
  // An entry that could not be used says why; other failures have their own page.
  const reason = error?.code.startsWith('config.')
    ? (error.params?.reason ?? (error.params?.variable !== undefined && t('entry.problem.variable', { name: error.params.variable })))
    : undefined;
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
          {(server.state.kind === 'connected' || kindOf(server.state) === 'ready') && (
            <span className="num truncate text-xs text-text-3">
              {t('servers.tools', { count: tools })}
              {quarantined > 0 && ` · ${t('servers.quarantined', { count: quarantined })}`}
            </span>
          )}
        </span>
        {error && (
          <span className="mt-1 block text-xs text-text-2">
            <span className="block font-medium">{errorText(error).title}</span>
            {reason && (
              <span lang="en" className="block [overflow-wrap:anywhere]">
                {reason}
              </span>
            )}
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
