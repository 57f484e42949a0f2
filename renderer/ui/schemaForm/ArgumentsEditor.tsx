import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { useFormat } from '../../i18n/format.ts';
import { Segmented } from '../Segmented.tsx';
import { JsonEditor } from './JsonEditor.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import type { Value } from './schema.ts';
import { type FieldError, validate } from './validate.ts';

/** Above this a JSON view would take seconds to lay out. */
const JSON_VIEW_MAX = 300_000;

/** The errors of a value, found a moment later where typing is fast. */
export function useValidation(schema: JsonSchema, value: unknown): FieldError[] {
  const deferred = useDeferredValue(value);
  return useMemo(() => validate(schema, deferred), [schema, deferred]);
}

interface ArgumentsEditorProps {
  schema: JsonSchema;
  value: Value;
  onChange: (value: Value) => void;
  errors: readonly FieldError[];
  original?: Value;
}

/** A tool's arguments: a form from its schema, or the same as JSON. */
export function ArgumentsEditor({ schema, value, onChange, errors, original }: ArgumentsEditorProps) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const [view, setView] = useState<'form' | 'json'>('form');
  const size = useMemo(() => JSON.stringify(value).length, [value]);
  const form = <SchemaForm schema={schema} value={value} onChange={onChange} errors={errors} {...(original ? { original } : {})} />;
  if (size > JSON_VIEW_MAX) {
    return (
      <div className="space-y-3">
        <p className="text-xs text-text-2">{t('form.tooLarge', { size: bytes(size) })}</p>
        {form}
      </div>
    );
  }
  return (
    <div className="@container">
      <div className="mb-2.5 @2xl:hidden">
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
      </div>
      <div className="grid gap-4 @2xl:grid-cols-2">
        <div className={view === 'form' ? 'min-w-0' : 'hidden min-w-0 @2xl:block'}>{form}</div>
        <div className={view === 'json' ? 'min-w-0' : 'hidden min-w-0 @2xl:block'}>
          <JsonEditor value={value} onChange={onChange} label={t('form.jsonLabel')} />
        </div>
      </div>
    </div>
  );
}
