import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../../host/HostProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { SecretInput } from '../../../ui/SecretInput.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';
import { RememberChoice, useRemember } from './RememberChoice.tsx';

/** The key goes to main and is never shown again (CFG-8). Where the system cannot encrypt, the person chooses knowingly. */
export function ApiKeyField() {
  const { t } = useTranslation();
  const run = useAction();
  const stored = useHost((host) => host.settings.hasApiKey);
  const [replacing, setReplacing] = useState(false);
  const [key, setKey] = useState('');
  const { remember, setRemember, noEncryption } = useRemember();
  const kept = stored && !replacing;

  const save = async (apiKey: string) => {
    if (!(await run('settings.setApiKey', { apiKey, remember }))) return;
    setKey('');
    setReplacing(false);
    showToast({ text: t(apiKey ? 'settings.model.keySaved' : 'settings.model.keyRemoved') });
  };

  return (
    <div className="space-y-3">
      <Field
        label={t('settings.model.apiKey')}
        help={kept ? t('settings.model.keyStored') : t('settings.model.apiKeyHelp')}
        aside={
          stored && (
            <button
              type="button"
              className="rounded-xs text-xs text-text-2 underline underline-offset-2 hover:text-text"
              onClick={() => void save('')}
            >
              {t('settings.model.keyRemove')}
            </button>
          )
        }
      >
        {(control) => (
          <div className="flex gap-2">
            <SecretInput control={control} value={key} kept={kept} onChange={setKey} onKept={(keep) => setReplacing(!keep)} />
            {!kept && (
              <Button variant="primary" disabled={!key.trim()} onClick={() => void save(key.trim())}>
                {t('settings.model.keySave')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {!kept && key !== '' && (
        <RememberChoice
          label={t('settings.model.remember')}
          warning={t('settings.model.noEncryption')}
          noEncryption={noEncryption}
          value={remember}
          onChange={setRemember}
        />
      )}
    </div>
  );
}
