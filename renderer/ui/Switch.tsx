import { Switch as Base } from '@base-ui/react/switch';
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

/** On or off, at once. The knob's place tells the state without colour. */
export function Switch({ checked, onChange, label, id, describedBy, disabled, className }: SwitchProps) {
  return (
    <Base.Root
      {...(id ? { id } : {})}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled ?? false}
      aria-label={label}
      aria-describedby={describedBy}
      className={cx(
        'relative inline-flex h-[18px] w-8 shrink-0 items-center rounded-full border border-line-input bg-well transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50',
        'before:absolute before:-inset-1 before:content-[""]',
        className,
      )}
    >
      <Base.Thumb className="ml-[2px] size-3 rounded-full bg-text-3 transition-transform data-checked:translate-x-[14px] data-checked:bg-accent-ink" />
    </Base.Root>
  );
}
