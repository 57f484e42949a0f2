import type { TFunction } from 'i18next';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import type { ServerView } from '../../../preload/contract/servers.ts';
import { go, SETTINGS_SECTIONS } from '../shell/nav.ts';

export type EntryGroup = 'actions' | 'pages' | 'servers' | 'conversations';
export type PaletteIcon = 'new' | 'add' | 'import' | 'weather' | 'folder' | 'theme' | 'language' | 'sidebar' | 'restart' | 'export' | 'programs';
export interface PaletteEntry {
  id: string;
  group: EntryGroup;
  label: string;
  icon?: PaletteIcon;
  keys?: string;
  run: () => void;
}

export interface PaletteActions {
  addServer: () => void;
  importServers: () => void;
  exportServers: () => void;
  checkPrograms: () => void;
  addWeather: () => void;
  openFolder: () => void;
  restart: (name: string) => void;
  toggleTheme: () => void;
  toggleLanguage: () => void;
  toggleSidebar: () => void;
}

/** Everything one can go to or do, as one list. */
export function paletteEntries(
  t: TFunction,
  actions: PaletteActions,
  servers: readonly ServerView[],
  conversations: readonly ConversationSummary[],
): PaletteEntry[] {
  const action = (id: PaletteIcon, label: string, run: () => void, keys?: string): PaletteEntry => ({
    id,
    icon: id,
    group: 'actions',
    label,
    run,
    ...(keys ? { keys } : {}),
  });
  return [
    action('new', t('palette.newChat'), () => go({ page: 'chat' }), 'Mod+N'),
    action('add', t('palette.addServer'), actions.addServer),
    action('import', t('palette.importServers'), actions.importServers),
    action('export', t('entry.export.title'), actions.exportServers),
    action('programs', t('entry.runtimes.open'), actions.checkPrograms),
    action('weather', t('palette.weather'), actions.addWeather),
    action('folder', t('palette.openFolder'), actions.openFolder),
    action('theme', t('palette.toggleTheme'), actions.toggleTheme),
    action('language', t('palette.toggleLanguage'), actions.toggleLanguage),
    action('sidebar', t('palette.toggleSidebar'), actions.toggleSidebar, 'Mod+B'),
    { id: 'page-servers', group: 'pages', label: t('shell.nav.servers'), run: () => go({ page: 'servers' }), keys: 'Mod+Shift+S' },
    ...SETTINGS_SECTIONS.map(
      (section): PaletteEntry => ({
        id: `page-${section}`,
        group: 'pages',
        label: t('palette.settingsPage', { section: t(`settings.section.${section}`) }),
        run: () => go({ page: 'settings', section }),
      }),
    ),
    ...servers.flatMap((server): PaletteEntry[] => [
      {
        id: `server-${server.name}`,
        group: 'servers',
        label: t('palette.goServer', { name: server.name }),
        run: () => go({ page: 'servers', name: server.name }),
      },
      {
        id: `restart-${server.name}`,
        icon: 'restart',
        group: 'servers',
        label: t('palette.restart', { name: server.name }),
        run: () => actions.restart(server.name),
      },
    ]),
    ...conversations.map(
      (conversation): PaletteEntry => ({
        id: `chat-${conversation.id}`,
        group: 'conversations',
        label: conversation.title || t('shell.untitled'),
        run: () => go({ page: 'chat', id: conversation.id }),
      }),
    ),
  ];
}

const GROUPS: readonly EntryGroup[] = ['conversations', 'actions', 'pages', 'servers'];
const PER_GROUP = 8;

/** The entries that hold all words of the query, best place first; a few of each group. */
export function filterEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matches = entries.filter((entry) => {
    const label = entry.label.toLocaleLowerCase();
    return words.every((word) => label.includes(word));
  });
  const order = words.length > 0 ? GROUPS : (['actions', 'conversations', 'pages', 'servers'] as const);
  return order.flatMap((group) => matches.filter((entry) => entry.group === group).slice(0, PER_GROUP));
}
