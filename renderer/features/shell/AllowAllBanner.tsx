import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { useSetMode } from '../settings/useSetMode.ts';

/** While everything is allowed the window says so on every page (PER-2). */
export function AllowAllBanner() {
  const { t } = useTranslation();
  const mode = useHost((host) => host.mode);
  const setMode = useSetMode();
  if (mode !== 'allow-all') return null;
  return (
    <div role="status" className="flex shrink-0 items-center gap-2.5 border-b border-warn-line bg-warn-soft px-4 py-1 text-sm text-warn">
      <ShieldAlert size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{t('settings.permissions.allowAllBanner')}</span>
      <Button size="sm" onClick={() => void setMode('ask')}>
        {t('settings.permissions.allowAllEnd')}
      </Button>
    </div>
  );
}
