import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { windowBridge } from './host/bridge.ts';
import { resolveLanguage, showLanguage } from './i18n/index.ts';

const THEME_KEY = 'quayside.theme';

/** Before the first snapshot the window looks as it did last time, so that it never flashes in the other theme. */
function firstLook(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = localStorage.getItem(THEME_KEY) ?? (dark ? 'dark' : 'light');
  new MutationObserver(() => localStorage.setItem(THEME_KEY, document.documentElement.dataset.theme ?? 'light')).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  });
  void showLanguage(resolveLanguage('system'));
}

firstLook();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App bridge={windowBridge()} />);
