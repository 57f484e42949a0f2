import { Hand, Sparkles, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectApprovals, selectOffline } from '../../host/selectors.ts';
import { useApprovalPanel } from '../approvals/panel.ts';
import { ConnectionsPopover } from './ConnectionsPopover.tsx';
import { ModeMenu } from './ModeMenu.tsx';
import { NoticesPopover } from './NoticesPopover.tsx';
import { go } from './nav.ts';
import { statusItem } from './statusItem.ts';

/** What is connected, what may run, who answers, what waits: visible from everywhere. */
export function StatusBar() {
  const { t } = useTranslation();
  const approvals = useHost(selectApprovals).length;
  const offline = useHost(selectOffline);
  const model = useHost((host) => host.settings.settings.provider.model);
  const openApprovals = useApprovalPanel((state) => state.open);
  return (
    <section aria-label={t('shell.status.bar')} className="flex h-7 shrink-0 items-center gap-1 border-t border-line bg-frame px-1.5">
      <ConnectionsPopover />
      <Divider />
      <ModeMenu />
      {approvals > 0 && (
        <>
          <Divider />
          <button type="button" className={statusItem('buoy')} onClick={openApprovals}>
            <Hand size={13} aria-hidden />
            {t('shell.status.approvals', { count: approvals })}
          </button>
        </>
      )}
      <span className="min-w-0 flex-1" />
      <button
        type="button"
        className={statusItem('quiet', 'min-w-0 shrink!')}
        title={t('shell.status.modelTip')}
        onClick={() => go({ page: 'settings', section: 'model' })}
      >
        {offline ? <Unplug size={13} className="shrink-0" aria-hidden /> : <Sparkles size={13} className="shrink-0" aria-hidden />}
        <span className="truncate">{offline ? t('shell.status.offline') : t('shell.status.model', { name: model || '—' })}</span>
      </button>
      <Divider />
      <NoticesPopover />
    </section>
  );
}

const Divider = () => <span aria-hidden className="h-3.5 w-px shrink-0 bg-line-strong" />;
