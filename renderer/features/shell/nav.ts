import { create } from 'zustand';

export const SETTINGS_SECTIONS = ['model', 'permissions', 'audit', 'appearance', 'mcp', 'about'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** Where the person is. A chat without an id is a new one that is not saved yet. */
export type Place =
  | { page: 'chat'; id?: string }
  | { page: 'servers'; name?: string }
  | { page: 'settings'; section: SettingsSection }
  | { page: 'welcome' };

/** The place as the address's fragment, so that a reload of the window comes back to it. */
export function toHash(place: Place): string {
  switch (place.page) {
    case 'chat':
      return place.id ? `#/chat/${encodeURIComponent(place.id)}` : '#/chat';
    case 'servers':
      return place.name ? `#/servers/${encodeURIComponent(place.name)}` : '#/servers';
    case 'settings':
      return `#/settings/${place.section}`;
    case 'welcome':
      return '#/welcome';
  }
}

export function fromHash(hash: string): Place {
  const [page, rest] = hash.replace(/^#\//, '').split('/', 2);
  const detail = rest ? decodeURIComponent(rest) : undefined;
  switch (page) {
    case 'servers':
      return detail ? { page, name: detail } : { page };
    case 'settings':
      return { page, section: SETTINGS_SECTIONS.find((section) => section === detail) ?? 'model' };
    case 'welcome':
      return { page };
    default:
      return detail ? { page: 'chat', id: detail } : { page: 'chat' };
  }
}

export const useNav = create<{ place: Place }>(() => ({ place: fromHash(window.location.hash) }));

export function go(place: Place): void {
  useNav.setState({ place });
  history.replaceState(null, '', toHash(place));
}
