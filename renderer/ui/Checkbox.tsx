import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
  /** The name where no children give one. */
  label?: string;
  disabled?: boolean;
  className?: string;
}

/** A native checkbox with our own tick. */
export function Checkbox({ checked, onChange, children, label, disabled, className }: CheckboxProps) {
  return (
    <label className={cx('flex min-h-6 items-start gap-2 text-sm', className)}>
      <span className="relative flex h-[1.45em] shrink-0 items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-label={label}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-4 appearance-none rounded-xs border border-line-input bg-ground after:absolute after:-inset-1 checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none invisible absolute left-0.5 text-accent-ink peer-checked:visible"
        />
      </span>
      {children && <span>{children}</span>}
    </label>
  );
}
