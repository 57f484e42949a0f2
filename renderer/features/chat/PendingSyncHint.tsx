import { PackagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** TOL-7: new tools wait for the next run of this conversation. */
export function PendingSyncHint() {
  const { t } = useTranslation();
  return (
    <p role="status" className="mb-2 flex items-center gap-2 px-1 text-xs text-busy">
      <PackagePlus size={14} aria-hidden />
      {t('chat.pendingSync')}
    </p>
  );
}
