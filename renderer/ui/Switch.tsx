import { cx } from './cx.ts';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  id?: string;
  describedBy?: string;
  disabled?: boolean;
  className?: string;
}

const TRACK =
  'before:absolute before:inset-x-0.5 before:inset-y-[3px] before:rounded-full before:border before:border-line-input before:bg-well before:transition-colors checked:before:border-accent checked:before:bg-accent';
const KNOB =
  'after:absolute after:top-1.5 after:left-[5px] after:size-3 after:rounded-full after:bg-text-3 after:transition-transform checked:after:translate-x-[14px] checked:after:bg-accent-ink';

/** On or off, at once: a native checkbox in the shape of a switch, 36 × 24 px to hit. The knob's place tells the state without colour. */
export function Switch({ checked, onChange, label, id, describedBy, disabled, className }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      id={id}
      checked={checked}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
      className={cx('relative h-6 w-9 shrink-0 appearance-none rounded-full disabled:opacity-50', TRACK, KNOB, className)}
    />
  );
}
