import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { I18nextProvider } from 'react-i18next';
import type { QuaysideBridge } from '../preload/contract/bridge.ts';
import { Announcer } from './features/feedback/Announcer.tsx';
import { ErrorBoundary } from './features/feedback/ErrorBoundary.tsx';
import { LinkGate } from './features/feedback/LinkGate.tsx';
import { ToastRegion } from './features/feedback/ToastRegion.tsx';
import { Gate, NoBridge } from './features/shell/Gate.tsx';
import { Shell } from './features/shell/Shell.tsx';
import { HostProvider } from './host/HostProvider.tsx';
import { i18n } from './i18n/index.ts';

const TOOLTIP_DELAY_MS = 450;

/** The whole window on a bridge; tests and the harness hand in their own. */
export function App({ bridge }: { bridge: QuaysideBridge | undefined }) {
  return (
    <I18nextProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
          <ErrorBoundary>
            {bridge ? (
              <HostProvider bridge={bridge}>
                <Gate>
                  <LinkGate>
                    <Shell />
                  </LinkGate>
                </Gate>
                <ToastRegion />
                <Announcer />
              </HostProvider>
            ) : (
              <NoBridge />
            )}
          </ErrorBoundary>
        </Tooltip.Provider>
      </CSPProvider>
    </I18nextProvider>
  );
}
