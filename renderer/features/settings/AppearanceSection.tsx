import { useTranslation } from 'react-i18next';
import { Kbd } from '../../ui/Kbd.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SHORTCUTS } from '../palette/shortcuts.ts';
import { Group } from './Section.tsx';
import { useSettings } from './useSettings.ts';

const LANGUAGES = ['system', 'en', 'zh-CN'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

export function AppearanceSection() {
  const { t } = useTranslation();
  const { settings, update } = useSettings();
  return (
    <>
      <Group title={t('settings.appearance.language')}>
        <Segmented
          label={t('settings.appearance.language')}
          value={settings.language}
          onChange={(language) => void update({ language })}
          options={LANGUAGES.map((value) => ({ value, label: t(`settings.appearance.languages.${value}`) }))}
        />
      </Group>
      <Group title={t('settings.appearance.theme')}>
        <Segmented
          label={t('settings.appearance.theme')}
          value={settings.theme}
          onChange={(theme) => void update({ theme })}
          options={THEMES.map((value) => ({ value, label: t(`settings.appearance.themes.${value}`) }))}
        />
      </Group>
      <Group title={t('settings.appearance.shortcuts')}>
        <dl className="divide-y divide-line rounded-lg border border-line">
          {SHORTCUTS.map(({ id, keys }) => (
            <div key={id} className="flex items-center justify-between gap-4 px-3.5 py-1.5 text-sm">
              <dt>{t(`palette.shortcut.${id}`)}</dt>
              <dd>
                <Kbd keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </Group>
    </>
  );
}
