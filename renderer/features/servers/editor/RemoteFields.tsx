import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import type { DraftForm, DraftProblem } from './draft.ts';
import { SecretRows } from './SecretRows.tsx';

interface FieldsProps {
  form: DraftForm;
  set: (change: Partial<DraftForm>) => void;
  problem: DraftProblem | undefined;
}

export function RemoteFields({ form, set, problem }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('servers.editor.url')} error={problem && t(`servers.editor.${problem}`)}>
        {(control) => (
          <TextInput
            control={control}
            mono
            inputMode="url"
            placeholder={form.transport === 'ws' ? 'wss://…' : 'https://…/mcp'}
            value={form.url}
            onChange={(url) => set({ url })}
          />
        )}
      </Field>
      <SecretRows title={t('servers.editor.headers')} rows={form.headers} onChange={(headers) => set({ headers })} />
    </>
  );
}
