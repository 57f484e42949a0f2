import { CloudSun, Download, Sparkles, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { useResource } from '../../host/resource.ts';
import { selectOffline } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useHasWeather } from '../chat/useHasWeather.ts';
import { useServerDialogs } from '../servers/dialogs.ts';
import { useServerActions } from '../servers/useServerActions.ts';
import { useSettings } from '../settings/useSettings.ts';
import { Mark } from '../shell/Mark.tsx';
import { go, type Place } from '../shell/nav.ts';
import { OptionCard } from './OptionCard.tsx';
import { WeatherQuestion } from './WeatherQuestion.tsx';

/** The first run: who reads the messages, which tools there are, and a way straight into a conversation (WIN-10). */
export function WelcomePage() {
  const { t } = useTranslation();
  const { settings, update } = useSettings();
  const leave = (place: Place) => {
    void update({ welcomeDone: true });
    go(place);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-[720px] px-8 pt-[6vh] pb-4">
        <div className="flex items-start justify-between gap-4">
          <Mark size={40} className="text-accent" />
          <Segmented
            label={t('welcome.language')}
            size="sm"
            value={settings.language}
            onChange={(language) => void update({ language })}
            options={(['system', 'en', 'zh-CN'] as const).map((value) => ({ value, label: t(`settings.appearance.languages.${value}`) }))}
          />
        </div>
        <h1 className="mt-5 text-2xl font-semibold tracking-tight text-balance">{t('welcome.title')}</h1>
        <p className="mt-2 max-w-[58ch] text-md text-pretty text-text-2">{t('welcome.lead')}</p>
        <ModelStep onChoose={() => leave({ page: 'settings', section: 'model' })} />
        <ToolsStep onAsked={() => void update({ welcomeDone: true })} />
        {/* Stays in sight in a short window. */}
        <div className="sticky bottom-0 -mx-2 mt-4 flex items-center gap-4 bg-ground px-2 py-4">
          <Button variant="primary" size="lg" onClick={() => leave({ page: 'chat' })}>
            {t('welcome.start')}
          </Button>
          <p className="text-xs text-text-3">{t('welcome.changeLater')}</p>
        </div>
      </div>
    </div>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7">
      <h2 className="mb-2.5 text-sm font-semibold text-text-2">{title}</h2>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </section>
  );
}

function ModelStep({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  const offline = useHost(selectOffline);
  const model = useHost((host) => host.settings.settings.provider.model);
  const { update } = useSettings();
  return (
    <Step title={t('welcome.modelTitle')}>
      <OptionCard
        icon={<Unplug size={18} aria-hidden />}
        title={t('welcome.offline')}
        body={t('welcome.offlineBody')}
        chosen={offline}
        onClick={() => void update({ provider: { kind: 'offline' } })}
      />
      <OptionCard
        icon={<Sparkles size={18} aria-hidden />}
        title={t('welcome.choose')}
        body={offline ? t('welcome.chooseBody') : t('welcome.current', { name: model || '—' })}
        chosen={!offline}
        onClick={onChoose}
      />
    </Step>
  );
}

function ToolsStep({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation();
  const actions = useServerActions();
  const dialogs = useServerDialogs();
  const weather = useHasWeather();
  const [adding, setAdding] = useState(false);
  const preview = useResource('servers.importPreview', NO_INPUT);
  const found = preview.data?.candidates.length ?? 0;
  const importBody = preview.loading ? t('welcome.importLooking') : found > 0 ? t('welcome.importBody', { count: found }) : t('welcome.importNone');
  const add = async () => {
    setAdding(true);
    await actions.addWeather();
    setAdding(false);
  };
  return (
    <>
      <Step title={t('welcome.toolsTitle')}>
        <OptionCard
          icon={<CloudSun size={18} aria-hidden />}
          title={t(weather ? 'welcome.weatherAdded' : adding ? 'welcome.weatherAdding' : 'welcome.weather')}
          body={t('welcome.weatherBody')}
          chosen={weather}
          disabled={weather || adding}
          onClick={() => void add()}
        />
        <OptionCard
          icon={<Download size={18} aria-hidden />}
          title={t('welcome.import')}
          body={importBody}
          chosen={false}
          onClick={() => dialogs.import(found > 0 || preview.loading ? 'found' : 'paste')}
        />
      </Step>
      {weather && <WeatherQuestion onAsked={onAsked} />}
    </>
  );
}

const NO_INPUT = {};
