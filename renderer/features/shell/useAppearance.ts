import { useEffect, useSyncExternalStore } from 'react';
import { useHost } from '../../host/HostProvider.tsx';
import { resolveLanguage, showLanguage } from '../../i18n/index.ts';

const darkQuery = '(prefers-color-scheme: dark)';
const subscribe = (notify: () => void) => {
  const query = window.matchMedia(darkQuery);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};

/** The theme that is shown now: the setting, or the system's where it says so. */
export function useTheme(): 'light' | 'dark' {
  const setting = useHost((host) => host.settings.settings.theme);
  const systemDark = useSyncExternalStore(subscribe, () => window.matchMedia(darkQuery).matches);
  if (setting !== 'system') return setting;
  return systemDark ? 'dark' : 'light';
}

/** Keeps the page's theme and language in step with the settings. */
export function useAppearance(): void {
  const theme = useTheme();
  const language = useHost((host) => host.settings.settings.language);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    void showLanguage(resolveLanguage(language));
  }, [language]);
}
