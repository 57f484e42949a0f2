import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { childPath, useFormScope } from './context.ts';
import { FieldRow } from './FieldRow.tsx';
import { resolve } from './resolve.ts';
import { type FieldSpec, labelsOf, startValue, type Value } from './schema.ts';

interface ObjectFieldsProps {
  spec: Extract<FieldSpec, { kind: 'object' }>;
  value: Value;
  path: string;
  onChange: (value: Value) => void;
}

/** The fields of one object: first those that have a value or must have one, then the others as offers, then unknown ones. */
export function ObjectFields({ spec, value, path, onChange }: ObjectFieldsProps) {
  const { t } = useTranslation();
  const { root, showAll } = useFormScope();
  const set = (key: string, next: unknown) => onChange({ ...value, [key]: next });
  const unset = (key: string) => {
    const { [key]: _, ...rest } = value;
    onChange(rest);
  };
  const keys = Object.keys(spec.properties);
  const shown = keys.filter((key) => showAll || Object.hasOwn(value, key) || spec.required.includes(key));
  const offers = keys.filter((key) => !shown.includes(key));
  const extra = Object.keys(value).filter((key) => !keys.includes(key));
  if (keys.length === 0 && extra.length === 0) return <p className="text-sm text-text-3">{t('form.noFields')}</p>;
  return (
    <div className="space-y-3">
      {[...shown, ...extra].map((key) => (
        <FieldRow
          key={key}
          name={key}
          schema={spec.properties[key] ?? {}}
          value={value[key]}
          path={childPath(path, key)}
          required={spec.required.includes(key)}
          onChange={(next) => set(key, next)}
          {...(spec.required.includes(key) || !Object.hasOwn(value, key) ? {} : { onUnset: () => unset(key) })}
        />
      ))}
      {offers.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {offers.map((key) => {
            const schema = resolve(spec.properties[key] ?? {}, root);
            const { title, description } = labelsOf(schema);
            return (
              <li key={key}>
                <Button
                  size="sm"
                  variant="ghost"
                  className="border border-dashed border-line-strong"
                  icon={<Plus size={12} aria-hidden />}
                  title={description}
                  onClick={() => set(key, startValue(schema, root))}
                >
                  {title ?? key}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
