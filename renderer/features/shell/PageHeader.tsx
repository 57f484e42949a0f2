import { PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { useLayout } from './layout.ts';
import { Tip } from './Tip.tsx';

/** The head of every page: its name, its actions, and the way back to a hidden sidebar. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation();
  const sidebar = useLayout((state) => state.sidebar);
  const toggle = useLayout((state) => state.toggleSidebar);
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
      {!sidebar && (
        <IconButton
          label={t('shell.expandSidebar')}
          tip={<Tip label={t('shell.expandSidebar')} keys="Mod+B" />}
          icon={<PanelLeftOpen size={15} aria-hidden />}
          onClick={toggle}
          className="-ml-1.5"
        />
      )}
      <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h1>
      {children}
    </header>
  );
}
