import { Checkbox as Base } from '@base-ui/react/checkbox';
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

export function Checkbox({ checked, onChange, children, label, disabled, className }: CheckboxProps) {
  const box = (
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled ?? false}
      aria-label={label}
      className="flex size-4 shrink-0 items-center justify-center rounded-xs border border-line-input bg-ground data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Indicator className="text-accent-ink">
        <Check size={12} strokeWidth={3} aria-hidden />
      </Base.Indicator>
    </Base.Root>
  );
  if (!children) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a control of Base UI
    <label className={cx('flex min-h-6 items-start gap-2 text-sm', className)}>
      <span className="flex h-[1.45em] items-center">{box}</span>
      <span>{children}</span>
    </label>
  );
}
