import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { END_MS, ENDS, type End } from '../../approvals/ends.ts';

interface ExpiryFieldProps {
  expiresAt: number | undefined;
  onChange: (expiresAt: number | undefined) => void;
}

/** How long a rule holds from now on; the end it already has can be kept. */
export function ExpiryField({ expiresAt, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const [chosen, setChosen] = useState<End | 'kept'>(expiresAt === undefined ? 'never' : 'kept');
  const choose = (end: End | 'kept') => {
    setChosen(end);
    if (end === 'kept') return;
    const ms = END_MS[end];
    onChange(ms === undefined ? undefined : Date.now() + ms);
  };
  const kept = expiresAt !== undefined && { value: 'kept' as const, label: t('rules.endKept', { when: dayTime(expiresAt) }) };
  return (
    <Field
      label={t('rules.end')}
      className="max-w-60"
      {...(expiresAt !== undefined && chosen !== 'kept' ? { help: t('rules.endKept', { when: dayTime(expiresAt) }) } : {})}
    >
      {(control) => (
        <Select<End | 'kept'>
          id={control.id}
          label={t('rules.end')}
          className="w-full"
          value={chosen}
          onChange={choose}
          options={[...(kept && chosen === 'kept' ? [kept] : []), ...ENDS.map((end) => ({ value: end, label: t(`approvals.always.ends.${end}`) }))]}
        />
      )}
    </Field>
  );
}
