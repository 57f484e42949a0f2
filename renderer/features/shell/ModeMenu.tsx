import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mode } from '../../../preload/contract/permissions.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { AllowAllDialog } from '../settings/AllowAllDialog.tsx';
import { useSetMode } from '../settings/useSetMode.ts';
import { statusItem } from './statusItem.ts';

/** The permission mode in the status bar: it is always visible what asks and what does not. */
export function ModeMenu() {
  const { t } = useTranslation();
  const mode = useHost((host) => host.mode);
  const setMode = useSetMode();
  const [asking, setAsking] = useState(false);
  const open = mode === 'allow-all';
  return (
    <>
      <Menu
        side="top"
        align="start"
        className="w-80"
        title={t('settings.permissions.mode')}
        entries={Mode.options.map((option) => ({
          kind: 'choice' as const,
          id: option,
          label: t(`settings.permissions.modes.${option}`),
          hint: t(`settings.permissions.modeHelp.${option}`),
          checked: option === mode,
          onSelect: () => (option === 'allow-all' && !open ? setAsking(true) : void setMode(option)),
        }))}
        trigger={
          <button
            type="button"
            className={statusItem(open ? 'warn' : 'quiet')}
            aria-label={t('shell.status.mode', { mode: t(`settings.permissions.modeShort.${mode}`) })}
          >
            {open ? <ShieldAlert size={13} aria-hidden /> : <ShieldCheck size={13} aria-hidden />}
            {t(`settings.permissions.modeShort.${mode}`)}
          </button>
        }
      />
      <AllowAllDialog open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
