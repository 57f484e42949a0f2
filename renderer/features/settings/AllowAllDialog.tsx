import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useSetMode } from './useSetMode.ts';

/** The question before everything is allowed for the rest of the session (PER-2). */
export function AllowAllDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const setMode = useSetMode();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      danger
      title={t('settings.permissions.allowAllTitle')}
      confirm={t('settings.permissions.allowAllConfirm')}
      onConfirm={() => void setMode('allow-all')}
    >
      {t('settings.permissions.allowAllBody')}
    </ConfirmDialog>
  );
}
