import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../../preload/contract/entrySetup.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextArea, TextInput } from '../../../ui/TextInput.tsx';
import type { DraftForm, DraftProblem } from './draft.ts';
import { SecretRows } from './SecretRows.tsx';

interface FieldsProps {
  form: DraftForm;
  set: (change: Partial<DraftForm>) => void;
  problem: DraftProblem | undefined;
  kept: Readonly<Record<string, SecretView['kept']>>;
}

export function LocalFields({ form, set, problem, kept }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('servers.editor.command')} help={t('servers.editor.commandHelp')} error={problem && t(`servers.editor.${problem}`)}>
        {(control) => <TextInput control={control} mono value={form.command} onChange={(command) => set({ command })} />}
      </Field>
      <Field label={t('servers.editor.args')} help={t('servers.editor.argsHelp')} optional>
        {(control) => (
          <TextArea
            control={control}
            mono
            rows={Math.min(8, Math.max(3, form.args.split('\n').length))}
            value={form.args}
            onChange={(args) => set({ args })}
          />
        )}
      </Field>
      <SecretRows kept={kept} title={t('servers.editor.env')} rows={form.env} onChange={(env) => set({ env })} />
      <Field label={t('servers.editor.cwd')} optional>
        {(control) => <TextInput control={control} mono value={form.cwd} onChange={(cwd) => set({ cwd })} />}
      </Field>
    </>
  );
}
