import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Remember } from '../../../../preload/contract/entrySetup.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';

/** Where a secret goes, chosen knowingly (CFG-8): encrypted where the system can; else for the session until the person says otherwise. */
export function useRemember() {
  const noEncryption = useHost((host) => host.app.missing.encryption);
  const [remember, setRemember] = useState<Remember>(noEncryption ? 'session' : 'encrypted');
  return { remember, setRemember, noEncryption };
}

interface RememberChoiceProps {
  label: string;
  /** Said where nothing can be encrypted. */
  warning: string;
  noEncryption: boolean;
  value: Remember;
  onChange: (value: Remember) => void;
}

export function RememberChoice({ label, warning, noEncryption, value, onChange }: RememberChoiceProps) {
  const { t } = useTranslation();
  const options: Remember[] = noEncryption ? ['session', 'file'] : ['encrypted', 'session'];
  return (
    <div>
      {noEncryption && <p className="mb-1.5 text-xs text-warn">{warning}</p>}
      <ChoiceCards
        label={label}
        columns={2}
        value={value}
        onChange={onChange}
        options={options.map((option) => ({
          value: option,
          label: t(`settings.model.rememberOption.${option}`),
          help: t(`settings.model.rememberHelp.${option}`),
        }))}
      />
    </div>
  );
}
