import { CloudSun, ListTree, Plug, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectOffline, selectServerCounts } from '../../host/selectors.ts';
import { useServerActions } from '../servers/useServerActions.ts';
import { Mark } from '../shell/Mark.tsx';
import { go } from '../shell/nav.ts';
import { useChat } from './context.ts';
import { useHasWeather } from './useHasWeather.ts';

/** Where a conversation begins: who will answer, with which tools, and a first question to try. */
export function ChatEmpty() {
  const { t } = useTranslation();
  const offline = useHost(selectOffline);
  const { counts, tools } = useHost(selectServerCounts);
  const weather = useHasWeather();
  const { send } = useChat();
  const actions = useServerActions();
  // A server that starts on first use offers its tools as well.
  const usable = counts.connected + counts.ready;
  const none = usable === 0;
  const body = none
    ? t('chat.empty.noTools')
    : offline
      ? t('chat.empty.offlineBody')
      : t('chat.empty.body', {
          tools: t('chat.empty.toolCount', { count: tools }),
          servers: t('chat.empty.serverCount', { count: usable }),
        });
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto w-full max-w-[600px] px-6 py-8">
        <Mark size={34} className="text-accent" />
        <h2 className="mt-4 text-xl font-semibold text-balance">{t(offline ? 'chat.empty.offlineTitle' : 'chat.empty.title')}</h2>
        <p className="mt-2 max-w-[62ch] text-base text-pretty text-text-2">{body}</p>
        <ul aria-label={t('chat.empty.suggestions')} className="mt-5 flex flex-col items-start gap-2">
          {weather ? (
            <Chip icon={<CloudSun size={15} aria-hidden />} onClick={() => void send(t('chat.empty.weather'))}>
              {t('chat.empty.weather')}
            </Chip>
          ) : (
            <Chip icon={<Plug size={15} aria-hidden />} onClick={() => void actions.addWeather()}>
              {t('chat.empty.tryWeather')}
            </Chip>
          )}
          {!none && !offline && (
            <Chip icon={<ListTree size={15} aria-hidden />} onClick={() => void send(t('chat.empty.tools'))}>
              {t('chat.empty.tools')}
            </Chip>
          )}
          {offline && (
            <Chip icon={<Sparkles size={15} aria-hidden />} onClick={() => go({ page: 'settings', section: 'model' })}>
              {t('chat.empty.setModel')}
            </Chip>
          )}
        </ul>
      </div>
    </div>
  );
}

function Chip({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        className="flex items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-3 py-2 text-start text-sm shadow-1 transition-colors hover:border-accent-line hover:bg-accent-soft"
        onClick={onClick}
      >
        <span className="text-accent-text">{icon}</span>
        {children}
      </button>
    </li>
  );
}
