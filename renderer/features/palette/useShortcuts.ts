import { useEffect } from 'react';
import { useHost, useInvoke } from '../../host/HostProvider.tsx';
import { selectApprovals } from '../../host/selectors.ts';
import { isMod } from '../../ui/Kbd.tsx';
import { useApprovalPanel } from '../approvals/panel.ts';
import { focusId } from '../shell/focusId.ts';
import { COMPOSER_ID, SEARCH_ID } from '../shell/ids.ts';
import { useLayout } from '../shell/layout.ts';
import { go, useNav } from '../shell/nav.ts';
import { usePalette } from './store.ts';

/** The window's shortcuts. They do nothing while a modal dialog is open, so that nothing happens behind it. */
export function useShortcuts(): void {
  const invoke = useInvoke();
  const waiting = useHost(selectApprovals).length > 0;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"][data-open]') && event.key !== 'k') return;
      if (event.key === 'F6' && waiting) {
        event.preventDefault();
        const panel = document.querySelector('[role="alertdialog"][aria-modal="false"]');
        // A second F6 leaves the panel again, so that its focus trap is none.
        if (panel?.contains(document.activeElement)) focusId(COMPOSER_ID);
        else useApprovalPanel.getState().open();
        return;
      }
      if (!isMod(event) || event.altKey) return;
      const action = ACTIONS[`${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`];
      if (!action) return;
      event.preventDefault();
      action();
    };
    const ACTIONS: Record<string, (() => void) | undefined> = {
      k: () => {
        const { shown, open, close } = usePalette.getState();
        if (shown) close();
        else open();
      },
      n: () => {
        go({ page: 'chat' });
        focusId(COMPOSER_ID);
      },
      b: () => useLayout.getState().toggleSidebar(),
      l: () => focusId(COMPOSER_ID),
      ',': () => go({ page: 'settings', section: 'model' }),
      'shift+s': () => go({ page: 'servers' }),
      'shift+f': () => {
        useLayout.setState({ sidebar: true });
        focusId(SEARCH_ID);
      },
      '.': () => {
        const { place } = useNav.getState();
        if (place.page === 'chat' && place.id) void invoke('chat.stop', { id: place.id });
      },
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [invoke, waiting]);
}
