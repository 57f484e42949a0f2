import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuditQuery } from '../../../../preload/contract/permissions.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';

const FORMATS = ['csv', 'jsonl'] as const;

/** Writes what the filter shows to a file; secrets are taken out by main. */
export function AuditExport({ filter }: { filter: AuditQuery }) {
  const { t } = useTranslation();
  const run = useAction();
  const write = async (format: (typeof FORMATS)[number]) => {
    const done = await run('permissions.auditExport', { format, filter });
    if (!done) return;
    showToast({
      text: t('settings.audit.exported', { count: done.entries, path: done.path }),
      action: { label: t('common.reveal'), run: () => void run('host.showFile', { path: done.path }) },
    });
  };
  return (
    <Menu
      side="bottom"
      align="end"
      trigger={
        <Button size="sm" icon={<Download size={13} aria-hidden />}>
          {t('settings.audit.export')}
        </Button>
      }
      entries={FORMATS.map((format) => ({ id: format, label: t(`settings.audit.format.${format}`), onSelect: () => void write(format) }))}
    />
  );
}
