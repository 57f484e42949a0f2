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

/** On or off, at once: a native checkbox in the shape of a switch. The knob's place tells the state without colour. */
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
      className={cx(
        'relative h-[18px] w-8 shrink-0 appearance-none rounded-full border border-line-input bg-well transition-colors checked:border-accent checked:bg-accent disabled:opacity-50',
        // The knob.
        'before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-text-3 before:transition-transform checked:before:translate-x-[14px] checked:before:bg-accent-ink',
        // A target of 26 × 40 px without a bigger picture.
        'after:absolute after:-inset-1',
        className,
      )}
    />
  );
}
