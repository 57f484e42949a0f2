import { ChevronDown, Folder, FolderLock, FolderOpen, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { useAction } from '../feedback/useAction.ts';
import { useTrustDialog } from '../servers/trustDialog.ts';
import { baseName } from './baseName.ts';

/** The opened project folder, above everything that depends on it. */
export function ProjectMenu() {
  const { t } = useTranslation();
  const run = useAction();
  const { folder, trust } = useHost((host) => host.project);
  const review = useTrustDialog((state) => state.review);
  const name = folder ? baseName(folder) : t('shell.project.none');
  const untrusted = trust !== undefined;
  const entries: MenuEntry[] = [
    ...(untrusted ? [{ id: 'review', label: t('shell.project.review'), icon: <FolderLock size={14} aria-hidden />, onSelect: review }] : []),
    { id: 'open', label: t('shell.project.open'), icon: <FolderOpen size={14} aria-hidden />, onSelect: () => void run('project.open', {}) },
    ...(folder
      ? [{ id: 'close', label: t('shell.project.close'), icon: <X size={14} aria-hidden />, onSelect: () => void run('project.close', {}) }]
      : []),
  ];
  return (
    <Menu
      entries={entries}
      title={folder ?? t('shell.project.label')}
      className="max-w-80"
      trigger={
        <button
          type="button"
          aria-label={t('shell.project.menu', { name: untrusted ? `${name} (${t('shell.project.untrusted')})` : name })}
          className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover data-popup-open:bg-active"
        >
          {untrusted ? (
            <FolderLock size={14} className="shrink-0 text-warn" aria-hidden />
          ) : (
            <Folder size={14} className="shrink-0 text-text-3" aria-hidden />
          )}
          <span className={folder ? 'truncate font-medium' : 'truncate text-text-3'}>{name}</span>
          <ChevronDown size={13} className="ml-auto shrink-0 text-text-3" aria-hidden />
        </button>
      }
    />
  );
}
