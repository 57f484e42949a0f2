import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../../preload/contract/permissions.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { OPERATORS, readValue, valueText, withOperator } from './conditionValue.ts';

interface ConditionRowProps {
  index: number;
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export function ConditionRow({ index, condition, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation();
  return (
    <fieldset aria-label={t('rules.condition', { index: index + 1 })} className="flex items-start gap-1.5">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-1.5">
        <TextInput
          mono
          aria-label={t('rules.argument')}
          placeholder={t('rules.argument')}
          value={condition.path}
          onChange={(path) => onChange({ ...condition, path })}
        />
        <Select
          label={t('rules.operator')}
          value={condition.op}
          options={OPERATORS.map((op) => ({ value: op, label: t(`rules.op.${op}`) }))}
          onChange={(op) => onChange(withOperator(condition, op))}
        />
        {condition.op === 'range' ? (
          <Range condition={condition} onChange={onChange} />
        ) : (
          <TextInput
            mono
            className="col-span-2"
            aria-label={t('rules.value')}
            placeholder={t('rules.value')}
            value={valueText(condition)}
            onChange={(text) => onChange(readValue(condition.op, condition.path, text))}
          />
        )}
      </div>
      <IconButton label={t('rules.removeCondition', { index: index + 1 })} icon={<X size={13} aria-hidden />} onClick={onRemove} />
    </fieldset>
  );
}

function Range({ condition, onChange }: { condition: Extract<Condition, { op: 'range' }>; onChange: (condition: Condition) => void }) {
  const { t } = useTranslation();
  const { path, min, max } = condition;
  const set = (bounds: { min: number | undefined; max: number | undefined }) =>
    onChange({
      path,
      op: 'range',
      ...(bounds.min === undefined ? {} : { min: bounds.min }),
      ...(bounds.max === undefined ? {} : { max: bounds.max }),
    });
  return (
    <div className="col-span-2 flex items-center gap-1.5 @md:col-span-1">
      <Bound label={t('rules.min')} value={min} onChange={(next) => set({ min: next, max })} />
      <Bound label={t('rules.max')} value={max} onChange={(next) => set({ min, max: next })} />
    </div>
  );
}

/** What is typed stays as it is while it means the number, so that `1.` and `-` can be typed at all. */
function Bound({ label, value, onChange }: { label: string; value: number | undefined; onChange: (value: number | undefined) => void }) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const read = (text: string): number | undefined => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined);
  return (
    <TextInput
      inputMode="decimal"
      className="num min-w-0 flex-1"
      aria-label={label}
      placeholder={label}
      value={read(typed) === value ? typed : value === undefined ? '' : String(value)}
      onChange={(text) => {
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}
