import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import type { FieldControl } from './Field.tsx';

const LOOK =
  'w-full min-w-0 rounded-sm border border-line-input bg-ground text-sm text-text transition-colors focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-50';

/** The attributes that tie a control to its Field. */
export const controlProps = (control?: FieldControl) =>
  control ? { id: control.id, 'aria-describedby': control.describedBy, 'aria-invalid': control.invalid || undefined } : {};

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  control?: FieldControl;
  mono?: boolean;
}

export function TextInput({ value, onChange, control, mono, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...controlProps(control)}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(LOOK, 'h-[30px] px-2.5', mono && 'font-mono text-xs', className)}
    />
  );
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  control?: FieldControl;
  mono?: boolean;
}

export function TextArea({ value, onChange, control, mono, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...controlProps(control)}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(LOOK, 'block px-2.5 py-1.5', mono && 'code', className)}
    />
  );
}
