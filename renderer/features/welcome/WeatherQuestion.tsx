import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChatActions } from '../chat/useChatActions.ts';

/** The teaching question as one click, once the example is there. */
export function WeatherQuestion({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation();
  const { send } = useChatActions(undefined);
  return (
    <div role="status" className="rise mt-3 flex flex-wrap items-center gap-2.5 text-sm text-text-2">
      {t('welcome.weatherAsk')}
      <button
        type="button"
        className="flex items-center gap-2 rounded-lg border border-buoy-line bg-buoy-soft px-3 py-1.5 text-start font-medium text-text hover:border-buoy"
        onClick={() => {
          onAsked();
          void send(t('chat.empty.weather'));
        }}
      >
        {t('chat.empty.weather')}
        <ArrowRight size={14} className="shrink-0 text-buoy-text" aria-hidden />
      </button>
    </div>
  );
}
