import { KeyRound, Power, RotateCw, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../preload/contract/servers.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { kindOf, SERVER_KINDS, selectServerCounts, selectServers } from '../../host/selectors.ts';
import { useErrorText } from '../../i18n/errorText.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useServerDialogs } from '../servers/dialogs.ts';
import { KindIcon, ServerStateLabel, stateError } from '../servers/ServerState.tsx';
import { useServerActions } from '../servers/useServerActions.ts';
import { go } from './nav.ts';
import { statusItem } from './statusItem.ts';

/** Connection counts by state, always visible; opens to each server with its reason and what can be done (WIN-3). */
export function ConnectionsPopover() {
  const { t } = useTranslation();
  const { counts, tools, total } = useHost(selectServerCounts);
  const servers = useHost(selectServers);
  const mcpOn = useHost((host) => host.settings.settings.mcp.enabled);
  const [open, setOpen] = useState(false);
  const summary = t('shell.status.summary', { ...counts, needsAuth: counts['needs-auth'] });
  const sorted = [...servers].sort((a, b) => SERVER_KINDS.indexOf(kindOf(a.state)) - SERVER_KINDS.indexOf(kindOf(b.state)));
  return (
    <Popover
      title={
        <span className="flex items-center justify-between gap-4">
          <span>{t('shell.status.connections')}</span>
          <span className="font-normal text-text-3">{t('shell.status.toolsTotal', { count: tools })}</span>
        </span>
      }
      open={open}
      onOpenChange={setOpen}
      className="w-[420px] max-w-[calc(100vw-16px)]"
      trigger={
        <button type="button" className={statusItem()}>
          {mcpOn && total > 0 && <span className="sr-only">{summary}</span>}
          {!mcpOn && t('shell.status.mcpOff')}
          {mcpOn && total === 0 && t('shell.status.noServers')}
          {mcpOn &&
            SERVER_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
              <span key={kind} aria-hidden className="flex items-center gap-1" title={t(`servers.state.${kind}`)}>
                <KindIcon kind={kind} size={13} />
                <span className="num">{counts[kind]}</span>
                <span className="hidden sm:inline">{t(`servers.state.${kind}`)}</span>
              </span>
            ))}
        </button>
      }
    >
      {sorted.length === 0 ? (
        <p className="px-3 pt-1 pb-3 text-sm text-text-2">{t('servers.none.body')}</p>
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto px-1.5">
          {sorted.map((server) => (
            <ServerRow key={server.name} server={server} onOpen={() => setOpen(false)} />
          ))}
        </ul>
      )}
      <div className="flex justify-end border-t border-line px-2 py-1.5">
        <Button
          size="sm"
          variant="ghost"
          icon={<Settings2 size={13} aria-hidden />}
          onClick={() => {
            setOpen(false);
            go({ page: 'servers' });
          }}
        >
          {t('shell.status.openServers')}
        </Button>
      </div>
    </Popover>
  );
}

function ServerRow({ server, onOpen }: { server: ServerView; onOpen: () => void }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const errorText = useErrorText();
  const actions = useServerActions();
  const error = stateError(server.state);
  const off = server.state.kind === 'disabled';
  const dialogs = useServerDialogs();
  const known = server.state.kind === 'connected' || kindOf(server.state) === 'ready';
  const waits = server.inputs?.some(({ state }) => state === 'missing') ?? false;
  // Trying again helps no entry that cannot be used.
  const broken = error?.code.startsWith('config.') ?? false;
  const facts = [
    t(`servers.transport.${server.transport}`),
    known && t('servers.tools', { count: server.counts.tools }),
    server.state.kind === 'connected' && server.latencyMs !== undefined && duration(server.latencyMs),
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-1 rounded-md px-1.5 py-1.5 hover:bg-hover">
      <button
        type="button"
        className="min-w-0 flex-1 rounded-sm text-start"
        onClick={() => {
          onOpen();
          go({ page: 'servers', name: server.name });
        }}
      >
        <span className="flex items-center gap-2">
          <span className="truncate text-sm font-medium">{server.name}</span>
          <ServerStateLabel state={server.state} className="shrink-0" />
        </span>
        <span className="num block truncate text-xs text-text-3">{facts.join(' · ')}</span>
        {error && (
          <span className="mt-0.5 block text-xs text-text-2">
            <span className="block font-medium">{errorText(error).title}</span>
            {errorText(error).fix}
          </span>
        )}
      </button>
      <span className="flex shrink-0 pt-0.5">
        {waits && (
          <IconButton
            label={`${t('entry.inputs.enter')} ${server.name}`}
            icon={<KeyRound size={13} aria-hidden />}
            size="sm"
            onClick={() => {
              onOpen();
              dialogs.enterValues(server.name);
            }}
          />
        )}
        {!off && !broken && (
          <IconButton
            label={t(error ? 'servers.action.retry' : 'servers.action.restart')}
            icon={<RotateCw size={13} aria-hidden />}
            size="sm"
            onClick={() => void actions.restart(server.name)}
          />
        )}
        <IconButton
          label={t(off ? 'servers.action.enable' : 'servers.action.disable')}
          icon={<Power size={13} aria-hidden />}
          size="sm"
          pressed={!off}
          onClick={() => void actions.setEnabled(server.name, off)}
        />
      </span>
    </li>
  );
}
