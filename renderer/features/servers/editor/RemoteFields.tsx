import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../../preload/contract/entrySetup.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import type { DraftForm, DraftProblem } from './draft.ts';
import { SecretRows } from './SecretRows.tsx';

interface FieldsProps {
  form: DraftForm;
  set: (change: Partial<DraftForm>) => void;
  problem: DraftProblem | undefined;
  kept: Readonly<Record<string, SecretView['kept']>>;
}

export function RemoteFields({ form, set, problem, kept }: FieldsProps) {
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
      <SecretRows kept={kept} title={t('servers.editor.headers')} rows={form.headers} onChange={(headers) => set({ headers })} />
    </>
  );
}
