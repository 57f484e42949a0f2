import { Anchor, CloudSun, Download, Plus, Upload, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectServers } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PageHeader } from '../shell/PageHeader.tsx';
import { ServerDetail } from './detail/ServerDetail.tsx';
import { useServerDialogs } from './dialogs.ts';
import { selectNothingToList } from './listed.ts';
import { ServerList } from './ServerList.tsx';
import { useServerActions } from './useServerActions.ts';

/** All servers and one of them in full. In a narrow window one takes the place of the other. */
export function ServersPage({ name }: { name: string | undefined }) {
  const { t } = useTranslation();
  const servers = useHost(selectServers);
  const empty = useHost(selectNothingToList);
  const selected = servers.find((server) => server.name === name);
  return (
    <>
      <PageHeader title={t('servers.title')}>
        <MoreMenu />
        <AddMenu />
      </PageHeader>
      {empty ? (
        <NoServers />
      ) : (
        <div className="@container flex min-h-0 flex-1">
          <div
            className={
              selected
                ? 'hidden min-h-0 w-full flex-col border-line @3xl:flex @3xl:w-[320px] @3xl:shrink-0 @3xl:border-r'
                : 'flex min-h-0 w-full flex-col border-line @3xl:w-[320px] @3xl:shrink-0 @3xl:border-r'
            }
          >
            <ServerList servers={servers} selected={name} />
          </div>
          <div className={selected ? 'flex min-h-0 min-w-0 flex-1 flex-col' : 'hidden min-w-0 flex-1 items-center justify-center @3xl:flex'}>
            {selected ? (
              <ServerDetail key={selected.name} server={selected} />
            ) : (
              <p className="max-w-[44ch] px-6 text-center text-sm text-balance text-text-3">{t('servers.choose')}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function MoreMenu() {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const none = useHost(selectServers).length === 0;
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Wrench size={14} aria-hidden />} onClick={dialogs.checkPrograms} title={t('entry.runtimes.open')}>
        {t('entry.problem.checkPrograms')}
      </Button>
      <Button size="sm" variant="ghost" icon={<Upload size={14} aria-hidden />} disabled={none} onClick={dialogs.export}>
        {t('entry.export.open')}
      </Button>
    </>
  );
}

function AddMenu() {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const actions = useServerActions();
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" size="sm" icon={<Plus size={14} aria-hidden />}>
          {t('servers.add')}
        </Button>
      }
      entries={[
        { id: 'form', label: t('servers.addForm'), icon: <Plus size={14} aria-hidden />, onSelect: dialogs.add },
        { id: 'import', label: t('servers.import'), icon: <Download size={14} aria-hidden />, onSelect: () => dialogs.import() },
        { kind: 'separator', id: 'separator' },
        { id: 'weather', label: t('servers.addWeather'), icon: <CloudSun size={14} aria-hidden />, onSelect: () => void actions.addWeather() },
      ]}
    />
  );
}

function NoServers() {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const actions = useServerActions();
  return (
    <div className="flex flex-1 items-center justify-center overflow-y-auto">
      <EmptyState
        art={<Anchor size={30} aria-hidden />}
        title={t('servers.none.title')}
        actions={
          <>
            <Button variant="primary" icon={<CloudSun size={15} aria-hidden />} onClick={() => void actions.addWeather()}>
              {t('servers.none.weather')}
            </Button>
            <Button onClick={() => dialogs.import()}>{t('servers.none.import')}</Button>
            <Button onClick={dialogs.add}>{t('servers.none.add')}</Button>
          </>
        }
      >
        {t('servers.none.body')}
      </EmptyState>
    </div>
  );
}
