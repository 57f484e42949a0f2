import type { MessageKey } from '../../../preload/contract/locales/en.ts';

type ShortcutId = Extract<MessageKey, `palette.shortcut.${string}`> extends `palette.shortcut.${infer N}` ? N : never;

/** Every shortcut of the window, for the settings page and the hints. */
export const SHORTCUTS: readonly { id: ShortcutId; keys: string }[] = [
  { id: 'palette', keys: 'Mod+K' },
  { id: 'newChat', keys: 'Mod+N' },
  { id: 'search', keys: 'Mod+Shift+F' },
  { id: 'sidebar', keys: 'Mod+B' },
  { id: 'servers', keys: 'Mod+Shift+S' },
  { id: 'settings', keys: 'Mod+,' },
  { id: 'composer', keys: 'Mod+L' },
  { id: 'approval', keys: 'F6' },
  { id: 'send', keys: 'Enter' },
  { id: 'newLine', keys: 'Shift+Enter' },
  { id: 'stop', keys: 'Mod+.' },
];
