import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { cx } from '../../ui/cx.ts';
import { ApprovalDock } from '../approvals/ApprovalDock.tsx';
import { ElicitationDock } from '../elicitations/ElicitationDock.tsx';
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx';
import { Palette } from '../palette/Palette.tsx';
import { useShortcuts } from '../palette/useShortcuts.ts';
import { ServerDialogs } from '../servers/ServerDialogs.tsx';
import { AllowAllBanner } from './AllowAllBanner.tsx';
import { MAIN_ID } from './ids.ts';
import { useLayout } from './layout.ts';
import { go, useNav } from './nav.ts';
import { Page } from './Page.tsx';
import { Sidebar } from './Sidebar.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useAppearance } from './useAppearance.ts';

/** The window: sidebar, page, approvals at its foot, status bar under all. */
export function Shell() {
  const { t } = useTranslation();
  const sidebar = useLayout((state) => state.sidebar);
  const place = useNav((state) => state.place);
  useAppearance();
  useShortcuts();
  useFirstRun();
  const bare = place.page === 'welcome';
  return (
    <div className="flex h-full flex-col">
      <a href={`#${MAIN_ID}`} className="sr-only-focusable fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-1.5 text-accent-ink" onClick={skip}>
        {t('shell.skipToMain')}
      </a>
      <div className="flex min-h-0 flex-1">
        {sidebar && !bare && <Sidebar />}
        <main
          id={MAIN_ID}
          tabIndex={-1}
          aria-label={t('shell.mainArea')}
          className={cx(
            'relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-ground outline-none',
            sidebar && !bare && 'border-l border-line',
          )}
        >
          <AllowAllBanner />
          <ErrorBoundary resetKey={JSON.stringify(place)}>
            <Page place={place} />
          </ErrorBoundary>
          <ElicitationDock />
          <ApprovalDock />
        </main>
      </div>
      <StatusBar />
      <ServerDialogs />
      <Palette />
    </div>
  );
}

/** The fragment belongs to the place (nav.ts), so the skip link moves the focus itself. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
}

function useFirstRun(): void {
  const done = useHost((host) => host.settings.settings.welcomeDone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first sight of the window counts
  useEffect(() => {
    if (!done && useNav.getState().place.page === 'chat') go({ page: 'welcome' });
  }, []);
}
