import type { QuaysideBridge } from '../../preload/contract/bridge.ts';

declare global {
  interface Window {
    quayside?: QuaysideBridge;
  }
}

/** What preload put on the window; missing only when the page was opened outside the app. */
export const windowBridge = (): QuaysideBridge | undefined => window.quayside;
