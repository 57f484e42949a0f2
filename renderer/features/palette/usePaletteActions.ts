import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../feedback/useAction.ts';
import { useServerDialogs } from '../servers/dialogs.ts';
import { useServerActions } from '../servers/useServerActions.ts';
import { useSettings } from '../settings/useSettings.ts';
import { useLayout } from '../shell/layout.ts';
import { useTheme } from '../shell/useAppearance.ts';
import type { PaletteActions } from './entries.ts';

export function usePaletteActions(): PaletteActions {
  const { i18n } = useTranslation();
  const run = useAction();
  const servers = useServerActions();
  const { update } = useSettings();
  const theme = useTheme();
  const language = i18n.language;
  return useMemo(() => {
    const dialogs = useServerDialogs.getState();
    return {
      addServer: dialogs.add,
      importServers: () => dialogs.import(),
      exportServers: dialogs.export,
      checkPrograms: dialogs.checkPrograms,
      addWeather: () => void servers.addWeather(),
      openFolder: () => void run('project.open', {}),
      restart: (name) => void servers.restart(name),
      toggleTheme: () => void update({ theme: theme === 'dark' ? 'light' : 'dark' }),
      toggleLanguage: () => void update({ language: language === 'en' ? 'zh-CN' : 'en' }),
      toggleSidebar: () => useLayout.getState().toggleSidebar(),
    };
  }, [run, servers, update, theme, language]);
}
