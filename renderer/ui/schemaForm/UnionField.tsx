import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../Select.tsx';
import { type FieldInputProps, useFormScope } from './context.ts';
import { type FieldSpec, fieldOf, startValue } from './schema.ts';
import { type Variant, variantFor } from './variants.ts';

type UnionFieldProps = Omit<FieldInputProps, 'spec'> & { spec: Extract<FieldSpec, { kind: 'union' }> };

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
const isKnown = (type: string | undefined): type is (typeof TYPES)[number] => (TYPES as readonly (string | undefined)[]).includes(type);

/** A value that may take several forms: which one, and then its own input. What was written in one form is kept when another is tried. */
export function UnionField({ spec, value, path, control, label, required, onChange }: UnionFieldProps) {
  const { t } = useTranslation();
  const { root, Input } = useFormScope();
  const [chosen, setChosen] = useState<number>();
  const [kept, setKept] = useState<Record<number, unknown>>({});
  const found = variantFor(spec.variants, value, root);
  const index = chosen ?? found;
  const variant = spec.variants[index];
  const nameOf = ({ title, type }: Variant, i: number): string =>
    title ?? (isKnown(type) ? t(`form.type.${type}`) : t('form.variant', { index: i + 1 }));
  const choose = (next: number) => {
    const target = spec.variants[next];
    if (!target || next === index) return;
    setKept((before) => ({ ...before, [index]: value }));
    setChosen(next);
    onChange(Object.hasOwn(kept, next) ? kept[next] : startValue(target.schema, root));
  };
  const inner = variant && fieldOf(variant.schema, root, value);
  return (
    <div className="space-y-1.5">
      <Select
        id={control.id}
        describedBy={control.describedBy}
        invalid={control.invalid}
        label={t('form.variantOf', { name: label })}
        className="w-full max-w-64"
        value={String(index)}
        options={[
          ...(index < 0 ? [{ value: '-1', label: t('form.choose') }] : []),
          ...spec.variants.map((each, i) => ({ value: String(i), label: nameOf(each, i) })),
        ]}
        onChange={(next) => choose(Number(next))}
      />
      {inner && inner.kind !== 'null' && (
        <Input
          // Another form is another input: nothing typed in one may linger in the other.
          key={index}
          spec={inner}
          value={value}
          path={path}
          control={{ ...control, id: `${control.id}-value` }}
          label={label}
          required={required}
          onChange={onChange}
        />
      )}
    </div>
  );
}
