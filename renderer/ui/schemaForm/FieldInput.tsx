import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Select } from '../Select.tsx';
import { Switch } from '../Switch.tsx';
import { TextArea, TextInput } from '../TextInput.tsx';
import type { FieldInputProps } from './context.ts';
import { HiddenNote } from './HiddenNote.tsx';
import { JsonField } from './JsonField.tsx';
import { ListField } from './ListField.tsx';
import { NumberField } from './NumberField.tsx';
import { ObjectFields } from './ObjectFields.tsx';
import type { Value } from './schema.ts';
import { UnionField } from './UnionField.tsx';

/** Longer texts are not put into an input: laying them out would freeze the window. */
const EDITABLE_CHARS = 20_000;

/** How a text of a format looks. */
const EXAMPLES: Record<string, string> = {
  'date-time': '2026-01-31T09:30:00Z',
  time: '09:30:00Z',
  duration: 'PT1H30M',
  email: 'name@example.org',
  uri: 'https://example.org',
};

export function FieldInput({ spec, value, path, control, label, required, onChange }: FieldInputProps) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  if (typeof value === 'string' && value.length > EDITABLE_CHARS) {
    return (
      <p className="rounded-sm border border-dashed border-line-strong px-2.5 py-1.5 text-xs text-text-2">
        {t('form.large', { size: bytes(value.length) })}
      </p>
    );
  }
  switch (spec.kind) {
    case 'string': {
      const text = typeof value === 'string' ? value : '';
      if (spec.multiline) {
        return (
          <>
            <TextArea control={control} value={text} rows={Math.min(10, text.split('\n').length + 1)} onChange={onChange} aria-required={required} />
            <HiddenNote text={text} />
          </>
        );
      }
      // The browser's calendar; a text that is no date stays a text, so that it is not lost.
      const date = spec.format === 'date' && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text));
      return (
        <>
          <TextInput
            control={control}
            value={text}
            onChange={onChange}
            aria-required={required}
            {...(date ? { type: 'date', className: 'max-w-48' } : spec.format ? { placeholder: EXAMPLES[spec.format] ?? spec.format } : {})}
          />
          <HiddenNote text={text} />
        </>
      );
    }
    case 'number':
      return <NumberField spec={spec} value={value} control={control} onChange={onChange} />;
    case 'boolean':
      return (
        <div className="flex h-[30px] items-center">
          <Switch id={control.id} checked={value === true} onChange={onChange} label={label} />
        </div>
      );
    case 'choice': {
      const index = spec.options.findIndex((option) => Object.is(option.value, value));
      return (
        <Select
          id={control.id}
          describedBy={control.describedBy}
          invalid={control.invalid}
          label={label}
          className="w-full"
          value={String(index)}
          options={[
            ...(index < 0 ? [{ value: '-1', label: value === undefined ? t('form.choose') : String(value) }] : []),
            ...spec.options.map((option, i) => ({ value: String(i), label: option.label })),
          ]}
          onChange={(next) => next !== '-1' && onChange(spec.options[Number(next)]?.value)}
        />
      );
    }
    case 'union':
      return <UnionField spec={spec} value={value} path={path} control={control} label={label} required={required} onChange={onChange} />;
    case 'null':
      return <p className="text-xs text-text-3">{t('form.type.null')}</p>;
    case 'list':
      return <ListField item={spec.item} value={Array.isArray(value) ? value : []} path={path} onChange={onChange} />;
    case 'object':
      return <ObjectFields spec={spec} value={(value ?? {}) as Value} path={path} onChange={onChange} />;
    case 'json':
      return <JsonField value={value} path={path} label={label} control={control} onChange={onChange} />;
  }
}
