import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings, SettingsPatch } from '../../../preload/contract/settings.ts';
import { CommitInput } from '../../ui/CommitInput.tsx';
import type { Limit } from './limits.ts';

interface LimitFieldProps {
  limit: Limit;
  settings: Settings;
  onChange: (patch: SettingsPatch) => void;
}

export function LimitField({ limit, settings, onChange }: LimitFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [refused, setRefused] = useState(false);
  const commit = (text: string) => {
    const value = Number(text.trim());
    const fits = text.trim() !== '' && Number.isInteger(value) && value >= limit.min && value <= limit.max;
    setRefused(!fits);
    if (fits) onChange(limit.patch(value));
  };
  return (
    <div className="px-3.5 py-1.5">
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="min-w-0 flex-1 text-sm">
          {t(`settings.mcp.field.${limit.key}`)}
        </label>
        <CommitInput
          id={id}
          inputMode="numeric"
          className="num w-24! text-end"
          aria-invalid={refused || undefined}
          aria-describedby={refused ? `${id}-error` : undefined}
          value={String(limit.read(settings))}
          onCommit={commit}
        />
        <span className="w-14 text-xs text-text-3">{t(`settings.mcp.unit.${limit.unit}`)}</span>
      </div>
      {refused && (
        <p id={`${id}-error`} role="alert" className="text-end text-xs text-bad">
          {t('settings.mcp.range', { min: limit.min, max: limit.max })}
        </p>
      )}
    </div>
  );
}
