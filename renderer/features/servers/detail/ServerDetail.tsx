import { ArrowLeft, KeyRound, MoreHorizontal, Pencil, Power, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../../preload/contract/servers.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { go } from '../../shell/nav.ts';
import { useServerDialogs } from '../dialogs.ts';
import { ProblemActions } from '../ProblemActions.tsx';
import { ServerStateLabel, stateError } from '../ServerState.tsx';
import { useServerActions } from '../useServerActions.ts';
import { AccountLine } from './AccountLine.tsx';
import { FixedHeader } from './FixedHeader.tsx';
import { LogsTab } from './LogsTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { ToolsTab } from './tools/ToolsTab.tsx';

type Tab = 'overview' | 'tools' | 'logs';

/** One server in full. */
export function ServerDetail({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const actions = useServerActions();
  const [tab, setTab] = useState<Tab>('overview');
  const error = stateError(server.state);
  const on = server.state.kind !== 'disabled';
  const { quarantined, tools } = server.counts;
  const restart = (
    <Button size="sm" icon={<RotateCw size={13} aria-hidden />} onClick={() => void actions.restart(server.name)}>
      {t(error ? 'servers.action.retry' : 'servers.action.restart')}
    </Button>
  );
  return (
    <>
      <div className="shrink-0 px-5 pt-4 pb-2">
        <button
          type="button"
          className="mb-1 -ml-1 flex h-6 items-center gap-1 rounded-sm px-1 text-xs text-text-2 hover:text-text @3xl:hidden"
          onClick={() => go({ page: 'servers' })}
        >
          <ArrowLeft size={13} aria-hidden /> {t('servers.title')}
        </button>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-lg font-semibold">{server.name}</h2>
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <ServerStateLabel state={server.state} />
              <Badge>{t(`servers.level.${server.level}`)}</Badge>
              <Badge>{t(`servers.transport.${server.transport}`)}</Badge>
            </div>
          </div>
          {on && !error && restart}
          <ServerMenu server={server} on={on} />
        </div>
        {error && (
          <ErrorNote
            error={error}
            tone={server.state.kind === 'needs-auth' ? 'warn' : 'bad'}
            className="mt-3"
            actions={
              <>
                <ProblemActions server={server} />
                {!error.code.startsWith('config.') && restart}
              </>
            }
          />
        )}
        {server.account && on && <AccountLine server={server.name} state={server.state.kind} account={server.account} />}
        {!server.account && on && <FixedHeader server={server} />}
      </div>
      <Tabs
        label={t('servers.tab.label', { name: server.name })}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'overview', label: t('servers.tab.overview'), content: <OverviewTab server={server} /> },
          {
            value: 'tools',
            label: (
              <>
                {t('servers.tab.tools')}
                <span className="num text-xs text-text-3">{quarantined > 0 ? `${tools}+${quarantined}` : tools}</span>
              </>
            ),
            content: <ToolsTab server={server} />,
          },
          { value: 'logs', label: t('servers.tab.logs'), content: <LogsTab name={server.name} /> },
        ]}
      />
    </>
  );
}

function ServerMenu({ server, on }: { server: ServerView; on: boolean }) {
  const { t } = useTranslation();
  const actions = useServerActions();
  const dialogs = useServerDialogs();
  const { name } = server;
  // An entry of a file named on the command line is not the window's to edit.
  const ours = server.level !== 'file' && server.editor === undefined;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('servers.action.menu', { name })} icon={<MoreHorizontal size={16} aria-hidden />} tooltip={false} look="outline" />
      }
      entries={[
        ...(ours
          ? [{ id: 'edit', label: t('servers.action.edit'), icon: <Pencil size={14} aria-hidden />, onSelect: () => dialogs.edit(name) }]
          : []),
        ...(server.inputs
          ? [
              {
                id: 'values',
                label: t('entry.inputs.change'),
                icon: <KeyRound size={14} aria-hidden />,
                onSelect: () => dialogs.enterValues(name),
              },
            ]
          : []),
        {
          id: 'power',
          label: t(on ? 'servers.action.disable' : 'servers.action.enable'),
          icon: <Power size={14} aria-hidden />,
          onSelect: () => void actions.setEnabled(name, !on),
        },
        ...(ours
          ? [
              { kind: 'separator' as const, id: 'separator' },
              {
                id: 'remove',
                label: t('servers.action.remove'),
                icon: <Trash2 size={14} aria-hidden />,
                danger: true,
                onSelect: () => dialogs.askRemove(name),
              },
            ]
          : []),
      ]}
    />
  );
}
