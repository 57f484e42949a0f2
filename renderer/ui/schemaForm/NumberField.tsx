import { useState } from 'react';
import type { FieldControl } from '../Field.tsx';
import { TextInput } from '../TextInput.tsx';
import { isLongInteger } from './exactNumbers.ts';
import type { FieldSpec } from './schema.ts';

interface NumberFieldProps {
  spec: Extract<FieldSpec, { kind: 'number' }>;
  value: unknown;
  control: FieldControl;
  onChange: (value: unknown) => void;
}

/**
 * A typed text as a number; a text that is none is kept as it is, so that the check can say so and nothing is lost. The digits of a
 * whole number above 2^53 stay text: as a number some of them would be others.
 */
export const readNumber = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isLongInteger(trimmed)) return trimmed;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
};

export function NumberField({ spec, value, control, onChange }: NumberFieldProps) {
  const shown = value === undefined || value === null ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  // What was typed stays (`1.50`, `-`) as long as it means the value.
  const text = Object.is(readNumber(typed), value) || (typed.trim() === '' && shown === '') ? typed : shown;
  return (
    <TextInput
      control={control}
      inputMode={spec.integer ? 'numeric' : 'decimal'}
      className="max-w-48 num"
      value={text}
      onChange={(next) => {
        setTyped(next);
        onChange(readNumber(next));
      }}
    />
  );
}
