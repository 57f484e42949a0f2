import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectConversations, selectServers } from '../../host/selectors.ts';
import { filterEntries, paletteEntries } from './entries.ts';
import { PaletteList } from './PaletteList.tsx';
import { usePalette } from './store.ts';
import { usePaletteActions } from './usePaletteActions.ts';

/** Ctrl/Cmd+K: go anywhere, do anything, by typing. */
export function Palette() {
  const { t } = useTranslation();
  const { shown, close } = usePalette();
  return (
    <Dialog.Root open={shown} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex justify-center p-4 pt-[12vh]">
          <Dialog.Popup className="pop flex h-fit max-h-[min(480px,70vh)] w-full max-w-[600px] flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3">
            <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
            <PaletteBody onDone={close} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [choice, setChoice] = useState(0);
  const listId = useId();
  const servers = useHost(selectServers);
  const conversations = useHost(selectConversations);
  const actions = usePaletteActions();
  const entries = useMemo(() => paletteEntries(t, actions, servers, conversations), [t, actions, servers, conversations]);
  const shown = useMemo(() => filterEntries(entries, query), [entries, query]);
  const active = Math.min(choice, shown.length - 1);
  const run = (index: number) => {
    const entry = shown[index];
    if (!entry) return;
    onDone();
    entry.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setChoice((active + 1) % Math.max(1, shown.length));
    else if (event.key === 'ArrowUp') setChoice((active + shown.length - 1) % Math.max(1, shown.length));
    else if (event.key === 'Enter') run(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <Search size={16} className="shrink-0 text-text-3" aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChoice(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <PaletteList id={listId} entries={shown} active={active} query={query} onHover={setChoice} onRun={run} />
    </>
  );
}
