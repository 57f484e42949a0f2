import type { ReactNode } from 'react';
import { CommitInput } from '../../../ui/CommitInput.tsx';
import { Field } from '../../../ui/Field.tsx';

interface TokenFieldProps {
  label: string;
  help?: ReactNode;
  value: number | undefined;
  onChange: (value: number) => void;
}

/** A positive whole number; anything else is taken back. */
export function TokenField({ label, help, value, onChange }: TokenFieldProps) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <CommitInput
          control={control}
          inputMode="numeric"
          className="num"
          value={value === undefined ? '' : String(value)}
          onCommit={(text) => {
            const next = Number(text.replaceAll(/[\s,]/g, ''));
            if (Number.isInteger(next) && next > 0) onChange(next);
          }}
        />
      )}
    </Field>
  );
}
