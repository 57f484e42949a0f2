import { Command, PanelLeftClose, Server, Settings, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectServerCounts } from '../../host/selectors.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ConversationList } from '../conversations/ConversationList.tsx';
import { usePalette } from '../palette/store.ts';
import { focusId } from './focusId.ts';
import { COMPOSER_ID, SEARCH_ID } from './ids.ts';
import { useLayout } from './layout.ts';
import { Mark } from './Mark.tsx';
import { go, type Place, useNav } from './nav.ts';
import { ProjectMenu } from './ProjectMenu.tsx';
import { Tip } from './Tip.tsx';

export function Sidebar() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const toggle = useLayout((state) => state.toggleSidebar);
  const openPalette = usePalette((state) => state.open);
  const place = useNav((state) => state.place);
  const { total } = useHost(selectServerCounts);
  return (
    <aside aria-label={t('shell.sidebar')} className="flex w-[248px] shrink-0 flex-col bg-frame">
      <div className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-3.5">
        <Mark size={20} className="text-accent" />
        <span className="text-md font-semibold tracking-tight">{t('common.appName')}</span>
        <span className="ml-auto flex">
          <IconButton
            label={t('palette.open')}
            tip={<Tip label={t('palette.open')} keys="Mod+K" />}
            icon={<Command size={15} aria-hidden />}
            onClick={openPalette}
          />
          <IconButton
            label={t('shell.collapseSidebar')}
            tip={<Tip label={t('shell.collapseSidebar')} keys="Mod+B" />}
            icon={<PanelLeftClose size={15} aria-hidden />}
            onClick={toggle}
          />
        </span>
      </div>
      <div className="flex shrink-0 flex-col gap-1 px-2">
        <div className="flex">
          <ProjectMenu />
        </div>
        <NavButton
          place={{ page: 'chat' }}
          current={place.page === 'chat' && place.id === undefined}
          icon={<SquarePen size={15} aria-hidden />}
          aside={<Kbd keys="Mod+N" />}
          onGone={() => focusId(COMPOSER_ID)}
        >
          {t('shell.newChat')}
        </NavButton>
        <SearchInput id={SEARCH_ID} label={t('shell.searchConversations')} value={query} onChange={setQuery} className="mt-1" />
      </div>
      <nav aria-label={t('shell.conversations')} className="mt-1 min-h-0 flex-1 overflow-y-auto px-2">
        <ConversationList query={query} />
      </nav>
      <nav aria-label={t('shell.nav.label')} className="flex shrink-0 flex-col gap-0.5 border-t border-line p-2">
        <NavButton
          place={{ page: 'servers' }}
          current={place.page === 'servers'}
          icon={<Server size={15} aria-hidden />}
          aside={<span className="num text-xs text-text-3">{total}</span>}
        >
          {t('shell.nav.servers')}
        </NavButton>
        <NavButton place={{ page: 'settings', section: 'model' }} current={place.page === 'settings'} icon={<Settings size={15} aria-hidden />}>
          {t('shell.nav.settings')}
        </NavButton>
      </nav>
    </aside>
  );
}

interface NavButtonProps {
  place: Place;
  current: boolean;
  icon: ReactNode;
  aside?: ReactNode;
  /** What follows the way there, e.g. the focus. */
  onGone?: () => void;
  children: ReactNode;
}

function NavButton({ place, current, icon, aside, onGone, children }: NavButtonProps) {
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={() => {
        go(place);
        onGone?.();
      }}
      className={cx(
        'flex h-[30px] w-full items-center gap-2.5 rounded-sm px-2 text-start text-sm',
        current ? 'bg-active font-medium' : 'text-text-2 hover:bg-hover hover:text-text',
      )}
    >
      <span className="text-text-3">{icon}</span>
      <span className="flex-1 truncate">{children}</span>
      {aside}
    </button>
  );
}
