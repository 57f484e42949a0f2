import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { PRESETS, type Preset } from './presets.ts';

export function PresetChips({ current, onChoose }: { current: string | undefined; onChoose: (preset: Preset) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('settings.model.preset')} className="flex flex-wrap gap-1.5">
      {PRESETS.map((preset) => (
        <button
          key={preset.id}
          type="button"
          aria-pressed={preset.id === current}
          onClick={() => onChoose(preset)}
          className={cx(
            'flex h-[26px] items-center gap-1 rounded-full border px-2.5 text-xs transition-colors',
            preset.id === current
              ? 'border-accent bg-accent-soft font-medium text-accent-text'
              : 'border-line-strong bg-raised text-text-2 hover:border-line-input hover:text-text',
          )}
        >
          {preset.id === current && <Check size={12} aria-hidden />}
          {preset.name}
          {preset.local && <span className="text-text-3">· {t('settings.model.presetLocal')}</span>}
        </button>
      ))}
    </fieldset>
  );
}
