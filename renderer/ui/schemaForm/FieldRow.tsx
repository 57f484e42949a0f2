import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { Badge } from '../Badge.tsx';
import { cx } from '../cx.ts';
import type { FieldControl } from '../Field.tsx';
import { IconButton } from '../IconButton.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { useFieldState, useFormScope } from './context.ts';
import { useFieldErrorMessage } from './errorMessage.ts';
import { resolve } from './resolve.ts';
import { fieldOf, labelsOf } from './schema.ts';

interface FieldRowProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  path: string;
  required: boolean;
  onChange: (value: unknown) => void;
  onUnset?: () => void;
}

/** One named field: label, the schema's own words, the input, and what is wrong with it. */
export function FieldRow({ name, schema, value, path, required, onChange, onUnset }: FieldRowProps) {
  const { t } = useTranslation();
  const { root, Input } = useFormScope();
  const { errors, changed } = useFieldState(path, value);
  const message = useFieldErrorMessage();
  const id = useId();
  const real = resolve(schema, root);
  const { title, description } = labelsOf(real);
  const spec = fieldOf(real, root, value);
  const group = spec.kind === 'object' || spec.kind === 'list';
  const describedBy = [errors.length > 0 && `${id}-error`, description && `${id}-help`].filter(Boolean).join(' ') || undefined;
  const control: FieldControl = { id, describedBy, invalid: errors.length > 0 };
  const label = (
    <>
      <VisibleText text={title ?? name} />
      {required && (
        <span className="text-bad" aria-hidden>
          {' '}
          *
        </span>
      )}
    </>
  );
  return (
    <div {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})} className="min-w-0 space-y-1">
      <div className="flex min-h-6 items-center gap-2">
        {group ? (
          <span id={`${id}-label`} className="text-sm font-medium">
            {label}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
        )}
        {title && title.toLowerCase().replaceAll(' ', '_') !== name.toLowerCase() && <code className="text-2xs text-text-3">{name}</code>}
        {changed && <Badge tone="busy">{t('approvals.changed')}</Badge>}
        {onUnset && (
          <IconButton
            label={t('form.removeField', { name: title ?? name })}
            icon={<X size={13} aria-hidden />}
            size="sm"
            onClick={onUnset}
            className="ml-auto"
          />
        )}
      </div>
      <div className={cx(group && 'border-l-2 border-line pl-3')}>
        <Input spec={spec} value={value} path={path} control={control} label={title ?? name} required={required} onChange={onChange} />
      </div>
      {errors.length > 0 && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {errors.map(message).join(' ')}
        </p>
      )}
      {description && (
        <p id={`${id}-help`} className="text-xs [overflow-wrap:anywhere] text-text-3">
          <VisibleText text={description.slice(0, 500)} />
        </p>
      )}
    </div>
  );
}
