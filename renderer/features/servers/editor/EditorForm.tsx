import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../../preload/contract/entrySetup.ts';
import type { ServerDraft } from '../../../../preload/contract/servers.ts';
import { Field } from '../../../ui/Field.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { AdvancedFields } from './AdvancedFields.tsx';
import type { checkForm, DraftForm } from './draft.ts';
import { EditorJson } from './EditorJson.tsx';
import { LocalFields } from './LocalFields.tsx';
import { RemoteFields } from './RemoteFields.tsx';

export interface EditorFormProps {
  form: DraftForm;
  onChange: (form: DraftForm) => void;
  problems: ReturnType<typeof checkForm>;
  hasProject: boolean;
  /** Where stored secrets of the entry are kept, by field. */
  kept: Readonly<Record<string, SecretView['kept']>>;
}

const TRANSPORTS = ['stdio', 'http', 'sse', 'ws'] as const;
const LEVELS = ['user', 'project', 'local'] as const;

/** The entry as a form, or the same as JSON. */
export function EditorForm({ form, onChange, problems, hasProject, kept }: EditorFormProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<'form' | 'json'>('form');
  const set = (change: Partial<DraftForm>) => onChange({ ...form, ...change });
  return (
    <div className="space-y-4">
      <Segmented
        label={t('form.view')}
        size="sm"
        value={view}
        onChange={setView}
        options={[
          { value: 'form', label: t('form.form') },
          { value: 'json', label: t('form.json') },
        ]}
      />
      {view === 'json' ? (
        <EditorJson form={form} onChange={onChange} />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('servers.editor.name')} help={t('servers.editor.nameHelp')} error={problems.name && t(`servers.editor.${problems.name}`)}>
              {(control) => <TextInput control={control} value={form.name} maxLength={120} onChange={(name) => set({ name })} />}
            </Field>
            <Field label={t('servers.editor.level')}>
              {(control) => (
                <Select
                  id={control.id}
                  className="w-full"
                  value={form.level}
                  onChange={(level) => set({ level })}
                  options={LEVELS.filter((level) => level === 'user' || hasProject || level === form.level).map((level) => ({
                    value: level,
                    label: t(`servers.level.${level}`),
                    hint: t(`servers.levelHelp.${level}`),
                  }))}
                />
              )}
            </Field>
          </div>
          <div className="space-y-1">
            <p className="text-sm font-medium">{t('servers.editor.kind')}</p>
            <Segmented<ServerDraft['transport']>
              label={t('servers.editor.kind')}
              value={form.transport}
              onChange={(transport) => set({ transport })}
              options={TRANSPORTS.map((value) => ({ value, label: t(`servers.transport.${value}`) }))}
            />
          </div>
          {form.transport === 'stdio' ? (
            <LocalFields form={form} set={set} problem={problems.command} kept={kept} />
          ) : (
            <RemoteFields form={form} set={set} problem={problems.url} kept={kept} />
          )}
          <AdvancedFields form={form} set={set} />
        </>
      )}
    </div>
  );
}
