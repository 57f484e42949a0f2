import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { childPath, useFieldState, useFormScope } from './context.ts';
import { useFieldErrorMessage } from './errorMessage.ts';
import { fieldOf, startValue } from './schema.ts';

interface ListFieldProps {
  item: JsonSchema;
  value: readonly unknown[];
  path: string;
  onChange: (value: unknown[]) => void;
}

const MAX_ITEMS = 100;

export function ListField({ item, value, path, onChange }: ListFieldProps) {
  const { t } = useTranslation();
  const { root } = useFormScope();
  return (
    <div className="space-y-1.5">
      {value.slice(0, MAX_ITEMS).map((entry, i) => (
        <ListItem
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells the items of a list apart
          key={i}
          index={i}
          item={item}
          value={entry}
          path={childPath(path, i)}
          onChange={(next) => onChange(value.with(i, next))}
          onRemove={() => onChange(value.toSpliced(i, 1))}
        />
      ))}
      {value.length > MAX_ITEMS && <p className="text-xs text-text-3">… +{value.length - MAX_ITEMS}</p>}
      <Button size="sm" variant="ghost" icon={<Plus size={12} aria-hidden />} onClick={() => onChange([...value, startValue(item, root)])}>
        {t('form.addItem')}
      </Button>
    </div>
  );
}

interface ListItemProps {
  index: number;
  item: JsonSchema;
  value: unknown;
  path: string;
  onChange: (value: unknown) => void;
  onRemove: () => void;
}

function ListItem({ index, item, value, path, onChange, onRemove }: ListItemProps) {
  const { t } = useTranslation();
  const { root, Input } = useFormScope();
  const { errors } = useFieldState(path, value);
  const message = useFieldErrorMessage();
  const id = useId();
  const label = t('form.item', { index: index + 1 });
  return (
    <div>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
          <Input
            spec={fieldOf(item, root, value)}
            value={value}
            path={path}
            label={label}
            required
            control={{ id, describedBy: errors.length > 0 ? `${id}-error` : undefined, invalid: errors.length > 0 }}
            onChange={onChange}
          />
        </div>
        <IconButton label={t('form.removeItem', { index: index + 1 })} icon={<X size={13} aria-hidden />} onClick={onRemove} />
      </div>
      {errors.length > 0 && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {errors.map(message).join(' ')}
        </p>
      )}
    </div>
  );
}
