import { ChatPage } from '../chat/ChatPage.tsx';
import { ServersPage } from '../servers/ServersPage.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { WelcomePage } from '../welcome/WelcomePage.tsx';
import type { Place } from './nav.ts';

export function Page({ place }: { place: Place }) {
  switch (place.page) {
    case 'chat':
      return <ChatPage id={place.id} />;
    case 'servers':
      return <ServersPage name={place.name} />;
    case 'settings':
      return <SettingsPage section={place.section} />;
    case 'welcome':
      return <WelcomePage />;
  }
}
