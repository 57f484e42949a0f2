import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import type { DraftForm } from './draft.ts';

/** What few entries need, folded unless it is in use. */
export function AdvancedFields({ form, set }: { form: DraftForm; set: (change: Partial<DraftForm>) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(form.timeoutSeconds !== '' || form.era !== 'auto' || form.disabled || form.startOnFirstUse);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-text-2 hover:text-text"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={14} className={cx('transition-transform', open && 'rotate-90')} aria-hidden />
        {t('servers.editor.advanced')}
      </button>
      {open && (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Field label={t('servers.editor.timeout')} help={t('servers.editor.timeoutHelp')} optional>
            {(control) => (
              <TextInput
                control={control}
                inputMode="numeric"
                value={form.timeoutSeconds}
                onChange={(text) => set({ timeoutSeconds: text.replaceAll(/[^\d.]/g, '') })}
              />
            )}
          </Field>
          <Field label={t('servers.editor.era')}>
            {(control) => (
              <Select
                id={control.id}
                className="w-full"
                value={form.era}
                onChange={(era) => set({ era })}
                options={[
                  { value: 'auto', label: t('servers.editor.eraAuto') },
                  { value: 'legacy', label: t('servers.editor.eraLegacy') },
                  { value: 'modern', label: t('servers.editor.eraModern') },
                ]}
              />
            )}
          </Field>
          <Checkbox checked={form.disabled} onChange={(disabled) => set({ disabled })}>
            {t('servers.editor.disabled')}
          </Checkbox>
          <Checkbox checked={form.startOnFirstUse} onChange={(startOnFirstUse) => set({ startOnFirstUse })}>
            {t('entry.firstUse.label')}
            <span className="block text-xs text-pretty text-text-3">{t('entry.firstUse.help')}</span>
          </Checkbox>
        </div>
      )}
    </div>
  );
}
